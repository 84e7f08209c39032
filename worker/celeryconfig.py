"""Celery's settings, for the workers and for the scheduler, which loads nothing else."""

from urllib.parse import urlsplit

from django.conf import settings
from kombu import Queue

from worker.queues import BACKLOG, CAN_WAIT, LIVE
from worker.schedule import SCHEDULE


def as_broker_url(redis_url: str) -> str:
    """Return redis-py's address as Celery writes it, which has a form of its own for unix sockets."""
    parts = urlsplit(redis_url)
    if parts.scheme != "unix":
        return redis_url or "memory://"
    database = parts.query.removeprefix("db=") or "0"
    return f"redis+socket://{parts.path}?virtual_host={database}"


broker_url = as_broker_url(settings.REDIS_URL)
broker_connection_retry_on_startup = True
# A queue that is away must not hold up a request for longer than a blink.
broker_transport_options = {"socket_connect_timeout": 2, "socket_timeout": 5}
task_ignore_result = True
# A task that hangs is cut off; the sweep finds its rows again.
task_soft_time_limit = 540
task_time_limit = 600
worker_prefetch_multiplier = 1
worker_max_tasks_per_child = 2000
worker_hijack_root_logger = False
timezone = "UTC"
beat_schedule = SCHEDULE
task_queues = (Queue(LIVE), Queue(BACKLOG))
task_default_queue = LIVE
task_routes = {f"worker.tasks.{name}": {"queue": BACKLOG} for name in CAN_WAIT}
