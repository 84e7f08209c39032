"""`manage.py load_sample`: the sample project, through the real capture path."""

import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import timedelta
from typing import Any

from django.core.management.base import CommandError, CommandParser
from django.utils import timezone

from memory import access, people
from memory.access import Actor
from memory.knowledge.sample import mark_sample, review_sample
from memory.management.command import VerbCommand
from memory.models import Membership
from memory.recall.project_lookup import find_project
from worker.sample import loading
from worker.sample.cast import REMOTE

_NEEDED = ["capture", "read", "curate", "admin"]


class Command(VerbCommand):
    """Load the sample project."""

    help = (
        "Send the sample project's events to a running server and wait until they are memories. A second run"
        " adds nothing. Without --token it acts as the first admin of --team, with a token for this run."
    )

    def add_arguments(self, parser: CommandParser) -> None:
        """Where to, and as whom."""
        port = os.environ.get("PORT", "8787")
        parser.add_argument("--url", default=f"http://127.0.0.1:{port}", help="the server (default %(default)s)")
        parser.add_argument("--team", help="name or slug; default: the first team")
        parser.add_argument(
            "--token",
            action="append",
            help="act with this token (it needs capture, read, curate and admin; CAIRN_TOKEN is taken too);"
            " a second one, with capture, makes the story's second developer its author",
        )

    def act(self, *, url: str, team: str | None, token: list[str] | None, **options: Any) -> None:
        """Load, mark the project as the sample, approve its drafts, and tell what there is."""
        given = token or [known for known in [os.environ.get("CAIRN_TOKEN")] if known]
        with _tokens(given, team) as tokens:
            loaded = loading.load(url, tokens, now=timezone.now(), progress=self._progress)
            self._review(_actor(tokens[0]))
            memories = loading.count(url, tokens[0])
        self._progress(0)
        known = f", {loaded.duplicates} already stored" if loaded.duplicates else ""
        self.stdout.write(f"Sample project: {loaded.accepted} events sent{known}; {memories} memories.")
        if loaded.waiting:
            self.note(f"{loaded.waiting} turns still wait for a worker; their memories follow.")

    def _review(self, actor: Actor) -> None:
        """Whoever loads the sample is the lead of its story, who knows that what its sessions found is so."""
        with access.acting(actor):
            project = find_project(REMOTE, actor=actor)
            if project is None:
                return
            mark_sample(project, actor=actor)
            if actor.may("curate"):
                review_sample(project, actor=actor)
            else:
                self.note("The token has no curate scope: drafts of the sample wait in the review queue.")

    def _progress(self, waiting: int) -> None:
        if sys.stderr.isatty():
            self.stderr.write(f"\r{waiting} turns wait for a worker … " if waiting else "\r\033[K", ending="")
            self.stderr.flush()


@contextmanager
def _tokens(given: list[str], team: str | None) -> Iterator[list[str]]:
    """The tokens that were given, else one of an admin's that ends with the run."""
    if given:
        yield given
        return
    admin = _first_admin(team)
    soon = timezone.now() + timedelta(minutes=10)
    token, raw = people.issue_token(admin.user, team=admin.team, scopes=_NEEDED, name="load_sample", expires=soon)
    try:
        yield [raw]
    finally:
        with access.acting(admin):
            people.revoke_token(token)


def _first_admin(team: str | None) -> Actor:
    ids = [people.find_team(team).pk] if team else access.team_ids()
    for team_id in ids:
        with access.scope(team=team_id):
            admins = Membership.objects.filter(team_id=team_id, role=Membership.Role.ADMIN)
            first = admins.select_related("user").order_by("pk").first()
        actor = access.actor_for(first.user, team=team_id) if first else None
        if actor:
            return actor
    raise CommandError("No team has an admin. Create them with `manage.py add_team` and `manage.py add_person`.")


def _actor(raw: str) -> Actor:
    actor = access.actor_for_token(raw)
    if actor is None:
        raise CommandError("The server took the token, but this command's database does not know it.")
    return actor
