"""Tells Django where the product's rows and checks are."""

from django.apps import AppConfig


class MemoryConfig(AppConfig):
    """The product itself."""

    name = "memory"
    default_auto_field = "django.db.models.BigAutoField"

    def ready(self) -> None:
        """Register the system checks; nothing else may happen at start-up."""
        from memory import checks  # noqa: F401
