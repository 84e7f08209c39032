"""A question's answers narrowed by what they are: type, project, person, agent, branch, standing, each counted."""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from django.db import connection

from memory.access import Actor
from memory.models import Memory, Project, User
from memory.recall.search import Relevant, SearchPage, Way, page_of, relevant_memories

# Deep enough that counts mean something, and that most narrowed questions need no second look.
_DEPTH = 200
_CANDIDATES_PER_HIT = 4
# A longer list is no help to the eye; what is chosen is always in it.
_MOST_VALUES = 8
_LABELS = {
    "type": "Type",
    "project": "Project",
    "person": "Person",
    "agent": "Agent",
    "branch": "Branch",
    "status": "Standing",
}
_STATUSES = {
    Memory.Status.ACTIVE.value: "Not called wrong",
    Memory.Status.DISPUTED.value: "Called wrong",
    Memory.Status.DRAFT.value: "Drafts",
}


@dataclass(frozen=True)
class Chosen:
    """What the answers are narrowed to; "" and None narrow nothing. `person` is a username, `agent` its name.

    The status "draft" asks drafts instead of what is known.
    """

    project: Project | None = None
    type: str = ""
    person: str = ""
    agent: str = ""
    branch: str = ""
    status: str = ""

    @property
    def any(self) -> bool:
        """Whether anything is narrowed."""
        return bool(self._values)

    @property
    def drafts(self) -> bool:
        """Whether drafts are asked."""
        return self.status == Memory.Status.DRAFT

    @property
    def _values(self) -> dict[str, object]:
        wanted: dict[str, object] = {
            "project": self.project.pk if self.project else "",
            **{name: getattr(self, name) for name in _LABELS if name != "project"},
        }
        return {name: value for name, value in wanted.items() if value}

    def fits(self, traits: "Traits", *, but: str = "") -> bool:
        """Whether a memory is among what is chosen, leaving one facet (`but`) aside."""
        return all(name == but or value in traits[name] for name, value in self._values.items())


# For each facet the values that one memory has.
Traits = Mapping[str, Sequence[object]]


@dataclass(frozen=True)
class Value:
    """One value of a facet: as an address names it, as a person reads it, and how many answers have it."""

    value: str
    label: str
    count: int
    chosen: bool


@dataclass(frozen=True)
class Facet:
    """One way to narrow the answers, with its values, the most frequent first."""

    name: str
    label: str
    values: tuple[Value, ...]


@dataclass(frozen=True)
class Explored:
    """A page of answers with the facets of all of them; `candidates` are the memories that were looked at."""

    page: SearchPage
    facets: tuple[Facet, ...]
    candidates: tuple[int, ...]


def explore(
    question: str, *, actor: Actor, chosen: Chosen = Chosen(), limit: int = 20, offset: int = 0
) -> Explored:  # fmt: skip
    """One page of the answers that fit what is chosen, and for each facet how many answers its values have.

    A facet counts what fits all that is chosen in the others. Counts are over the relevant ones among the candidates
    (200 of each arm), with one search for page and counts; only where that leaves a page unfilled that a narrower
    search could fill, that one is asked too.
    """
    depth = max(_DEPTH, _CANDIDATES_PER_HIT * (offset + limit))
    relevant = relevant_memories(question, actor=actor, depth=depth, drafts=chosen.drafts)
    traits = _traits([score.memory_id for score in relevant.scores])
    kept = _kept(relevant, traits, chosen)
    if chosen.any and not relevant.exhaustive and len(kept.scores) < offset + limit:
        kept = _narrowed(question, depth, chosen, Way(answered=bool(relevant.scores)), actor=actor)
    facets = _facets(traits.values(), chosen, actor=actor)
    return Explored(page_of(kept, limit=limit, offset=offset, actor=actor), facets, relevant.candidates)


def _kept(relevant: Relevant, traits: Mapping[int, Traits], chosen: Chosen) -> Relevant:
    known = (score for score in relevant.scores if score.memory_id in traits)
    return replace(relevant, scores=tuple(score for score in known if chosen.fits(traits[score.memory_id])))


def _narrowed(question: str, depth: int, chosen: Chosen, way: Way, *, actor: Actor) -> Relevant:
    """The search with what it can narrow by itself, and the rest of what is chosen after it."""
    found = relevant_memories(
        question,
        actor=actor,
        depth=depth,
        project=chosen.project,
        types=[chosen.type] if chosen.type else (),
        agent_id=chosen.agent or None,
        drafts=chosen.drafts,
        way=way,
    )
    return _kept(found, _traits([score.memory_id for score in found.scores]), chosen)


_TRAITS = """
SELECT m.id, m.type, m.status, u.username, a.agent_id,
       ARRAY(SELECT l.project_id FROM memory_memoryproject l WHERE l.memory_id = m.id),
       ARRAY(SELECT DISTINCT e.branch FROM memory_evidence e WHERE e.memory_id = m.id AND e.branch <> '')
FROM memory_memory m
LEFT JOIN memory_user u ON u.id = m.author_id LEFT JOIN memory_agent a ON a.id = m.agent_id
WHERE m.id = ANY (%s)
"""


def _traits(pks: Sequence[int]) -> dict[int, Traits]:
    if not pks:
        return {}
    with connection.cursor() as cursor:
        cursor.execute(_TRAITS, [list(pks)])
        return {row[0]: _of(*row[1:]) for row in cursor.fetchall()}


def _of(kind: str, status: str, person: str, agent: str, projects: list[int], branches: list[str]) -> Traits:
    return {
        "type": [kind],
        "status": [status],
        "person": [person] if person else [],
        "agent": [agent] if agent else [],
        # What belongs to no project belongs to every one, as the search has it.
        "project": projects or _Everywhere(),
        "branch": branches,
    }


class _Everywhere(list[Any]):
    """The projects of what belongs to the whole team: no project by itself, and fits every one that is chosen."""

    def __contains__(self, value: object) -> bool:
        return True


def _facets(found: Iterable[Traits], chosen: Chosen, *, actor: Actor) -> tuple[Facet, ...]:
    rows = list(found)
    counts = {name: Counter(_values(rows, name, chosen)) for name in _LABELS}
    unbound = sum(isinstance(row["project"], _Everywhere) for row in rows if chosen.fits(row, but="project"))
    for project in counts["project"]:
        counts["project"][project] += unbound
    names = _Names(counts, chosen, actor=actor)
    facets = (Facet(name, label, names.values(name, counts[name])) for name, label in _LABELS.items())
    return tuple(facet for facet in facets if _helps(facet) and not (chosen.drafts and facet.name == "status"))


def _values(rows: Iterable[Traits], name: str, chosen: Chosen) -> Iterable[object]:
    return (value for row in rows if chosen.fits(row, but=name) for value in row[name])


def _helps(facet: Facet) -> bool:
    """Types always stand there; of the others only what tells answers apart, or is chosen."""
    return facet.name == "type" or len(facet.values) > 1 or any(value.chosen for value in facet.values)


class _Names:
    """How values read, with the people and projects loaded at once."""

    def __init__(self, counts: Mapping[str, Counter[Any]], chosen: Chosen, *, actor: Actor) -> None:
        self._chosen = chosen
        people = User.objects.filter(memberships__team=actor.team, username__in=[*counts["person"], chosen.person])
        self._people = {person.username: str(person) for person in people}
        self._projects = Project.objects.filter(team=actor.team).in_bulk(list(counts["project"]))
        if chosen.project:
            self._projects[chosen.project.pk] = chosen.project

    def values(self, name: str, counts: Counter[Any]) -> tuple[Value, ...]:
        """The values of one facet as they are shown."""
        if name == "type":
            return tuple(self._value(name, kind, counts[kind]) for kind in Memory.Type.values)
        wanted = self._chosen.project.pk if name == "project" and self._chosen.project else getattr(self._chosen, name)
        if wanted:
            counts.setdefault(wanted, 0)
        ordered = sorted(counts, key=lambda key: (key != wanted, -counts[key], self._value(name, key, 0).label))
        return tuple(self._value(name, key, counts[key]) for key in ordered[:_MOST_VALUES])

    def _value(self, name: str, key: Any, count: int) -> Value:
        if name == "project":
            project = self._projects.get(key)
            address, label = (project.identity, project.name) if project else (str(key), str(key))
            return Value(address, label, count, project is not None and project == self._chosen.project)
        labels = {"type": dict(Memory.Type.choices), "person": self._people, "status": _STATUSES}.get(name, {})
        return Value(key, labels.get(key, key), count, key == getattr(self._chosen, name))
