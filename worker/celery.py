"""The queue: a Celery application on REDIS_URL that carries nudges; what is to be done stands in the rows."""

import gc
import os
from urllib.parse import urlsplit

from celery import Celery
from celery.signals import celeryd_init, worker_before_create_process

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "memory.settings")
# A pool opened before the fork would hand one connection to several processes; a task needs only one of its own.
os.environ["CAIRN_DATABASE_POOL"] = "0"
# Django's checks would load all of the web; `migrate` has run them.
os.environ["CELERY_SKIP_CHECKS"] = "1"

from django.conf import settings
from kombu import Queue

from worker.schedule import BACKLOG, CAN_WAIT, LIVE, SCHEDULE


def broker_url(redis_url: str) -> str:
    """Turn redis-py's address into Celery's, which writes unix sockets in its own way."""
    parts = urlsplit(redis_url)
    if parts.scheme != "unix":
        return redis_url or "memory://"
    database = parts.query.removeprefix("db=") or "0"
    return f"redis+socket://{parts.path}?virtual_host={database}"


app = Celery("cairn", include=["worker.tasks"])
app.conf.update(
    broker_url=broker_url(settings.REDIS_URL),
    broker_connection_retry_on_startup=True,
    # A queue that is away must not hold up a request for longer than a blink.
    broker_transport_options={"socket_connect_timeout": 2, "socket_timeout": 5},
    task_ignore_result=True,
    # A task that hangs is cut off; the sweep finds its rows again.
    task_soft_time_limit=540,
    task_time_limit=600,
    worker_prefetch_multiplier=1,
    worker_max_tasks_per_child=2000,
    worker_hijack_root_logger=False,
    timezone="UTC",
    beat_schedule=SCHEDULE,
    task_queues=(Queue(LIVE), Queue(BACKLOG)),
    task_default_queue=LIVE,
    task_routes={f"worker.tasks.{name}": {"queue": BACKLOG} for name in CAN_WAIT},
)


@celeryd_init.connect
def step_back(**_: object) -> None:
    """Distilling can wait a moment; whoever searches on the same machine should not."""
    os.nice(10)


@worker_before_create_process.connect
def share_memory(**_: object) -> None:
    """Keep the collector off what is loaded: by looking at it, each process would make a copy of its own."""
    gc.freeze()
