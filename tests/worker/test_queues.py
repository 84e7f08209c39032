"""What somebody waits for does not queue behind what takes long and can wait."""

import os
import signal
import socket
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import pytest
from django.conf import settings as django_settings
from django.db import connections
from kombu import Connection

from memory import access
from memory.access import Actor
from memory.adapters.webhooks import SECONDS
from memory.capture.events import record_events
from memory.knowledge import webhooks
from memory.knowledge.remember import remember
from memory.models import Turn, Webhook
from tests.events import turn_of
from worker import tasks
from worker.celery import app
from worker.celeryconfig import as_broker_url
from worker.queues import BACKLOG, CAN_WAIT, LIVE
from worker.schedule import SCHEDULE

ROOT = Path(__file__).resolve().parents[2]


def test_each_task_runs_from_one_of_two_queues() -> None:
    known = {name for name in app.tasks if name.startswith("worker.")}
    assert {f"worker.tasks.{name}" for name in CAN_WAIT} < known
    assert {entry["task"] for entry in SCHEDULE.values()} <= known
    queues = {name: app.amqp.router.route({}, name)["queue"].name for name in known}
    assert set(queues.values()) == {LIVE, BACKLOG}
    assert queues["worker.tasks.distill_pending"] == LIVE


@pytest.mark.e2e
@pytest.mark.django_db(transaction=True)
def test_a_turn_is_distilled_while_the_backlog_waits(alice: Actor) -> None:
    queue = django_settings.REDIS_URL.replace("?db=0", "?db=2")
    with app.connection_for_write(as_broker_url(queue)) as broker:
        broker.default_channel.client.flushdb()
        for _ in range(50):
            tasks.embed_backlog.apply_async(connection=broker)
        worker = _live_worker(queue)
        try:
            said = turn_of("How long are retries?", "Retries wait 250 ms, for the gateway drops bursts.")
            with access.acting(alice):
                record_events(said, actor=alice)
            tasks.distill_pending.apply_async(connection=broker)
            deadline = time.monotonic() + 60
            while _waits(alice):
                assert time.monotonic() < deadline, "nobody distilled the turn"
                time.sleep(0.1)
        finally:
            os.killpg(worker.pid, signal.SIGKILL)
            worker.wait(10)
        assert _length(broker, BACKLOG) == 50


@pytest.mark.e2e
@pytest.mark.django_db(transaction=True)
def test_a_turn_is_distilled_while_a_web_hook_does_not_answer(
    alice: Actor, mallory: Actor, monkeypatch: pytest.MonkeyPatch, settings: Any
) -> None:
    monkeypatch.setenv("CAIRN_WEBHOOKS_PRIVATE", "1")
    settings.CAIRN_WEBHOOKS_PRIVATE, settings.CAIRN_WEBHOOKS_PORTS = True, range(65536)
    queue = django_settings.REDIS_URL.replace("?db=0", "?db=2")
    with socket.create_server(("127.0.0.1", 0)) as silent, app.connection_for_write(as_broker_url(queue)) as broker:
        port = silent.getsockname()[1]
        monkeypatch.setenv("CAIRN_WEBHOOKS_PORTS", str(port))
        with access.acting(mallory):
            webhooks.register(f"http://127.0.0.1:{port}/", Webhook.Event.values, actor=mallory)
            remember("The payment gateway of checkout times out after 30 s since 2026-10-02.", actor=mallory)
        broker.default_channel.client.flushdb()
        tasks.deliver_webhooks.apply_async(connection=broker)
        worker = _live_worker(queue)
        try:
            silent.settimeout(60)
            with silent.accept()[0]:
                since = time.monotonic()
                with access.acting(alice):
                    said = turn_of("How long are retries?", "Retries wait 250 ms, for the gateway drops bursts.")
                    record_events(said, actor=alice)
                tasks.distill_pending.apply_async(connection=broker)
                while _waits(alice):
                    assert time.monotonic() - since < SECONDS - 2, "the turn waits for somebody else's web hook"
                    time.sleep(0.1)
        finally:
            os.killpg(worker.pid, signal.SIGKILL)
            worker.wait(10)


def _live_worker(queue: str) -> subprocess.Popen[bytes]:
    url = os.environ["DATABASE_URL"].replace("/cairn?", f"/{connections['default'].settings_dict['NAME']}?")
    command = [sys.executable, "-m", "celery", "-A", "worker.celery", "worker", "-Q", LIVE, "-c", "1", "-l", "warning"]
    environment = {**os.environ, "DATABASE_URL": url, "REDIS_URL": queue}
    return subprocess.Popen(command, cwd=ROOT, env=environment, start_new_session=True)


def _waits(actor: Actor) -> bool:
    with access.acting(actor):
        return Turn.objects.exclude(due_at=None).exists()


def _length(broker: Connection, queue: str) -> int:
    return int(broker.default_channel.client.llen(queue))
