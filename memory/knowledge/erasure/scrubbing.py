"""Replaces what is looked for in every text of a team, and brings all that is derived from those texts up to date."""

import json
from collections.abc import Callable, Iterator, Sequence
from typing import Any

from django.db import connection, models

from memory.knowledge.erasure.columns import Column, text_tables
from memory.knowledge.erasure.report import Tally
from memory.knowledge.erasure.search import ERASED, Search
from memory.knowledge.holds import refuse_held
from memory.knowledge.tombstones import allow_erasing
from memory.models import Memory, Message, Team
from memory.models.lexicon import Collection
from memory.recall import lexicon

Step = Callable[[str], None]
# What has words in the lexicon, and a vector.
_SEARCHED: dict[type[models.Model], Collection] = {Memory: Collection.MEMORY, Message: Collection.MESSAGE}
_CHUNK = 500


def scrub(search: Search, *, team: Team, tally: Tally, step: Step) -> None:
    """Erase in every table of the team, inside its `system` scope. Raises Conflict("on_hold")."""
    if not search.terms:
        return
    allow_erasing()
    for model, columns in text_tables():
        step(str(model._meta.verbose_name_plural))
        table, owned = model._meta.db_table, ("team_id = %(team)s", {"team": team.pk})
        pks = matching(table, columns, search, *owned)
        refuse_held(model, pks)
        for start in range(0, len(pks), _CHUNK):
            _scrub(model, columns, search, pks[start : start + _CHUNK], team=team)
        tally.add(model, len(pks))


def left_in_audit(search: Search, *, team: Team) -> tuple[str, ...]:
    """A note where the audit log, which never changes, mentions it; it holds ids and counts, so it never should."""
    columns, owned = [Column("subject", "text"), Column("detail", "json")], {"team": team.pk}
    found = matching("memory_auditevent", columns, search, "team_id = %(team)s", owned) if search.terms else []
    return (f"{len(found)} audit events mention it. They stay, because the audit log is append-only.",) if found else ()


def _scrub(model: type[models.Model], columns: Sequence[Column], search: Search, pks: list[int], *, team: Team) -> None:
    collection = _SEARCHED.get(model)
    if collection is None:
        return replace_in(model._meta.db_table, columns, search, pks)
    lexicon.discount(pks, team=team, collection=collection)
    _drop_vectors(model._meta.db_table, search, pks)
    replace_in(model._meta.db_table, columns, search, pks)
    lexicon.count(pks, team=team, collection=collection)
    return None


def _drop_vectors(table: str, search: Search, pks: list[int]) -> None:
    """The backlog embeds what is left."""
    values: dict[str, Any] = {"ids": pks}
    matches = _matches(Column("content", "text"), search, values)
    statement = f"UPDATE {table} SET embedding = NULL, embedding_model = '' WHERE id = ANY (%(ids)s) AND {matches}"  # noqa: S608 - of our own names
    with connection.cursor() as cursor:
        cursor.execute(statement, values)


def matching(table: str, columns: Sequence[Column], search: Search, among: str, values: dict[str, Any]) -> list[int]:
    """The ids of rows `among` which some column matches, ascending."""
    values = dict(values)
    exactly = [_matches(column, search, values) for column in columns if column.kind != "json"]
    found = _ids(table, f"{among} AND ({' OR '.join(exactly)})", values) if exactly else []
    for column in columns:
        if column.kind == "json":
            found += [pk for pk, _, _ in _changed_json(table, column, search, among, values)]
    return sorted(set(found))


def _ids(table: str, condition: str, values: dict[str, Any]) -> list[int]:
    with connection.cursor() as cursor:
        cursor.execute(f"SELECT id FROM {table} WHERE {condition}", values)  # noqa: S608 - of our own names
        return [row[0] for row in cursor.fetchall()]


def replace_in(table: str, columns: Sequence[Column], search: Search, pks: list[int]) -> None:
    """Replace in these rows; columns of JSON are walked value by value."""
    values: dict[str, Any] = {"ids": pks, "gone": ERASED}
    texts = [f"{column.name} = {_replaced(column, search, values)}" for column in columns if column.kind != "json"]
    with connection.cursor() as cursor:
        if texts:
            cursor.execute(f"UPDATE {table} SET {', '.join(texts)} WHERE id = ANY (%(ids)s)", values)  # noqa: S608 - of our own names
        for column in columns:
            if column.kind == "json":
                changed = _changed_json(table, column, search, "id = ANY (%(ids)s)", values)
                rows = [(json.dumps(new), pk) for pk, _, new in changed]
                cursor.executemany(f"UPDATE {table} SET {column.name} = %s::jsonb WHERE id = %s", rows)  # noqa: S608 - of our own names


def _changed_json(
    table: str, column: Column, search: Search, among: str, values: dict[str, Any]
) -> Iterator[tuple[int, object, object]]:
    """(id, old, new) of rows whose JSON changes: Postgres finds those with one of the words, Python looks closely."""
    values = {**values, "loose": [f"%{_like(word)}%" for word in search.loose]}
    with connection.cursor() as cursor:
        cursor.execute(
            f"SELECT id, {column.name}::text FROM {table} WHERE {among} AND {column.name}::text ILIKE ANY (%(loose)s)",  # noqa: S608 - of our own names
            values,
        )
        rows = cursor.fetchall()
    for pk, text in rows:
        old = json.loads(text)
        new = search.erase_value(old)
        if new != old:
            yield pk, old, new


def _like(word: str) -> str:
    return word.replace("\\", "\\\\").replace("%", "\\%").replace("_", "\\_")


def _matches(column: Column, search: Search, values: dict[str, Any]) -> str:
    text = column.name if column.kind == "text" else f"array_to_string({column.name}, E'\\x01')"
    tests = []
    for number, term in enumerate(search.terms):
        values[f"term{number}"] = term.sql
        tests.append(f"{text} {'~*' if term.flags else '~'} %(term{number})s")
    return f"({' OR '.join(tests)})"


def _replaced(column: Column, search: Search, values: dict[str, Any]) -> str:
    """The expression of the column's new value; where values are unique, the row's id keeps them apart."""
    text, gone = (column.name if column.kind == "text" else "entry"), "%(gone)s"
    if column.unique:
        gone = "'[ERASED ' || id || ']'"
    for number, term in enumerate(search.terms):
        values[f"term{number}"] = term.sql
        text = f"regexp_replace({text}, %(term{number})s, {gone}, 'g{term.flags}')"
    if column.longest:
        text = f"left({text}, {column.longest})"
    if column.kind == "text":
        return text
    entries = f"unnest({column.name}) WITH ORDINALITY AS entries(entry, place)"
    entry_type = "varchar" if column.longest else "text"
    return f"ARRAY(SELECT {text} FROM {entries} ORDER BY place)::{entry_type}[]"  # noqa: S608 - of our own names
