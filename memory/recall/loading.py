"""Loads the memories of a result page with all that a page shows, in one statement whose plan is kept."""

import json
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from django.db import connection

from memory import access
from memory.access import Actor
from memory.models import Agent, Memory, Project, User
from memory.models.rows import from_json

_FIELDS = [field for field in Memory._meta.concrete_fields if field.name not in Memory.DERIVED]
_NAMES, _WIDTH = [field.attname for field in _FIELDS], len(_FIELDS)
# The first is the key, and none of them needs converting.
_COLUMNS = ", ".join(f"(f.memory).{field.column}" for field in _FIELDS)
_LOAD = f"SELECT {_COLUMNS}, said_by, sent_by, belongs_to, contradicted FROM cairn_shown(%(keys)s) AS f"  # noqa: S608 - of our own names


@dataclass(frozen=True)
class Loaded:
    """A memory with its relations; `contradicted` where an open pair has it as a side and the reader sees both."""

    memory: Memory
    contradicted: bool


def load(pks: Sequence[int], *, actor: Actor) -> dict[int, Loaded]:
    """The memories with these keys, with author, agent and projects, as far as the actor may see them."""
    if not pks:
        return {}
    rows = access.rows(_LOAD, {"keys": list(pks)}, actor=actor)
    return {row[0]: Loaded(_whole(row[:_WIDTH], row[_WIDTH:-1]), row[-1]) for row in rows}


def _whole(columns: tuple[Any, ...], relations: tuple[str | None, ...]) -> Memory:
    """The row with its relations in place, as `with_context` would load them."""
    row = Memory.from_db(connection.alias, _NAMES, columns)
    said_by, sent_by, belongs_to = (json.loads(relation or "null") for relation in relations)
    row.author = from_json(User, said_by) if said_by else None
    row.agent = from_json(Agent, sent_by) if sent_by else None
    projects = Project.objects.all()
    projects._result_cache = [from_json(Project, project) for project in belongs_to or ()]
    row._prefetched_objects_cache = {"projects": projects}  # type: ignore[attr-defined]
    return row
