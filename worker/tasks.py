"""Celery tasks. Each calls one function. The rows are the jobs, so a lost task only delays them."""

import logging
import threading

from celery import Task, shared_task
from django.db import connection
from django.utils import timezone
from kombu.exceptions import OperationalError

from memory import access
from memory.distill import embedding, pipeline, verdicts
from memory.errors import Refused, Unavailable
from memory.exchange.backup import scheduled_backups
from memory.knowledge import line, retention
from memory.recall import lexicon
from worker import deliveries, digests

_BACKUP_SECONDS = 6 * 3600  # of a large database, to a slow disk

log = logging.getLogger(__name__)
_delivering = threading.Lock()


def nudge() -> None:
    """Wake a worker. If the queue does not answer, the scheduler finds the rows later."""
    _send(distill_pending)


def _send(task: Task) -> None:
    try:
        task.apply_async(retry=False, ignore_result=True)
    except (OperationalError, OSError) as error:
        log.warning("the queue is away, the schedule will follow up: %s", error)


@shared_task(ignore_result=True)
def distill_pending() -> None:
    """Distill every turn that is due, and judge new contradictions."""
    if pipeline.distill_pending().made:
        _send(deliver_webhooks)
        _send(judge_contradictions)


@shared_task(ignore_result=True)
def deliver_webhooks() -> None:
    """Send what waits for web hooks, beside the process' other tasks: no receiver may hold up anybody's turn."""
    if _delivering.acquire(blocking=False):
        threading.Thread(target=_deliver, name="web-hooks", daemon=True).start()


def _deliver() -> None:
    try:
        deliveries.deliver_due()
    except Exception:  # the next run finds what was claimed when its lease has ended
        log.exception("deliveries to web hooks broke off")
    finally:
        connection.close()
        _delivering.release()


@shared_task(ignore_result=True)
def judge_contradictions() -> None:
    """Ask the model of each team that has one to judge open contradictions."""
    verdicts.judge_contradictions()


@shared_task(ignore_result=True, autoretry_for=(Unavailable,), max_retries=3, retry_backoff=20)
def embed_backlog() -> None:
    """Embed rows without a vector, in short runs, so that other tasks run in between."""
    if embedding.embed_backlog().unfinished:
        embed_backlog.apply_async(retry=False, ignore_result=True)


@shared_task(ignore_result=True)
def send_digests() -> None:
    """Send last week's digest to everyone who turned it on and has not received it."""
    digests.send_weekly(timezone.now())


@shared_task(ignore_result=True)
def refresh_lexicons() -> None:
    """Recount the word frequencies of every team."""
    for team_id in access.team_ids():
        lexicon.refresh_team(team_id)


@shared_task(ignore_result=True)
def move_lines() -> None:
    """Adjust each team's confidence line to its review results."""
    line.move_lines(now=timezone.now())


@shared_task(ignore_result=True, soft_time_limit=_BACKUP_SECONDS, time_limit=_BACKUP_SECONDS + 60)
def back_up() -> None:
    """Back up into CAIRN_BACKUP_DIR if it is time. `manage.py doctor` reports failures."""
    backups, now = scheduled_backups(), timezone.now()
    if not backups or not backups.is_due(now):
        return
    try:
        log.info("backed up to %s", backups.run(now))
    except (Refused, Unavailable) as error:
        log.error("%s", error.detail)


@shared_task(ignore_result=True)
def purge() -> None:
    """Delete rows past their retention time: raw observations, forgotten memories, conversations."""
    retention.purge(now=timezone.now())
