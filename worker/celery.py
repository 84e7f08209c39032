"""The queue: a Celery application on REDIS_URL that carries nudges; what is to be done stands in the rows."""

import gc
import os

from celery import Celery
from celery.signals import celeryd_init, worker_before_create_process

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "memory.settings")
# A pool opened before the fork would hand one connection to several processes; a task needs only one of its own.
os.environ["CAIRN_DATABASE_POOL"] = "0"
# Django's checks would load all of the web; `migrate` has run them.
os.environ["CELERY_SKIP_CHECKS"] = "1"

app = Celery("cairn", include=["worker.tasks"])
app.config_from_object("worker.celeryconfig")


@celeryd_init.connect
def step_back(**_: object) -> None:
    """Distilling can wait a moment; whoever searches on the same machine should not."""
    os.nice(10)


@worker_before_create_process.connect
def share_memory(**_: object) -> None:
    """Keep the collector off what is loaded: by looking at it, each process would make a copy of its own."""
    gc.freeze()
