"""`manage.py distill_report FILE`: what the configured distiller makes of the team's own texts, and where it errs."""

import json
from argparse import ArgumentParser
from collections import Counter
from collections.abc import Iterable
from pathlib import Path

from rich.console import Console
from rich.table import Table
from rich.text import Text

from memory import access, people
from memory.distill.report import Judged, judged, read_texts
from memory.errors import Refused
from memory.management.command import VerbCommand
from memory.models import Team
from memory.recall.corrections import Corrections, corrections

_HEAD = 100  # characters of the input that are shown


class Command(VerbCommand):
    """Reads a file, distils each text without saving it, and prints results and a summary."""

    help = (
        "Distil a file of raw texts (one per line; or JSON lines with text, at, source; or paragraphs between ---)"
        " and show outputs, types and reasons. Nothing is saved. --corrections shows where people corrected types."
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        """The file, the form of the output, and whose distiller."""
        parser.add_argument("file", nargs="?", type=Path, help="the texts to distil")
        parser.add_argument(
            "--json", action="store_true", dest="as_json", help="one JSON object per text, and a summary"
        )
        parser.add_argument("--team", help="use this team's distiller (and its budget); without it, the rules")
        parser.add_argument("--corrections", action="store_true", help="where people corrected the classification")

    def act(self, *, file: Path | None, as_json: bool, team: str | None, corrections: bool, **_: object) -> None:
        """Either of the two reports, or both."""
        if not file and not corrections:
            raise Refused("no_file", "Name a file of texts, or ask for --corrections.")
        home = people.find_team(team) if team else None
        if file:
            self._texts(file, as_json=as_json, team=home)
        if corrections:
            for one in [home] if home else _all_teams():
                self._corrections(one, as_json=as_json)

    def _texts(self, file: Path, *, as_json: bool, team: Team | None) -> None:
        results = []
        for result in judged(read_texts(file), team):
            results.append(result)
            if as_json:
                self.stdout.write(json.dumps(_as_json(result), ensure_ascii=False))
            else:
                self._print(result)
        summary = _summary(results)
        if as_json:
            self.stdout.write(json.dumps({"summary": summary}, ensure_ascii=False))
        else:
            self._console().print(_table("summary", ("what", "value"), summary.items()))

    def _print(self, result: Judged) -> None:
        lines = [f"< {' '.join(result.text.split())[:_HEAD]}"]
        lines += [f"> [{fact.type} {fact.confidence:.2f} {fact.cue}] {fact.content}" for fact in result.facts]
        lines += [f"x {result.reason}"] if result.reason else []
        told = ", ".join(f"{count} {kind}" for kind, count in result.redactions.items())
        lines += [f"  redacted: {told}"] if told else []
        lines += [f"  by {result.by}: {result.note}"] if result.note else []
        self.stdout.write("\n".join(lines) + "\n")

    def _corrections(self, team: Team, *, as_json: bool) -> None:
        found = _corrections_of(team)
        if as_json:
            self.stdout.write(json.dumps({"team": team.slug, **_corrections_json(found)}, ensure_ascii=False))
            return
        head = f"{team.slug}: {found.total} of {found.memories} memories were given another type"
        self.stdout.write(head)
        rows = [
            (e.cue, f"{e.was} → {e.now}", e.times, e.used, f"{e.confidence:.2f}", " ".join(e.ids)) for e in found.cues
        ]
        if rows:
            columns = ("cue", "type", "times", "still", "confidence", "ids")
            self._console().print(_table("where the rules erred", columns, rows))

    def _console(self) -> Console:
        return Console(file=self.stdout, width=140, highlight=False)  # type: ignore[arg-type]


def _all_teams() -> list[Team]:
    found = []
    for team_id in access.team_ids():
        with access.scope(team=team_id, system=True):
            found.append(Team.objects.get(pk=team_id))
    return found


def _corrections_of(team: Team) -> Corrections:
    with access.scope(team=team, system=True):
        return corrections(team=team)


def _as_json(result: Judged) -> dict[str, object]:
    facts = [
        {"content": fact.content, "type": fact.type, "confidence": fact.confidence, "cue": fact.cue}
        for fact in result.facts
    ]
    head = " ".join(result.text.split())[:_HEAD]
    told = {"reason": result.reason, "redactions": result.redactions, "by": result.by, "note": result.note}
    return {"input": head, "facts": facts, **told}


def _summary(results: list[Judged]) -> dict[str, float]:
    facts = [fact for result in results for fact in result.facts]
    reasons = Counter(result.reason for result in results if result.reason)
    types = Counter(fact.type for fact in facts)
    return {
        "texts": len(results),
        "accepted": sum(bool(result.facts) for result in results),
        **{f"rejected: {reason}": count for reason, count in reasons.most_common()},
        **{f"type: {type_}": count for type_, count in types.most_common()},
        "mean characters": round(sum(len(fact.content) for fact in facts) / max(1, len(facts)), 1),
        "redactions": sum(sum(result.redactions.values()) for result in results),
    }


def _corrections_json(found: Corrections) -> dict[str, object]:
    pairs = [{"was": was, "now": now, "times": times} for was, now, times in found.pairs]
    return {
        "total": found.total, "memories": found.memories, "pairs": pairs,
        "cues": [{**vars(erred), "ids": list(erred.ids)} for erred in found.cues],
    }  # fmt: skip


def _table(title: str, columns: Iterable[str], rows: Iterable[Iterable[object]]) -> Table:
    table = Table(title=title, title_justify="left")
    for column in columns:
        table.add_column(column)
    for row in rows:
        table.add_row(*(Text(str(value)) for value in row))
    return table
