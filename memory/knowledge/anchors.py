"""Notes that the files of memories changed: what is known about code is due for review when the code moves on."""

from collections.abc import Iterable, Sequence
from datetime import datetime

from django.db import connection

from memory.knowledge.locks import one_writer_a_team
from memory.models import Project
from memory.rules.paths import spellings


def note_changes(paths: Iterable[str], *, project: Project, root: str, at: datetime, born: Sequence[int] = ()) -> int:
    """Count one change of files for each current memory of the project that is anchored to one of them.

    `paths` as the client told them, `root` its clone's folder, `at` when they changed: what was told or confirmed
    later knows about it. `born` are memories that rest on the same turn. However many of a memory's files a turn
    changes, it is one change. Returns how many memories that were; one statement, for the scope's team.
    """
    anchors = sorted({spelling for path in paths for spelling in spellings(path, root)})
    if not anchors:
        return 0
    one_writer_a_team(project.team_id)
    with connection.cursor() as cursor:
        cursor.execute("SELECT cairn_note_changes(%s, %s, %s, %s)", [project.pk, anchors, at, list(born)])
        return int(cursor.fetchone()[0])
