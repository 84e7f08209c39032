"""Facts of known ages, told past the distiller."""

from collections.abc import Callable
from datetime import timedelta

import pytest
from django.utils import timezone

from memory import access
from memory.access import Actor
from memory.knowledge.save import Ground, NewFact, save
from memory.models import Memory


@pytest.fixture
def tell_aged() -> Callable[..., Memory]:
    """Stores a fact that is so many days old."""

    def store(actor: Actor, content: str, days: float, kind: str = "decision", **fields: object) -> Memory:
        ground = Ground(source="explicit", at=timezone.now() - timedelta(days=days))
        with access.acting(actor):
            return save(NewFact(content, kind, ground, "captured", **fields), actor=actor).memory

    return store
