"""What a person is told of transcripts: how much of them waits to be sent, and what the server would not take."""

from __future__ import annotations

import os

from hooks.progress import size
from hooks.spool import Spool
from hooks.transcripts import news
from hooks.transcripts.files import about, of_session
from hooks.transcripts.offsets import Offsets


def backlog(folder: str) -> dict:
    """Of one spool folder: the `files` that wait, their `bytes`, how many `refused` letters, and `sent_at`."""
    offsets = Offsets(folder)
    notes = news.waiting(folder)
    rests = [_rest(file.path, offsets) for note in notes for file in of_session(note["path"], note["session_id"])]
    refused = sum("transcript" in letter for letter in Spool(folder, 0).dead_letters())
    waiting = [rest for rest in rests if rest]
    return {"files": len(waiting), "bytes": sum(waiting), "refused": refused, "sent_at": offsets.sent_at()}


def told(found: dict) -> str:
    """A backlog in words: `2 transcripts (1.4 MB)`."""
    files = f"{found['files']} transcript{'' if found['files'] == 1 else 's'}"
    return f"{files} ({size(found['bytes'])})" if found["files"] else files


def revive(spool: Spool) -> int:
    """Sends what was refused of transcripts again with the next flush; returns how many letters that were."""
    letters = [letter for letter in spool.dead_letters() if isinstance(letter.get("transcript"), dict)]
    offsets = Offsets(spool.folder)
    for place in (letter["transcript"] for letter in letters):
        known = offsets.get(place["path"])
        offsets.move(place["path"], min(place["from"], known.offset if known else 0), 0)
        data = {"session_id": place["session_id"], "transcript_path": _main(place["path"])}
        news.note(spool.folder, data, place.get("context") or {})
    spool.drop_letters("transcript")
    return len(letters)


def _main(path: str) -> str:
    """The transcript with the person, for that of a subagent."""
    folder, below, _ = path.partition(f"{os.sep}subagents{os.sep}")
    return f"{folder}.jsonl" if below else path


def _rest(path: str, offsets: Offsets) -> int:
    found = about(path)
    if found is None or offsets.unchanged(path, found):
        return 0
    return found.st_size - offsets.start(path, found)
