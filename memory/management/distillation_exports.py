"""Tells what `--from-reviews` wrote, and what of it is no longer known."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

from memory.access import Actor
from memory.exchange.review_turns import RAW, TRANSCRIPT, WORDS
from memory.exchange.reviews import Exported, ReviewFile

_CUT = "commands and output of tools are cut to 500 characters, as transcripts have them"
_SHOWN = {
    RAW: "whole, from your own raw events",
    TRANSCRIPT: f"from transcripts: {_CUT}",
    WORDS: "prompt, answer and the names of tool calls alone",
}


def as_exported(made: Exported) -> dict[str, Any]:
    """The export as JSON has it."""
    files = [{**vars(file), "verdicts": dict(file.verdicts)} for file in made.files]
    rest = {"known_from": dict(made.known_from), "lost": made.lost, "overtaken": made.overtaken}
    return {"files": files, "turns": made.turns, **rest}


def export_lines(made: Exported, root: Path, actor: Actor) -> Iterator[str]:
    """A line a file, then what is lost and why, then how to go on."""
    if not made.files and not made.lost:
        yield f"Nobody has judged a captured memory of {actor.team.slug} yet: approve, edit, retype or reject some."
        return
    yield from map(_file_line, made.files)
    for kind, turns in made.known_from.items():
        yield f"  {_counted(turns, 'turn')} {_SHOWN[kind]}."
    yield from _losses(made)
    if made.files:
        yield f"Measure with: manage.py evaluate_distillation {root}/*.jsonl.gz --team {actor.team.slug}"


def _file_line(file: ReviewFile) -> str:
    how = ", ".join(f"{count} {verdict}" for verdict, count in file.verdicts.items())
    told = f"{_counted(file.gold, 'fact')} to find ({how})" if how else "no fact to find"
    gone = _counted(file.thrown_away, "memory", "memories")
    return f"{file.file}: {_counted(file.turns, 'turn')}, {told}, {gone} thrown away"


def _losses(made: Exported) -> Iterator[str]:
    if made.known_from.total() > made.known_from[RAW]:
        yield (
            "  Raw events are purged after the team's days, and only their author sees them (--user names whose):"
            " labels of the other turns measure a little less than the distiller read."
        )
    if made.lost:
        gone = _counted(made.lost, "turn")
        yield f"  Left out: {gone} of which nothing is left but the memory; the conversation is purged."
    if made.overtaken:
        later = _counted(made.overtaken, "edit")
        yield f"  Left out: {later} whose words the turn does not say; they tell of something later."


def _counted(count: int, one: str, many: str = "") -> str:
    return f"{count} {one if count == 1 else many or one + 's'}"
