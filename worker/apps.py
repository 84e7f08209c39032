"""Tells Django of the worker's commands, and Celery's tasks which queue they go to."""

from django.apps import AppConfig


class WorkerConfig(AppConfig):
    """When and where things run."""

    name = "worker"

    def ready(self) -> None:
        """Make our Celery application the current one, in the web process as well, which sends the nudges."""
        from worker import celery  # noqa: F401
