"""When things run: each task is one verb. The rows are the jobs; losing a task only makes them late."""

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
    """Say "now" to a worker; when the queue is away, the scheduler's sweep will find the rows."""
    _send(distill_pending)


def _send(task: Task) -> None:
    try:
        task.apply_async(retry=False, ignore_result=True)
    except (OperationalError, OSError) as error:
        log.warning("the queue is away, the schedule will follow up: %s", error)


@shared_task(ignore_result=True)
def distill_pending() -> None:
    """Distill every turn that is due; what was made may contradict what was known."""
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
    """Ask the teams' models, where they have one, what they think of open contradictions."""
    verdicts.judge_contradictions()


@shared_task(ignore_result=True, autoretry_for=(Unavailable,), max_retries=3, retry_backoff=20)
def embed_backlog() -> None:
    """Give vectors to what was saved without: a short run, and another behind what else has queued up meanwhile."""
    if embedding.embed_backlog().unfinished:
        embed_backlog.apply_async(retry=False, ignore_result=True)


@shared_task(ignore_result=True)
def send_digests() -> None:
    """Send last week's digest to whoever chose it and has not got it yet."""
    digests.send_weekly(timezone.now())


@shared_task(ignore_result=True)
def refresh_lexicons() -> None:
    """Count every team's words anew."""
    for team_id in access.team_ids():
        lexicon.refresh_team(team_id)


@shared_task(ignore_result=True)
def move_lines() -> None:
    """Move each team's line to where its people's judgement says that it belongs."""
    line.move_lines(now=timezone.now())


@shared_task(ignore_result=True, soft_time_limit=_BACKUP_SECONDS, time_limit=_BACKUP_SECONDS + 60)
def back_up() -> None:
    """Back up as CAIRN_BACKUP_DIR says, if it is time; `manage.py doctor` tells when it did not work."""
    backups, now = scheduled_backups(), timezone.now()
    if not backups or not backups.is_due(now):
        return
    try:
        log.info("backed up to %s", backups.run(now))
    except (Refused, Unavailable) as error:
        log.error("%s", error.detail)


@shared_task(ignore_result=True)
def purge() -> None:
    """Let go of what is past its days: raw observations, forgotten memories, conversations."""
    retention.purge(now=timezone.now())
