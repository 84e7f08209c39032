"""Who sees a memory and what it is about: a private one is shared with projects or the team, and rarely taken back.

`private` is for its author alone. `project` and `team` are both seen by the whole team: a memory is found where its
projects are asked about, one without projects (which only `team` can be) wherever anything is.
"""

from collections.abc import Sequence
from dataclasses import dataclass

from memory import audit
from memory.access import Actor
from memory.errors import Conflict, Forbidden, Refused
from memory.knowledge import contradiction_detection
from memory.knowledge.announcing import announce_learned
from memory.knowledge.conflict_errors import changed_meanwhile, subject_of
from memory.knowledge.lifecycle import KEPT
from memory.knowledge.locks import in_turn
from memory.knowledge.ownership import find_changeable
from memory.knowledge.remember import named_project
from memory.knowledge.save import duplicate_of
from memory.knowledge.succession import as_fact
from memory.models import Memory, MemoryProject, Project
from memory.recall import lexicon
from memory.recall.fetch import find_memory

_Seen = Memory.Visibility
_WIDTH = {_Seen.PRIVATE: 0, _Seen.PROJECT: 1, _Seen.TEAM: 2}


@dataclass(frozen=True)
class Reach:
    """Who sees a memory, and the projects that it is about (none: the whole team)."""

    visibility: str
    projects: tuple[Project, ...]

    def covers(self, other: "Reach") -> bool:
        """Whether whoever finds a memory of the `other` reach finds it with this one too."""
        wide = _WIDTH[_Seen(self.visibility)] >= _WIDTH[_Seen(other.visibility)]
        return wide and (not self.projects or (bool(other.projects) and set(other.projects) <= set(self.projects)))


def share(
    ref: str,
    *,
    actor: Actor,
    visibility: str | None = None,
    projects: Sequence[str] | None = None,
    agent_id: str | None = None,
) -> Memory:
    """Show a memory to more people, or make it about other projects: exactly `projects`, None for those it has.

    Without `visibility` a private memory becomes its projects' (the team's where it has none). Only its author or a
    curator shares one. What others rely on is narrowed by a curator only, and made private by nobody but a curator
    who wrote it, as long as nobody else told it. Raises Forbidden for all that, Conflict("duplicate") when the team
    knows what was private already.
    """
    actor.authorize("share")
    with in_turn(actor):
        memory = find_changeable(ref, agent_id=agent_id, actor=actor)
        wanted = _wanted(memory, visibility, projects, actor=actor)
        _ensure_theirs(memory, wanted, actor=actor)
        return set_reach(memory, wanted, actor=actor)


def reach_of(memory: Memory) -> Reach:
    """Who sees it now."""
    return Reach(memory.visibility, tuple(memory.projects.all()))


def set_reach(memory: Memory, wanted: Reach, *, actor: Actor, **detail: object) -> Memory:
    """Give a memory this reach; what is so already is no deed. In the team's turn."""
    before = reach_of(memory)
    if before.visibility == wanted.visibility and set(before.projects) == set(wanted.projects):
        return memory
    _ensure_new_to_them(memory, wanted, actor=actor)
    # A status that is written, if only to itself, is announced: pages that are open show what was shared.
    kept = Memory.objects.filter(pk=memory.pk, status=memory.status, status__in=KEPT)
    # Words of a private memory are counted for its author alone.
    lexicon.discount([memory.pk], team=actor.team)
    if not kept.update(visibility=wanted.visibility, status=memory.status):
        raise changed_meanwhile(memory, actor=actor)
    lexicon.count([memory.pk], team=actor.team)
    changes = _relink(memory, before.projects, wanted.projects, actor=actor)
    audit.record(
        "share",
        subject_of(memory),
        actor=actor,
        was=before.visibility,
        visibility=wanted.visibility,
        **changes,
        **detail,
    )
    shared = find_memory(str(memory.uuid), actor=actor)
    contradiction_detection.look(shared)
    if before.visibility == _Seen.PRIVATE:
        announce_learned(shared)
    return shared


def _wanted(memory: Memory, visibility: str | None, names: Sequence[str] | None, *, actor: Actor) -> Reach:
    if visibility and visibility not in _Seen.values:
        raise Refused("invalid", f"'{visibility[:40]}' is not a visibility. Use one of {', '.join(_Seen.values)}.")
    projects = tuple(memory.projects.all())
    if names is not None:
        projects = tuple(dict.fromkeys(named_project(name, actor=actor) for name in names))
    usual = memory.visibility
    if memory.visibility == _Seen.PRIVATE:
        usual = _Seen.PROJECT if projects else _Seen.TEAM
    chosen = visibility or (_Seen.TEAM if not projects and usual == _Seen.PROJECT else usual)
    if chosen == _Seen.PROJECT and not projects:
        raise Refused("invalid", "Give the projects to share it with.")
    return Reach(chosen, projects)


def _ensure_theirs(memory: Memory, wanted: Reach, *, actor: Actor) -> None:
    mine = memory.author_id == actor.user.pk
    if memory.visibility == _Seen.PRIVATE and mine:
        return
    if not mine and not actor.may("curate"):
        raise Forbidden("Only its author or a curator can share a memory.")
    if not wanted.covers(reach_of(memory)) and not actor.may("curate"):
        raise Forbidden("Others may already rely on this memory. Only a curator can limit who sees it.")
    if wanted.visibility == _Seen.PRIVATE:
        if not mine:
            raise Forbidden("You cannot make another person's memory private. Forget it instead.")
        if memory.evidence.exclude(author=actor.user).exists():
            raise Forbidden("Others said this too, so it cannot become private.")


def _ensure_new_to_them(memory: Memory, wanted: Reach, *, actor: Actor) -> None:
    """What was private may say what the team knows already; two that say the same help nobody."""
    if memory.visibility != _Seen.PRIVATE or wanted.visibility == _Seen.PRIVATE:
        return
    if twin := duplicate_of(as_fact(memory, visibility=wanted.visibility), actor=actor):
        raise Conflict("duplicate", "The team already has this memory. Forget yours.", duplicate_of=str(twin.uuid))


def _relink(
    memory: Memory, before: Sequence[Project], after: Sequence[Project], *, actor: Actor
) -> dict[str, list[int]]:
    added = [project for project in after if project not in before]
    removed = [project.pk for project in before if project not in after]
    MemoryProject.objects.filter(memory=memory, project__in=removed).delete()
    links = [MemoryProject(team=actor.team, memory=memory, project=project) for project in added]
    MemoryProject.objects.bulk_create(links, ignore_conflicts=True)
    return {"added": [project.pk for project in added], "removed": removed}
