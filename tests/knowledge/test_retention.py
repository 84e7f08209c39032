"""Raw observations go after their days; what is not distilled yet stays."""

from datetime import timedelta

import pytest
from django.utils import timezone

from memory import access
from memory.access import Actor
from memory.capture.events import record_events
from memory.knowledge.retention import purge
from memory.models import Observation
from tests.events import event

pytestmark = pytest.mark.django_db


def test_old_distilled_observations_go_and_pending_ones_stay(alice: Actor, mallory: Actor) -> None:
    for actor in (alice, mallory):
        with access.acting(actor):
            record_events([event("SessionStart"), event()], actor=actor)
    later = timezone.now() + timedelta(days=15)
    assert purge(now=timezone.now()).observations == 0
    assert purge(now=later, dry_run=True).observations == 2
    assert purge(now=later).observations == 2
    with access.acting(alice):
        assert [row.event for row in Observation.objects.all()] == ["UserPromptSubmit"]
