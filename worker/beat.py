"""The scheduler's view of the queue: it sends the names of tasks, so it need not load what they do."""

from worker.celery import app

app.conf.include = ()

__all__ = ["app"]
