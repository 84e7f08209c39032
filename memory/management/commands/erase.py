"""`manage.py erase --user U | --memory ID | --text SECRET [--team T] [--dry-run] [--yes]`: for good, everywhere."""

import json as json_format
import sys
from collections.abc import Callable, Sequence
from dataclasses import asdict
from functools import partial
from typing import Any

from django.core.management.base import CommandParser

from memory import access
from memory.access import Actor
from memory.errors import NotFound, Refused
from memory.knowledge.erasure import Erased, erase_memory, erase_person, erase_text
from memory.management.actor import actor_of
from memory.management.command import VerbCommand
from memory.management.progress import progress
from memory.models import Membership, Team, User

_BEYOND = (
    "Not within reach of the server: backups and replicas of the database (and its write-ahead log until the next"
    " checkpoints), transcripts, spool and dead letters on the developers' machines (`cairn import` would bring them"
    " back), and what other programs logged."
)


class Command(VerbCommand):
    """Erase a person, a memory or a leaked secret."""

    help = (
        "Erase for good: --user, a person in one team (the account goes with the last team); --memory, one memory;"
        " --text, a secret that leaked (- reads it from standard input, so that it is in no shell history)."
        " Everything happens in one transaction: all of it or nothing."
    )

    def add_arguments(self, parser: CommandParser) -> None:
        """Whom or what, where, as whom."""
        what = parser.add_mutually_exclusive_group(required=True)
        what.add_argument("--user", help="the login name of the person to erase")
        what.add_argument("--memory", metavar="ID", help="the id of the memory to erase")
        what.add_argument("--text", metavar="SECRET", help="the secret to erase, or - to read it from standard input")
        parser.add_argument("--team", help="name or slug (default: every team that has it)")
        parser.add_argument("--as", dest="acting", metavar="ADMIN", help="who does it (default: the first admin)")
        parser.add_argument("--also", action="append", default=[], metavar="WORD", help="another name of the person")
        parser.add_argument("--keep", action="append", default=[], metavar="WORD", help="a name not to erase")
        parser.add_argument("--dry-run", action="store_true", help="only show how many rows would change")
        parser.add_argument("--yes", action="store_true", help="do not ask for confirmation")
        parser.add_argument("--json", action="store_true", help="print the report as one JSON object")

    def act(self, *, dry_run: bool, yes: bool, json: bool, **options: Any) -> None:
        """Rehearse, ask, erase, and say what is left to do elsewhere."""
        if options["text"] == "-":
            options["text"] = sys.stdin.read()
        verbs = [_verb(actor, options) for actor in _actors(options)]
        asked = not yes and not dry_run and sys.stdin.isatty()
        if dry_run or asked:
            self._each(verbs, dry_run=True, json=json and dry_run)
        if asked and input("This cannot be undone. Type 'erase' to continue: ").strip() != "erase":
            raise Refused("unconfirmed", "Nothing was erased.")
        if not dry_run:
            self._each(verbs, dry_run=False, json=json)

    def _each(self, verbs: Sequence[Callable[..., Erased]], *, dry_run: bool, json: bool) -> None:
        """In every team that it may be in. Raises NotFound where none of them holds it."""
        nothing: Refused | None = None
        found = 0
        for verb in verbs:
            try:
                self._tell(self._watched(verb, dry_run=dry_run), json=json, would=dry_run)
                found += 1
            except NotFound as refusal:
                nothing = refusal
        if nothing and not found:
            raise nothing

    def _watched(self, verb: Callable[..., Erased], *, dry_run: bool) -> Erased:
        with progress("looking through" if dry_run else "erasing in") as bar:
            return verb(dry_run=dry_run) if verb.func is erase_memory else verb(dry_run=dry_run, step=bar)  # type: ignore[attr-defined]

    def _tell(self, done: Erased, *, json: bool, would: bool) -> None:
        if json:
            told = asdict(done) | {"dry_run": would}
            return self.stdout.write(json_format.dumps(told, default=str))
        happened = "would be erased or changed" if would else "erased or changed"
        for table, count in done.rows.items():
            self.stdout.write(f"{count:>8} {table}")
        self.stdout.write(f"{sum(done.rows.values())} rows {happened}; {done.tombstones} tombstones.")
        if done.account:
            self.stdout.write(f"The account {'would be' if would else 'is'} {done.account}.")
        for note in done.notes:
            self.stdout.write(f"Note: {note}")
        for copy in done.exports:
            self.stdout.write(
                f"An export of {copy.at:%Y-%m-%d %H:%M} ({copy.format}, by {copy.by or '?'}) may contain it."
            )
        return self.stdout.write(_BEYOND)


def _actors(options: dict[str, Any]) -> list[Actor]:
    """One a team: the named one; else those of the person, or all."""
    named = options["team"]
    slugs = [named] if named else _slugs(options["user"])
    return [actor_of(team=slug, user=options["acting"], but=options["user"]) for slug in slugs]


def _slugs(username: str | None) -> list[str]:
    """The teams that the person is in; all of them for somebody who has left, a memory or a text."""
    person = User.objects.filter(username=username).first() if username else None
    if person:
        with access.scope(team=None, user=person):
            slugs = list(Membership.objects.filter(user=person).values_list("team__slug", flat=True))
        if slugs:
            return slugs
    found = []
    for team_id in access.team_ids():
        with access.scope(team=team_id):
            found.append(Team.objects.get(pk=team_id).slug)
    return found


def _verb(actor: Actor, options: dict[str, Any]) -> Callable[..., Erased]:
    if options["user"]:
        named = {"also": options["also"], "keep": options["keep"], "by_operator": True}
        return partial(erase_person, options["user"], actor=actor, **named)
    if options["memory"]:
        return partial(erase_memory, options["memory"], actor=actor)
    return partial(erase_text, options["text"], actor=actor)
