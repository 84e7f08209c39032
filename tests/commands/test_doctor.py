"""`manage.py doctor`: says what is wrong and what to do, with an exit code for scripts."""

import json
from datetime import timedelta
from io import StringIO

import pytest
from django.conf import settings
from django.core.management import CommandError, call_command
from django.db import connections
from django.utils import timezone

from memory import access
from memory.access import Actor
from memory.capture.events import record_events
from memory.models import Turn
from tests.events import event

pytestmark = pytest.mark.django_db


def examine() -> tuple[int, dict[str, dict]]:
    """The exit code, and the checks by name."""
    out = StringIO()
    try:
        call_command("doctor", "--json", stdout=out)
        code = 0
    except SystemExit as end:
        code = int(end.code or 0)
    report = json.loads(out.getvalue())
    assert report["ok"] is (code == 0)
    return code, {check["name"]: check for check in report["checks"]}


def test_a_healthy_server_passes_with_its_numbers(bob: Actor) -> None:
    with access.acting(bob):
        record_events([event()], actor=bob)
    code, checks = examine()
    assert code == 0, checks
    assert {check["state"] for check in checks.values()} == {"ok"}
    assert list(checks) == [
        "settings", "database", "role", "migrations", "queue", "embedder", "languages", "worker", "failed", "capture"
    ]  # fmt: skip
    assert "1 observations pending" in checks["worker"]["detail"]
    assert "German" in checks["languages"]["detail"] and "need a model" in checks["languages"]["detail"]


def test_turns_that_nobody_takes_point_at_the_worker(bob: Actor) -> None:
    with access.acting(bob):
        record_events([event("Stop", payload={"last_assistant_message": "Done."})], actor=bob)
        Turn.objects.update(due_at=timezone.now() - timedelta(minutes=30))
    code, checks = examine()
    assert code == 1
    assert checks["worker"]["state"] == "error" and "30 min" in checks["worker"]["detail"]
    assert "worker" in checks["worker"]["todo"]


def test_an_embedder_that_is_away_is_named(bob: Actor, settings: object) -> None:
    settings.CAIRN_EMBEDDER = "local"
    settings.CAIRN_EMBEDDER_SOCKET = "/nonexistent/embedder.sock"
    code, checks = examine()
    assert code == 1
    assert checks["embedder"]["state"] == "error" and checks["embedder"]["todo"]


@pytest.mark.parametrize("url", ["", "redis://127.0.0.1:1/0"])
def test_a_queue_that_is_away_is_named(bob: Actor, settings: object, url: str) -> None:
    settings.REDIS_URL = url
    code, checks = examine()
    assert code == 1
    assert "REDIS_URL" in checks["queue"]["todo"]


def test_nothing_captured_yet_is_a_warning_only(db: None) -> None:
    code, checks = examine()
    assert code == 0
    assert checks["capture"]["state"] == "warning" and "plugin" in checks["capture"]["todo"]


def test_without_a_database_the_rest_is_still_looked_at(db: None, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(connections["default"].settings_dict, "HOST", "/nonexistent")
    code, checks = examine()
    assert code == 1
    assert checks["database"]["state"] == "error"
    assert "queue" in checks and "migrations" not in checks


def test_other_commands_say_at_once_that_the_database_is_away(db: None, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(connections["default"].settings_dict, "HOST", "/nonexistent")
    with pytest.raises(CommandError, match="Start the stack with"):
        call_command("add_team", "Acme")


def test_people_get_lines_with_what_to_do(bob: Actor, settings: object) -> None:
    settings.REDIS_URL = ""
    out = StringIO()
    with pytest.raises(SystemExit):
        call_command("doctor", stdout=out, no_color=True)
    assert "error   queue      REDIS_URL is not set\n                   → Start the stack" in out.getvalue()


def test_the_version_is_told(bob: Actor) -> None:
    assert settings.VERSION in examine()[1]["settings"]["detail"]
