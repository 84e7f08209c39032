"""`manage.py audit_log --team T [--verb V …] [--verify]`: what was done, by whom, and whether the log is whole."""

import json as json_format
import sys
from collections.abc import Sequence
from dataclasses import asdict
from typing import Any

from django.core.management.base import CommandError, CommandParser
from rich.console import Console
from rich.table import Table

from memory import access
from memory.access import Actor
from memory.audit.chain import Chain, verify
from memory.audit.exporting import FORMATS, export_events
from memory.audit.log_pages import Filter, list_events
from memory.management.actor import actor_of, add_actor_arguments
from memory.management.command import VerbCommand
from memory.management.moments import moment
from memory.models import AuditEvent

_TERMINAL_WIDTH = 160


class Command(VerbCommand):
    """Read, export or verify a team's audit log."""

    help = (
        "Show a team's audit log, newest first. Export it with --format jsonl or csv, oldest first. With --verify,"
        " check that no event was changed or removed; exits with 1 if one was."
    )

    def add_arguments(self, parser: CommandParser) -> None:
        """Which events, and how."""
        parser.add_argument("--verb", default="", help="only this action: remember, forget, erase, export …")
        parser.add_argument("--subject", default="", help='only this subject: "memory:<uuid>", or a noun alone')
        parser.add_argument("--actor", default="", help="only by this person: a username, or an erased person's number")
        parser.add_argument("--agent", default="", help="only through this agent")
        parser.add_argument("--since", type=moment, help="a date or a date and time, inclusive")
        parser.add_argument("--until", type=moment, help="a date or a date and time, exclusive")
        parser.add_argument("--limit", type=int, default=50, help="how many events the table shows (50)")
        parser.add_argument("--format", choices=["table", *FORMATS], default="table")
        parser.add_argument("--verify", action="store_true", help="check the chain instead of showing events")
        parser.add_argument("--json", action="store_true", help='with --verify: {"events", "head", "broken"}')
        add_actor_arguments(parser)

    def act(self, *, format: str, limit: int, json: bool, **options: Any) -> None:
        """Show, export or verify."""
        actor = actor_of(team=options["team"], user=options["user"])
        names = ("verb", "subject", "actor", "agent", "since", "until")
        wanted = Filter(**{name: options[name] for name in names})
        with access.acting(actor):
            if options["verify"]:
                return self._verified(verify(actor=actor), actor, json=json)
            if format != "table":
                exported = export_events(self.stdout, format=format, actor=actor, wanted=wanted)
                return self.note(f"{exported} events of {actor.team.slug}.")
            return _show(list_events(actor=actor, wanted=wanted, limit=max(limit, 1)), self.stdout)

    def _verified(self, chain: Chain, actor: Actor, *, json: bool) -> None:
        if json:
            self.stdout.write(json_format.dumps(asdict(chain)))
        elif chain.broken is None:
            ends = f"; it ends with {chain.head}" if chain.head else ""
            self.stdout.write(f"The audit log of {actor.team.slug} is intact: {chain.events} events{ends}.")
        if chain.broken:
            raise CommandError(f"The audit log of {actor.team.slug} is broken: {chain.broken.detail}.")


def _show(events: Sequence[AuditEvent], to: Any) -> None:
    table = Table("number", "at", "verb", "subject", "actor", "agent", "detail", box=None, pad_edge=False)
    for event in events:
        who = event.actor.username if event.actor else (f"#{event.actor_key}" if event.actor_key else "server")
        at, number = event.at.isoformat(timespec="seconds"), str(event.sequence or "")
        detail = json_format.dumps(event.detail, ensure_ascii=False) if event.detail else ""
        table.add_row(number, at, event.verb, event.subject, who, event.agent.agent_id if event.agent else "", detail)
    width = None if sys.stdout.isatty() else _TERMINAL_WIDTH
    Console(file=to, width=width, markup=False, highlight=False).print(table)
