"""The search that looks at few rows finds what one that looks at all of them finds, for each reader."""

import random
from collections.abc import Callable
from datetime import UTC, datetime, timedelta

import pytest
from django.db import ProgrammingError, connection, transaction

from memory import access
from memory.access import Actor
from memory.models import Memory, MemoryProject, Project
from memory.recall import lexicon
from memory.recall.search import search_memories

pytestmark = pytest.mark.django_db

_WORDS = "gateway retries queue payment timeout deploy staging cache index schema replica worker".split()
_START = datetime(2026, 3, 1, tzinfo=UTC)
_PRUNED = """
SELECT memory_id FROM cairn_search_memories(
    query => %(question)s, query_vector => NULL, model => '', depth => 50, projects => %(projects)s::bigint[],
    types => NULL, agent => NULL, wanted_tag => %(tag)s, since => NULL, until => NULL, names => NULL)
"""
_ALL = """
WITH terms AS MATERIALIZED (
    SELECT term, slot, weight FROM cairn_question_terms(%(question)s, 'english') WHERE pair IS NULL
), asked AS MATERIALIZED (
    SELECT (SELECT string_agg(cairn_quoted(term), ' | ')::tsquery FROM terms) AS words,
           (SELECT ('{' || string_agg(slot || ':' || round(weight::numeric, 4), ',') || '}/1000000000')::sparsevec
            FROM (SELECT slot, sum(weight) AS weight FROM terms GROUP BY slot ORDER BY slot) AS slots) AS weights
)
SELECT m.id FROM memory_memory m, asked
WHERE m.status = 'active' AND m.tsv @@ asked.words AND (%(tag)s::text IS NULL OR %(tag)s = ANY (m.tags))
  AND (%(projects)s::bigint[] IS NULL
       OR EXISTS (SELECT FROM memory_memoryproject p WHERE p.memory_id = m.id AND p.project_id = ANY (%(projects)s))
       OR NOT EXISTS (SELECT FROM memory_memoryproject p WHERE p.memory_id = m.id))
ORDER BY m.bm25 <#> asked.weights, m.id DESC LIMIT 10
"""
Find = Callable[..., list[int]]


@pytest.fixture
def project(alice: Actor) -> Project:
    """One of the team's projects."""
    with access.acting(alice):
        return Project.objects.create(team=alice.team, identity="github.com/acme/shop", name="acme/shop")


@pytest.fixture
def crowd(alice: Actor, project: Project) -> None:
    """Five hundred facts that share their words, each of which hundreds have; bob sees some less."""
    saved = _save(500, alice)
    with access.acting(alice):
        links = [MemoryProject(team=alice.team, memory=row, project=project) for row in saved if row.pk % 3]
        MemoryProject.objects.bulk_create(links)


@pytest.fixture
def throng(alice: Actor) -> None:
    """So many that each of their words is a common one."""
    _save(3600, alice, fewest_words=2, most_words=5)


def _save(number: int, author: Actor, *, fewest_words: int = 5, most_words: int = 9) -> list[Memory]:
    rng = random.Random(5)
    words = [rng.sample(_WORDS, rng.randint(fewest_words, most_words)) for _ in range(number)]
    with access.acting(author):
        saved = Memory.objects.bulk_create([_fact(n, " ".join(said), author) for n, said in enumerate(words)])
    with access.scope(team=author.team, system=True):
        lexicon.refresh(team=author.team)
    return saved


def _fact(number: int, words: str, author: Actor) -> Memory:
    return Memory(
        team=author.team,
        author=author.user,
        type="decision",
        content=f"The {words} of service-{number} since {'the restart ' * (number % 4)}number {number % 60}.",
        tags=["rare"] if number % 50 == 0 else ["usual"],
        visibility="private" if number % 10 == 0 else "team",
        occurred_at=_START + timedelta(hours=number),
    )


def _rows(statement: str, question: str, actor: Actor, tag: str | None, projects: list[int] | None) -> list[int]:
    with access.acting(actor), connection.cursor() as cursor:
        cursor.execute(statement, {"question": question, "tag": tag, "projects": projects})
        return [row[0] for row in cursor.fetchall()]


def _misses(
    actor: Actor, tag: str | None = None, projects: list[int] | None = None, *, most_words: int = 8
) -> list[str]:
    rng = random.Random(8)
    asked = [" ".join(rng.sample(_WORDS, rng.randint(3, most_words))) for _ in range(20)]
    asked += [f"{question} service-{rng.randrange(500)}" for question in asked[:8]]
    missing = []
    for question in asked:
        wanted = set(_rows(_ALL, question, actor, tag, projects))
        assert wanted
        if not wanted <= set(_rows(_PRUNED, question, actor, tag, projects)):
            missing.append(question)
    return missing


def test_the_ten_best_are_found_where_all_share_their_words(crowd: None, alice: Actor, bob: Actor) -> None:
    assert _misses(alice) == []
    assert _misses(bob) == []


def test_the_ten_best_are_found_by_many_words_each_of_which_is_common(throng: None, bob: Actor) -> None:
    assert _misses(bob, most_words=len(_WORDS)) == []


def test_the_ten_best_are_found_behind_filters(crowd: None, bob: Actor, project: Project) -> None:
    assert _misses(bob, tag="usual") == []
    assert _misses(bob, projects=[project.pk]) == []
    assert _misses(bob, tag="usual", projects=[project.pk]) == []


def test_a_narrow_filter_keeps_what_it_should(crowd: None, alice: Actor, bob: Actor) -> None:
    assert _misses(alice, tag="rare") == []
    assert _rows(_PRUNED, "gateway retries", bob, "rare", None) == []
    assert _rows(_PRUNED, "gateway retries", bob, "unheard", None) == []


def test_another_team_finds_nothing_in_the_crowd(crowd: None, mallory: Actor) -> None:
    assert _rows(_PRUNED, "gateway retries queue", mallory, None, None) == []
    with access.acting(mallory):
        assert search_memories("gateway retries queue", actor=mallory).hits == ()


def test_whoever_names_rows_sees_no_more_of_them(crowd: None, alice: Actor, bob: Actor, mallory: Actor) -> None:
    with access.acting(alice):
        ids = list(Memory.objects.values_list("pk", flat=True))
    asked = f"jsonb_populate_record(cairn_worded_memories('nothing', 9{', NULL' * 6}), '{{\"worded\": {ids}}}')"
    named = _PRUNED.replace("names => NULL", f"names => NULL, already => {asked}")
    assert [len(_rows(named, "nothing", actor, None, None)) for actor in (alice, bob, mallory)] == [500, 450, 0]


def test_the_table_behind_the_search_shows_what_its_reader_may_see(crowd: None, alice: Actor, bob: Actor) -> None:
    rows = [_rows("SELECT id FROM memory_searchable", "", actor, None, None) for actor in (alice, bob)]
    assert [len(seen) for seen in rows] == [500, 450]


def test_nobody_writes_the_table_behind_the_search(crowd: None, alice: Actor) -> None:
    with pytest.raises(ProgrammingError), transaction.atomic(), access.acting(alice), connection.cursor() as cursor:
        cursor.execute("DELETE FROM memory_searchable")


def test_a_search_follows_what_happens_to_a_memory(crowd: None, alice: Actor, bob: Actor) -> None:
    def found(actor: Actor) -> bool:
        return row.pk in _rows(_PRUNED, "service-77", actor, None, None)

    with access.acting(alice):
        row = Memory.objects.get(content__contains="service-77 ")
    changes = [{"status": "forgotten"}, {"status": "active", "visibility": "private"}, {"visibility": "team"}]
    seen = [(found(alice), found(bob))]
    for change in changes:
        with access.acting(alice):
            Memory.objects.filter(pk=row.pk).update(**change)
        seen.append((found(alice), found(bob)))
    assert seen == [(True, True), (False, False), (True, False), (True, True)]
    with access.acting(alice):
        MemoryProject.objects.filter(memory=row).delete()
        Memory.objects.filter(pk=row.pk).delete()
    assert not found(alice)


def test_a_search_of_a_project_follows_its_memories(crowd: None, alice: Actor, project: Project) -> None:
    def found(about: Project) -> bool:
        return row.pk in _rows(_PRUNED, "service-77", alice, None, [about.pk])

    with access.acting(alice):
        row = Memory.objects.get(content__contains="service-77 ")
        other = Project.objects.create(team=alice.team, identity="github.com/acme/back", name="acme/back")
        links = MemoryProject.objects.filter(memory=row)
        links.delete()
    seen = [(found(project), found(other))]
    with access.acting(alice):
        MemoryProject.objects.create(team=alice.team, memory=row, project=other)
    seen.append((found(project), found(other)))
    with access.acting(alice):
        links.update(project=project)
    seen.append((found(project), found(other)))
    for status in ("forgotten", "active"):
        with access.acting(alice):
            Memory.objects.filter(pk=row.pk).update(status=status)
        seen.append((found(project), found(other)))
    assert seen == [(True, True), (False, True), (True, False), (False, False), (True, False)]
