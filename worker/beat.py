"""The scheduler's Celery application: it sends the names of tasks, so it loads neither them nor Django's apps."""

import os

from celery import Celery
from celery.signals import setup_logging

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "memory.settings")

from django.conf import settings
from django.utils.log import configure_logging

app = Celery("cairn", fixups=())
app.config_from_object("worker.celeryconfig")


@setup_logging.connect
def write_the_servers_log(**_: object) -> None:
    """Log as the other processes do, which Django sets up for them."""
    configure_logging(settings.LOGGING_CONFIG, settings.LOGGING)


__all__ = ["app"]
