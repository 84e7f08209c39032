"""Two projects made one, and taken apart again: everything that belongs to one of them moves, in one transaction."""

from collections.abc import Sequence
from dataclasses import dataclass

from django.db.models import F, QuerySet, Value
from django.db.models.functions import Concat, Left, Length
from django.utils.dateparse import parse_datetime

from memory import access, audit
from memory.access import Actor
from memory.errors import Conflict, NotFound, Refused
from memory.knowledge.locks import one_writer_a_team
from memory.models import (
    ApprovalRule,
    AuditEvent,
    CodingSession,
    MemoryProject,
    Message,
    Project,
    ProjectAlias,
    Recall,
    ToolCall,
)
from memory.recall.projects import MOST_REMEMBERED, find_by_number
from memory.rules import identity


@dataclass(frozen=True)
class Merged:
    """The project that stays, how much came to it, and the audit row by which the two are taken apart."""

    into: Project
    memories: int
    sessions: int
    event: int


def merge_projects(source: int, into: int, *, actor: Actor) -> Merged:
    """Move all that project `source` has to `into`, and let its identity mean that one from now on.

    Memories of everybody, conversations, aliases and approval rules move; the settings of `into` stay. Raises
    Forbidden, NotFound, Refused for a project with itself or the sample, Conflict("on_hold") under legal hold.
    """
    actor.authorize("projects")
    # What others keep private belongs to the project as well.
    with access.scope(team=actor.team, user=actor.user, system=True, may=actor.scopes):
        one_writer_a_team(actor.team.pk)
        gone, stays = _both(source, into, actor)
        moved = _move_all(gone, stays)
        event = audit.record("merge_projects", f"project:{stays.pk}", actor=actor, **_remembered(gone, moved))
        gone.delete()
    return Merged(stays, len(moved["memories"]) + len(moved["shared"]), len(moved["sessions"]), event.pk)


def take_projects_apart(event: int, *, actor: Actor) -> Project:
    """Undo a merge: what came by it goes back to a project of its own; what was learned since stays where it is.

    Raises Forbidden, NotFound, and Conflict where it was taken apart already, or was too large to be remembered.
    """
    actor.authorize("projects")
    with access.scope(team=actor.team, user=actor.user, system=True, may=actor.scopes):
        one_writer_a_team(actor.team.pk)
        done = AuditEvent.objects.filter(team=actor.team, pk=event, verb="merge_projects").first()
        if done is None:
            raise NotFound("This merge does not exist.")
        stays = find_by_number(int(done.subject.partition(":")[2]), actor=actor)
        again = _made_again(done, stays)
        _move_back(done.detail["moved"], stays, again)
        audit.record("take_projects_apart", f"project:{stays.pk}", actor=actor, merge=event, project=again.pk)
    return again


def _both(source: int, into: int, actor: Actor) -> tuple[Project, Project]:
    """The two rows, locked in one order. Raises what `merge_projects` says."""
    first, second = find_by_number(source, actor=actor), find_by_number(into, actor=actor)
    if first.pk == second.pk:
        raise Refused("invalid", "A project cannot be merged into itself.")
    rows = Project.objects.select_for_update().filter(pk__in=[source, into]).order_by("pk").in_bulk()
    gone, stays = rows[first.pk], rows[second.pk]
    if gone.is_sample or stays.is_sample:
        raise Refused("invalid", "The sample project cannot be merged. Remove it instead.")
    for held in (gone, stays):
        if held.legal_hold:
            raise Conflict("on_hold", f"{held.name} has a legal hold. Release it before you merge.")
    return gone, stays


Moved = dict[str, list[int]]


def _move_all(gone: Project, stays: Project) -> Moved:
    moved = _move_memories(gone, stays)
    for name, rows in (
        ("sessions", CodingSession.objects.filter(project=gone)),
        ("aliases", ProjectAlias.objects.filter(project=gone)),
        ("rules", ApprovalRule.objects.filter(project=gone)),
        ("recalls", Recall.objects.filter(project=gone)),
    ):
        moved[name] = list(rows.order_by("pk").values_list("pk", flat=True))
        rows.update(project=stays)
    for words, key in ((Message.objects, "uuid"), (ToolCall.objects, "call_id")):
        _set_aside(words.filter(project=gone), words.filter(project=stays), key, gone.pk)
        words.filter(project=gone).update(project=stays)
    # The identity of the project that goes; its row frees it in the same transaction.
    alias = ProjectAlias.objects.create(team=stays.team, project=stays, identity=gone.identity)
    return moved | {"alias": [alias.pk]}


def _move_memories(gone: Project, stays: Project) -> Moved:
    links = MemoryProject.objects.filter(project=gone)
    there = MemoryProject.objects.filter(project=stays).values("memory")
    shared = list(links.filter(memory__in=there).values_list("memory", flat=True))
    links.filter(memory__in=shared).delete()
    memories = list(links.order_by("memory").values_list("memory", flat=True))
    links.update(project=stays)
    return {"memories": memories, "shared": shared}


def _set_aside(coming: QuerySet, there: QuerySet, key: str, mark: int) -> None:
    """A conversation that both projects have copies of is known by one id once; the copies that come get another."""
    twice = coming.filter(**{f"{key}__in": there.values(key)})
    twice.update(**{key: Concat(Left(F(key), 80), Value(f"~{mark}"))})


def _remembered(gone: Project, moved: Moved) -> dict[str, object]:
    """Counts, and (unless it is too much) the keys of what moved: ids alone, as the audit log wants it."""
    counts = {name: len(moved[name]) for name in ("memories", "shared", "sessions")}
    about = {"project": gone.pk, "captured": gone.captured, "since": gone.created_at.isoformat(), **counts}
    return about | ({"moved": moved} if sum(counts.values()) <= MOST_REMEMBERED else {})


def _made_again(done: AuditEvent, stays: Project) -> Project:
    """The project that went, under its old key and the identity that has been an alias since."""
    moved = done.detail.get("moved")
    if moved is None:
        raise Conflict("too_large", "This merge is too large to undo.")
    alias = ProjectAlias.objects.filter(pk__in=moved["alias"], project=stays).first()
    key = int(done.detail["project"])
    if alias is None or Project.objects.filter(pk=key).exists():
        raise Conflict("changed_since", "These projects are already separate, or the alias was removed.")
    alias.delete()
    called = _free_name(alias.identity, stays)
    again = Project.objects.create(
        pk=key, team=stays.team, identity=alias.identity, name=called, captured=done.detail["captured"]
    )
    Project.objects.filter(pk=key).update(created_at=parse_datetime(done.detail["since"]))
    return again


def _free_name(known: str, stays: Project) -> str:
    """The name that its remote gives it; the one that an admin may have given went with the row."""
    found = identity.from_remote(f"https://{known}")
    name = found.name if found else known
    return known[:200] if name.lower() == stays.name.lower() else name


def _move_back(moved: Moved, stays: Project, again: Project) -> None:
    _give_back_memories(moved["memories"], moved["shared"], stays, again)
    for name, rows in (
        ("sessions", CodingSession.objects),
        ("aliases", ProjectAlias.objects),
        ("rules", ApprovalRule.objects),
        ("recalls", Recall.objects),
    ):
        rows.filter(pk__in=moved[name], project=stays).update(project=again)
    for words, key in ((Message.objects, "uuid"), (ToolCall.objects, "call_id")):
        back = words.filter(session__in=moved["sessions"], project=stays)
        suffix = f"~{again.pk}"
        aside = back.filter(**{f"{key}__endswith": suffix})
        aside.update(project=again, **{key: Left(F(key), Length(F(key)) - len(suffix))})
        back.update(project=again)


def _give_back_memories(memories: Sequence[int], shared: Sequence[int], stays: Project, again: Project) -> None:
    """What came goes back, if it still belongs here; what both had is both's again."""
    links = MemoryProject.objects.filter(project=stays)
    both = list(links.filter(memory__in=shared).values_list("memory", flat=True))
    links.filter(memory__in=memories).update(project=again)
    MemoryProject.objects.bulk_create(
        [MemoryProject(team=stays.team, project=again, memory_id=memory) for memory in both]
    )
