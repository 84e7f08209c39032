"""Backups by the clock: made when due, the oldest removed, and missed ones noticed by `doctor`."""

import json
from datetime import timedelta
from io import StringIO
from pathlib import Path
from typing import Any

import pytest
import time_machine
from django.core.management import call_command
from django.utils import timezone

from memory.access import Actor
from worker.tasks import back_up

pytestmark = pytest.mark.django_db(transaction=True, databases=["default", "owner"])


def _made(folder: Path) -> list[str]:
    return sorted(path.name for path in folder.glob("cairn-2*"))


def _doctor() -> dict[str, str] | None:
    out = StringIO()
    call_command("doctor", "--json", stdout=out)
    checks = {check["name"]: check for check in json.loads(out.getvalue())["checks"]}
    return checks.get("backup")


@pytest.fixture
def folder(settings: Any, tmp_path: Path) -> Path:
    """The folder of a schedule: every six hours, the last two stay."""
    settings.CAIRN_BACKUP_DIR = str(tmp_path / "backups")
    settings.CAIRN_BACKUP_EVERY, settings.CAIRN_BACKUP_KEEP = 6, 2
    return tmp_path / "backups"


def test_a_backup_is_made_when_it_is_due_and_the_oldest_one_goes(alice: Actor, folder: Path) -> None:
    start = timezone.now()
    found = []
    for hours in (0, 5, 6, 13):
        with time_machine.travel(start + timedelta(hours=hours), tick=False):
            back_up()
        found.append(_made(folder))
        (folder / "cairn-notes").mkdir(exist_ok=True)
    first, early, second, third = found
    assert (len(first), len(second), len(third)) == (1, 2, 2)
    assert early == first
    assert second[0] == first[0] and third[0] == second[1]
    assert (folder / "cairn-notes").is_dir()


def test_a_backup_that_fails_removes_none_and_leaves_nothing_half(alice: Actor, folder: Path, settings: Any) -> None:
    start = timezone.now()
    for hours in (0, 7):
        with time_machine.travel(start + timedelta(hours=hours), tick=False):
            back_up()
    before = _made(folder)
    settings.CAIRN_BACKUP_PASSPHRASE = "too short"
    with time_machine.travel(start + timedelta(hours=14), tick=False):
        back_up()
    assert _made(folder) == before and len(before) == 2
    assert not list(folder.glob(".unfinished*"))


def test_doctor_warns_when_a_turn_was_missed_and_says_nothing_without_a_schedule(
    alice: Actor, folder: Path, settings: Any
) -> None:
    start = timezone.now()
    missing = _doctor()
    assert missing and missing["state"] == "warning" and "none in" in missing["detail"]
    back_up()
    for hours, state in ((11, "ok"), (13, "warning")):
        with time_machine.travel(start + timedelta(hours=hours), tick=False):
            found = _doctor()
        assert found and found["state"] == state
    settings.CAIRN_BACKUP_DIR = ""
    assert _doctor() is None
