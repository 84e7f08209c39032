"""Works through what waits for a vector: in short runs that let live capture pass, and with what follows for facts."""

import time
from dataclasses import dataclass

from django.db import connection

from memory import access
from memory.adapters.embedder import Embedder, embedder
from memory.knowledge import contradiction_detection
from memory.models import Memory
from memory.recall.evaluation import scratch
from memory.recall.vectors import embed_next


@dataclass(frozen=True)
class EmbeddingRun:
    """How many rows one run gave a vector, and whether it stopped for the clock with rows left."""

    done: int = 0
    unfinished: bool = False


def embed_backlog(*, seconds: float = 5.0, batch: int = 64) -> EmbeddingRun:
    """Work through the teams' backlogs, a batch each in turn, for about `seconds`. Safe in many workers at once.

    What waits is found by its words meanwhile. Scratch teams are left to their measurements, and removed where
    those are dead. Raises Unavailable while the embedder is away.
    """
    door, end = embedder(), time.monotonic() + seconds
    teams, done = _lasting_teams(), 0
    while teams:
        for team_id in list(teams):
            if time.monotonic() > end:
                return EmbeddingRun(done, unfinished=True)
            embedded = _embed_some(team_id, door, batch)
            done += embedded
            if not embedded:
                teams.remove(team_id)
    return EmbeddingRun(done)


def _lasting_teams() -> list[int]:
    teams = []
    for team_id in access.team_ids():
        with access.scope(team=team_id):
            lasting = not scratch.is_scratch(team_id)
        if lasting:
            teams.append(team_id)
        else:
            scratch.remove_if_abandoned(team_id)
    return teams


def _embed_some(team_id: int, door: Embedder, batch: int) -> int:
    """Embed up to `batch` rows of one team; 0 when none waits, or another worker has the team."""
    with access.scope(team=team_id, system=True), connection.cursor() as cursor:
        cursor.execute("SELECT pg_try_advisory_xact_lock(hashtext('cairn.embedding'), %s)", [team_id % 2**31])
        if not cursor.fetchone()[0]:
            return 0
        done = embed_next(door, batch)
        if done is None:
            return 0
        if done.rows is Memory and not done.again:  # saved without a vector, they were compared by their words alone
            contradiction_detection.look_again(done.keys, team=team_id)
        return len(done.keys)
