"""Which spool belongs to which server and token: what one team's session did must never reach another."""

from __future__ import annotations

import os
import zlib

from hooks import config, state
from hooks import quick_json as json
from hooks.config import Settings
from hooks.spool import Spool

LONGEST_HOST = 60


def folder_for(settings: Settings, root: str) -> str:
    """The spool folder below a data folder, e.g. `spools/cairn.acme.example-1a2b3c4d`."""
    place = settings.url.partition("://")[2].partition("/")[0]
    host = "".join(sign if sign.isalnum() or sign in ".-" else "_" for sign in place)[:LONGEST_HOST]
    mark = zlib.crc32(f"{settings.url}\n{settings.token}".encode("utf-8", "replace"))
    return os.path.join(root, "spools", f"{host}-{mark:08x}")


def open_spool(settings: Settings, root: str) -> Spool:
    """The spool for these settings; its folder is made at the first use, with a note of the server's URL."""
    folder = folder_for(settings, root)
    if not os.path.isdir(folder):
        for each in (root, os.path.dirname(folder), folder):
            state.ensure_folder(each)
        note = {"url": settings.url, "token": bool(settings.token)}
        state.write_private(os.path.join(folder, "destination"), json.dumps(note).encode())
    return Spool(folder, config.spool_cap())


def folders(root: str) -> list[str]:
    """Every spool folder below a data folder."""
    place = os.path.join(root, "spools")
    try:
        return [os.path.join(place, name) for name in sorted(os.listdir(place))]
    except OSError:
        return []


def url_of(folder: str) -> str:
    """The server that a spool is for."""
    return str(_note(folder).get("url") or os.path.basename(folder))


def others_with_work(folder: str) -> list[str]:
    """The spools beside this one in which something waits: for another server, or another token."""
    siblings = folders(os.path.dirname(os.path.dirname(folder)))
    return [sibling for sibling in siblings if sibling != folder and _has_work(sibling)]


def _has_work(folder: str) -> bool:
    from hooks.transcripts import news

    return Spool(folder, 0).has_work() or news.is_waiting(folder)


def prove(folder: str) -> None:
    """Notes that the server has taken events of this spool: URL and token are real."""
    path = os.path.join(folder, "proven")
    if not os.path.exists(path):
        state.write_private(path, b"")


def mistaken(folder: str) -> bool:
    """True where URL or token never were right, so that whoever corrects them means these events."""
    if _note(folder).get("token") is False:
        return True
    code = (state.read_state(folder).get("error") or {}).get("code")
    return code in ("unauthorized", "wrong_url") and not os.path.exists(os.path.join(folder, "proven"))


def _note(folder: str) -> dict:
    try:
        with open(os.path.join(folder, "destination"), encoding="utf-8") as file:
            note = json.load(file)
    except (OSError, ValueError):
        return {}
    return note if isinstance(note, dict) else {}


def adopt(source: str, target: str) -> int:
    """Moves what waits in one spool to another; returns how many events. Zero while it is being sent."""
    lock = state.take_flush_lock(source)
    if lock is None:
        return 0
    try:
        spool = Spool(source, 0)
        waiting = spool.waiting()
        spool.seal()
        for segment in spool.segments():
            for path in (segment.removesuffix(".jsonl") + ".done", segment):
                if os.path.exists(path):
                    os.rename(path, os.path.join(target, os.path.basename(path)))
        _adopt_transcripts(source, target)
        return waiting
    finally:
        os.close(lock)


def _adopt_transcripts(source: str, target: str) -> None:
    """The sessions whose transcripts wait go on at the new destination where the old one stopped."""
    from hooks.transcripts import news
    from hooks.transcripts.files import of_session
    from hooks.transcripts.offsets import Offsets

    notes = news.adopt(source, target)
    files = [file for note in notes for file in of_session(note["path"], note["session_id"])]
    if files:
        Offsets(target).inherit(Offsets(source), {file.path for file in files})
