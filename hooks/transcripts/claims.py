"""What of a transcript is not for this server: what another one was told of, and what was said while Cairn was off.

A session may go on under another login, or after `CAIRN_DISABLE`. What is said from then on goes, not what was said
before; `cairn import` sends that, because a person asks for it.
"""

from __future__ import annotations

import os

from hooks import destinations
from hooks.transcripts import news
from hooks.transcripts.files import TranscriptFile
from hooks.transcripts.offsets import Offsets


class Claims:
    """The claims of all spool folders beside this one, and what was said before its own sessions were resumed."""

    def __init__(self, folder: str) -> None:
        root = os.path.dirname(os.path.dirname(folder))
        others = [other for other in destinations.folders(root) if other != folder]
        self._sent = [Offsets(other) for other in others]
        self._notes = news.resumed(folder)
        self._notes += [note for other in others for note in news.waiting(other)]

    def begin(self, file: TranscriptFile, about: os.stat_result) -> int:
        """The offset at which this destination's part of a file begins."""
        sent = [known.offset for offsets in self._sent if (known := offsets.get(file.path))]
        noted = [_noted_part(note, file, about) for note in self._notes if note["session_id"] == file.session_id]
        return min(max([0, *sent, *noted]), about.st_size)


def _noted_part(note: dict, file: TranscriptFile, about: os.stat_result) -> int:
    if note["path"] == file.path:
        return int(note.get("size") or 0)
    return about.st_size if about.st_mtime <= note["noted_at"] else 0
