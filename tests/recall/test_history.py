"""Searching what was said: by words and meaning, within dates and projects, page after page the same."""

from datetime import timedelta

import pytest

from memory import access
from memory.access import Actor
from memory.models import Message, SessionWeights
from memory.models.lexicon import Collection
from memory.recall import lexicon
from memory.recall.history import HistoryPage, search_history
from memory.recall.project_lookup import find_project
from tests.talks import CACHE, HEALTH, METRICS, STARTED, talk

pytestmark = pytest.mark.django_db
BLOG = "https://github.com/acme/my-blog-theme"


def ask(actor: Actor, query: str, *, project: str = "", **options: object) -> HistoryPage:
    with access.acting(actor):
        known = find_project(project, actor=actor) if project else None
        return search_history(query, actor=actor, project=known, **options)


def words(page: HistoryPage) -> list[str]:
    return [hit.message.content for hit in page.results]


def many(actor: Actor, number: int) -> None:
    """A session in which the canary deploy is spoken of `number` times, far apart."""
    filler = [f"Nothing of note in step {step}." for step in range(8)]
    turns = [(f"turn-{n:04d}", f"Roll back canary deploy number-{n}.", *filler) for n in range(number)]
    talk(actor, *turns, session="many")


def test_the_message_that_answers_comes_first_with_its_neighbours(alice: Actor, bob: Actor) -> None:
    talk(alice, HEALTH, CACHE, METRICS)
    page = ask(bob, "Redis caching layer TTL", context_before_after=1)
    best = page.results[0]
    assert best.message.content == CACHE[1]
    assert [(line.message.content, line.is_match) for line in best.context][:2] == [
        (HEALTH[2], False),
        (CACHE[1], True),
    ]
    assert set(page.milliseconds) == {"embed", "sql", "rank"}


def test_nobody_of_another_team_finds_a_word_of_it(alice: Actor, mallory: Actor) -> None:
    talk(alice, CACHE)
    page = ask(mallory, "Redis caching layer TTL", threshold=0.0)
    assert (page.results, page.total_matches) == ((), 0)


def test_a_project_with_hyphens_in_its_name_is_searched_alone(alice: Actor) -> None:
    talk(alice, CACHE)
    talk(alice, ("t1", "Add caching of the Redis kind to the blog theme."), session="blog", remote=BLOG)
    assert words(ask(alice, "Redis caching", project=BLOG)) == ["Add caching of the Redis kind to the blog theme."]
    assert len(ask(alice, "Redis caching").results) == 2


def test_after_is_inclusive_and_before_exclusive(alice: Actor) -> None:
    talk(alice, HEALTH, CACHE, METRICS)
    asked_at = STARTED + timedelta(minutes=1)
    second = timedelta(seconds=1)
    question = "Redis caching layer"
    assert CACHE[1] in words(ask(alice, question, after=asked_at, before=asked_at + second, context_before_after=0))
    assert CACHE[1] not in words(ask(alice, question, after=asked_at + second, context_before_after=0))
    assert CACHE[1] not in words(ask(alice, question, before=asked_at, context_before_after=0))


def test_subagents_are_found_unless_they_are_left_out(alice: Actor) -> None:
    talk(alice, ("t1", "Look into the flaky upload.", {"a1b2": "The upload is flaky because of multipart boundaries."}))
    assert "multipart" in "".join(words(ask(alice, "multipart boundaries")))
    assert ask(alice, "multipart boundaries", include_subagents=False).results == ()


def test_pages_are_slices_of_one_order_and_the_total_is_that_of_all(alice: Actor) -> None:
    many(alice, 23)
    whole = ask(alice, "canary deploy rollback", max_results=100, context_before_after=0)
    assert whole.total_matches == 23 == len(whole.results)
    pages = [
        ask(alice, "canary deploy rollback", max_results=10, offset=at, context_before_after=0) for at in (0, 10, 20)
    ]
    assert [page.has_more for page in pages] == [True, True, False]
    assert [words(page) for page in pages] == [words(whole)[:10], words(whole)[10:20], words(whole)[20:]]
    assert {page.total_matches for page in pages} == {23}
    assert ask(alice, "canary deploy rollback", offset=100).results == ()


def test_more_matches_than_one_look_brings_are_all_counted(alice: Actor) -> None:
    with access.acting(alice):
        session = talk(alice, HEALTH)
        Message.objects.bulk_create(
            Message(
                team=alice.team, project=session.project, session=session, uuid=f"m{n}", role="user",
                content=f"canary deploy {n}", position=n + 10, said_at=STARTED,
            )
            for n in range(400)
        )  # fmt: skip
    assert ask(alice, "canary deploy", context_before_after=0, max_results=1).total_matches == 400


def test_the_threshold_cuts_and_nothing_foreign_is_found(alice: Actor) -> None:
    talk(alice, HEALTH, CACHE, METRICS)
    assert ask(alice, "Redis caching layer", threshold=1.0).results == ()
    assert ask(alice, "zebra migration in the Serengeti").results == ()


@pytest.mark.parametrize("question", ["", "???", "a\x00b", "the of and", "word " * 3000])
def test_strange_questions_are_answered_without_an_error(alice: Actor, question: str) -> None:
    talk(alice, HEALTH)
    assert ask(alice, question).query == question


def test_a_session_is_weighed_as_new_messages_are_counted(alice: Actor) -> None:
    session = talk(alice, HEALTH, CACHE)
    with access.acting(alice):
        ids = list(session.messages.values_list("pk", flat=True))
        lexicon.count(ids, team=alice.team, collection=Collection.MESSAGE)
        assert SessionWeights.objects.get().session == session
    about = ask(alice, "Redis caching layer").results[0].why
    assert about.session > 0


def test_the_sessions_of_all_results_come_with_them_the_one_about_it_first(alice: Actor, mallory: Actor) -> None:
    about = talk(alice, CACHE, METRICS, session="about")
    talk(alice, HEALTH, ("t9", "The Redis host moves on Friday."), session="beside", remote=BLOG)
    page = ask(alice, "Redis caching layer TTL", max_results=1)
    assert page.sessions[0].session_id == about.pk
    assert len({session.session_id for session in page.sessions}) == len(page.sessions) >= 1
    assert ask(mallory, "Redis caching layer TTL").sessions == ()


def test_a_continued_session_stands_behind_others_for_what_it_only_repeats(alice: Actor) -> None:
    first = talk(alice, CACHE, METRICS, session="first")
    copies = [(f"copy-{uuid}", *words) for uuid, *words in (CACHE, METRICS)]
    continued = talk(alice, *copies, HEALTH, session="continued")
    other = talk(alice, ("t9", "The Redis cache moves on Friday."), session="other")
    found = [session.session_id for session in ask(alice, "Redis caching layer TTL").sessions]
    assert found == [first.pk, other.pk, continued.pk]
    assert ask(alice, "health check endpoint of the database").sessions[0].session_id == continued.pk


def test_a_time_in_the_question_puts_what_was_said_then_first(alice: Actor) -> None:
    june = STARTED + timedelta(days=90)
    for city, at in (("Ghent", STARTED), ("Turin", june)):
        talk(alice, (city, f"Roll back the canary deploy of {city}."), session=city, started_at=at)
    asked = {"now": june + timedelta(days=10), "context_before_after": 0}
    first = {words: ask(alice, f"canary deploy rollback {words}", **asked).results[0] for words in ("in March", "")}
    assert "Ghent" in first["in March"].message.content
    assert "Turin" in first[""].message.content
    period = ask(alice, "canary deploy in March", **asked).period
    assert period and (period.first.month, period.words) == (3, "in March")


def test_a_question_that_names_a_person_finds_their_words_first(alice: Actor, bob: Actor) -> None:
    for name, actor in (("of-bob", bob), ("of-alice", alice)):
        talk(actor, (name, "The canary deploy is on hold until the audit."), session=name)
    best = ask(alice, "what did bob say of the canary deploy", context_before_after=0, threshold=0.0).results[0]
    assert best.message.session.external_id == "of-bob"


def test_a_time_without_a_subject_finds_its_sessions_by_how_they_began(alice: Actor, mallory: Actor) -> None:
    talk(alice, HEALTH, CACHE, METRICS)
    later = STARTED + timedelta(days=2)
    talk(alice, ("t1", "Add Redis caching to the blog theme.", "Done."), session="later", remote=BLOG, started_at=later)
    question, now = "what did we do in the last 3 days?", later + timedelta(hours=1)
    page = ask(alice, question, now=now)
    assert words(page) == ["Add Redis caching to the blog theme.", HEALTH[1]]
    assert page.total_matches == len(page.sessions) == 2 and not page.lexical_only and page.period
    assert [line.message.content for line in page.results[1].context][:2] == [HEALTH[1], HEALTH[2]]
    assert words(ask(alice, question, now=now, project=BLOG)) == ["Add Redis caching to the blog theme."]
    assert words(ask(alice, question, now=now, before=later)) == [HEALTH[1]]
    assert words(ask(alice, "what happened yesterday?", now=later)) == []
    assert ask(mallory, question, now=now).total_matches == 0


def test_the_sessions_of_a_time_come_page_by_page(alice: Actor) -> None:
    for day in range(5):
        talk(alice, (f"t{day}", f"Prompt of day {day}."), session=f"s{day}", started_at=STARTED + timedelta(days=day))
    question, now = "what have we been working on in the last 7 days", STARTED + timedelta(days=5)
    pages = [ask(alice, question, now=now, max_results=2, offset=offset) for offset in (0, 2, 4)]
    assert [text for page in pages for text in words(page)] == [f"Prompt of day {day}." for day in (4, 3, 2, 1, 0)]
    assert [page.has_more for page in pages] == [True, True, False]
    assert all(set(page.milliseconds) == {"embed", "sql", "rank"} for page in pages)
