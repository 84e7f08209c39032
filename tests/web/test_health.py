"""The addresses for machines: alive, ready, metrics."""

import json
import re
from collections.abc import Callable
from pathlib import Path

import pytest
from django.test import Client

from memory import access
from memory.access import Actor
from memory.capture.events import record_events
from memory.errors import Unavailable
from tests.events import turn_of
from web.views import health

DOCKER = Path(__file__).resolve().parents[2] / "docker"


def test_the_process_says_that_it_lives_without_asking_anything(client: Client) -> None:
    response = client.get("/healthz")
    assert (response.status_code, response.content) == (200, b"ok\n")


def test_ready_means_that_all_it_stands_on_answers(client: Client, db: None) -> None:
    response = client.get("/readyz")
    assert response.status_code == 200
    answer = response.json()
    assert answer["ready"]
    assert set(answer["checks"]) == {"database", "queue", "embedder"}
    assert all(check["ok"] and check["ms"] >= 0 for check in answer["checks"].values())


def test_one_thing_away_is_not_ready_and_tells_no_secrets(
    client: Client, settings: object, monkeypatch: pytest.MonkeyPatch, db: None
) -> None:
    def away() -> None:
        raise Unavailable("no embedder at /secret/path")

    monkeypatch.setitem(health._CHECKS, "embedder", away)
    settings.REDIS_URL = "redis://:hidden@127.0.0.1:1/0"  # type: ignore[attr-defined]
    response = client.get("/readyz")
    assert response.status_code == 503
    answer = response.json()
    assert answer["checks"]["database"]["ok"]
    assert answer["checks"]["queue"] == answer["checks"]["embedder"] == {"ok": False}
    assert "secret" not in response.content.decode()
    assert "hidden" not in response.content.decode()


def test_metrics_are_for_this_machine_alone(client: Client, db: None) -> None:
    response = client.get("/metrics")
    assert response.status_code == 200
    assert "django_http_requests" in response.content.decode()
    assert client.get("/metrics", REMOTE_ADDR="192.0.2.7").status_code == 403
    # Behind a proxy everybody seems to come from this machine.
    assert client.get("/metrics", headers={"X-Forwarded-For": "192.0.2.7"}).status_code == 403


def test_metrics_tell_of_all_teams_what_waits_and_failed(client: Client, alice: Actor, mallory: Actor) -> None:
    for actor in (alice, mallory):
        with access.acting(actor):
            record_events(turn_of("Why?", "The pool of 20 is too small: password = hunter2hunter2"), actor=actor)
    numbers = _numbers(client)
    assert numbers["cairn_turns_due"] == 2
    assert numbers["cairn_queue_age_seconds"] >= 0
    assert numbers['cairn_redactions_last_hour{kind="password"}'] == 2
    assert "acme" not in str(numbers) and "alice" not in str(numbers)
    before = numbers.get('cairn_refused_total{kind="sign-in"}', 0)
    client.post("/login", {"username": "alice", "password": "wrong"})
    assert _numbers(client)['cairn_refused_total{kind="sign-in"}'] == before + 1


def _numbers(client: Client) -> dict[str, float]:
    lines = client.get("/metrics").content.decode().splitlines()
    return {name: float(value) for name, _, value in (line.rpartition(" ") for line in lines if line[:6] == "cairn_")}


def test_an_admins_token_opens_metrics_from_anywhere(alice: Actor, bob: Actor, api_of: Callable[..., Client]) -> None:
    assert api_of(alice, "read", "admin").get("/metrics", REMOTE_ADDR="192.0.2.7").status_code == 200
    assert api_of(alice, "read").get("/metrics", REMOTE_ADDR="192.0.2.7").status_code == 403
    assert api_of(bob).get("/metrics", REMOTE_ADDR="192.0.2.7").status_code == 403


def test_dashboard_and_alerts_name_what_metrics_tell(
    client: Client, alice: Actor, api_of: Callable[..., Client]
) -> None:
    with access.acting(alice):
        record_events(turn_of("Why?", "The pool is too small: password = hunter2hunter2"), actor=alice)
    assert client.get("/").status_code == 302
    for asked in ("search?q=pool", "briefing?project=acme"):
        assert api_of(alice).get(f"/api/v1/{asked}").status_code == 200
    assert api_of(alice).post("/api/v1/events", {"events": []}, "application/json").status_code < 500
    told = client.get("/metrics").content.decode()
    known = {name.removeprefix("# TYPE ") for name in re.findall(r"^# TYPE \w+", told, re.M)}
    # Families of counters and histograms are asked by the names of their samples.
    known |= {f"{name}_{end}" for name in known for end in ("bucket", "count")} | {"up"}
    named = set(re.findall(r"\b(?:cairn|django|process)_\w+|\bup\b", _asked()))
    assert named and named <= known, named - known
    assert "cairn_turns_due" in named
    views = {view for named in re.findall(r'view=~?"([^"]+)"', _asked()) for view in named.split("|")}
    assert views and views <= set(re.findall(r'view="([^"]+)"', told)), views


def _asked() -> str:
    """Every question of the dashboard and of the alert rules."""
    dashboard = json.loads((DOCKER / "grafana" / "cairn.json").read_text())
    asked = [target["expr"] for panel in dashboard["panels"] for target in panel["targets"]]
    return "\n".join([*asked, *re.findall(r"expr: (.+)", (DOCKER / "prometheus" / "alerts.yml").read_text())])
