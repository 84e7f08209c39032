"""The search answers with hits or with a clear problem, and never with what is beyond the wall."""

from collections.abc import Callable

import pytest
from django.db import connection, transaction
from django.test import Client
from django.test.utils import CaptureQueriesContext

from memory.access import Actor
from memory.models import Memory, Recall
from memory.rules import tokens
from tests.api.conftest import CENTS, PSYCOPG, REMOTE, WEBHOOKS, get, post
from tests.talks import learned_in_one_turn

pytestmark = pytest.mark.django_db


@pytest.mark.parametrize("words", ["9999-12-31", "0001-01-01", "2 weeks before 0001-01-01", "since 9999-12-31"])
def test_a_day_at_the_end_of_the_calendar_is_no_failure(api_of: Callable[..., Client], bob: Actor, words: str) -> None:
    assert get(api_of(bob), "search", q=words).status_code == 200
    assert get(api_of(bob), "history", query=words, q=words, scope="global").status_code == 200


def test_a_hit_has_what_is_needed_to_decide_whether_to_fetch_it(
    api_of: Callable[..., Client], bob: Actor, cents: dict
) -> None:
    page = get(api_of(bob), "search", q="rounding a Decimal in refunds").json()
    (hit,) = page["results"]
    assert hit["id"] == cents["id"]
    assert hit["snippet"] == cents["content"][:79].rsplit(" ", 1)[0] + "…"
    assert hit["projects"] == ["acme/checkout"]
    assert {"type", "level", "score", "created_at", "est_tokens", "agent_id"} <= set(hit)
    assert (page["total"], page["offset"], page["has_more"]) == (1, 0, False)
    assert "why" not in hit


def test_a_hit_says_that_another_memory_contradicts_it(
    api_of: Callable[..., Client], alice: Actor, bob: Actor, tell: Callable[..., dict]
) -> None:
    def marks(actor: Actor) -> dict[str, bool]:
        hits = get(api_of(actor), "search", q="rounding a Decimal in refunds").json()["results"]
        return {hit["id"]: hit["contradicted"] for hit in hits}

    known, aside = tell(CENTS)["id"], tell(PSYCOPG)["id"]
    assert marks(bob) == {known: False}
    other = tell(CENTS.replace("three", "seven"), actor=bob)["id"]
    assert marks(alice) == {known: True, other: True}
    (pair,) = get(api_of(alice), "contradictions").json()["results"]
    post(api_of(alice), f"contradictions/{pair['id']}/resolve", {"verdict": "both_valid"})
    assert marks(alice) == {known: False, other: False} and aside not in marks(alice)


def test_a_hit_brings_the_ids_and_snippets_of_what_was_learned_beside_it(
    api_of: Callable[..., Client], alice: Actor, bob: Actor, tell: Callable[..., dict]
) -> None:
    rule, beside, private = tell(CENTS), tell(PSYCOPG), tell(WEBHOOKS, visibility="private")
    learned_in_one_turn(alice, rule["id"], beside["id"], private["id"])
    (hit,) = get(api_of(bob), "search", q="rounding a Decimal in refunds").json()["results"]
    assert hit["siblings"] == [{"id": beside["id"], "type": beside["type"], "snippet": tokens.snippet(PSYCOPG)}]
    (hit,) = get(api_of(alice), "search", q="rounding a Decimal in refunds").json()["results"]
    assert {each["id"] for each in hit["siblings"]} == {beside["id"], private["id"]}


def test_a_hit_is_not_marked_for_those_who_may_not_see_the_other_side(
    api_of: Callable[..., Client], alice: Actor, bob: Actor, tell: Callable[..., dict]
) -> None:
    tell(CENTS.replace("three", "seven"), actor=bob, visibility="private")
    known = tell(CENTS)["id"]
    for actor, found, marked in ((bob, 2, True), (alice, 1, False)):
        hits = get(api_of(actor), "search", q="rounding a Decimal in refunds").json()["results"]
        assert (len(hits), {hit["id"]: hit for hit in hits}[known]["contradicted"]) == (found, marked)


def test_hits_cost_the_same_number_of_queries_however_many_are_contradicted(
    api_of: Callable[..., Client], alice: Actor, tell: Callable[..., dict]
) -> None:
    def queries() -> int:
        with CaptureQueriesContext(connection) as seen:
            get(client, "search", q="rounding a Decimal in refunds")
        return len(seen)

    client = api_of(alice)
    tell(CENTS)
    tell(CENTS.replace("three", "five"))
    queries()
    one = queries()
    for number in ("seven", "nine"):
        tell(CENTS.replace("three", number))
    assert queries() == one


def test_nobody_finds_what_another_team_knows(api_of: Callable[..., Client], mallory: Actor, cents: dict) -> None:
    asked = api_of(mallory)
    assert get(asked, "search", q=CENTS).json()["results"] == []
    hidden = get(asked, "search", q=CENTS, project=REMOTE).json()
    assert hidden == get(asked, "search", q=CENTS, project="git@github.com:acme/nowhere.git").json()


@pytest.mark.django_db(transaction=True)
def test_a_search_opens_no_transaction_and_each_statement_has_its_wall(
    api_of: Callable[..., Client], bob: Actor, mallory: Actor, cents: dict, noise: dict, monkeypatch: pytest.MonkeyPatch
) -> None:
    opened: list[int] = []
    one_more = transaction.Atomic.__enter__
    asked, foreign = api_of(bob), api_of(mallory)
    for client in (asked, foreign):  # the first use of a token is written down
        get(client, "search", q="refunds")
    monkeypatch.setattr(transaction.Atomic, "__enter__", lambda self: (opened.append(1), one_more(self))[1])
    narrowed = {"q": CENTS, "agent_id": "nobody"}
    memories = ",".join(Memory.Type.values)  # of whatever type; what was said beside them takes one
    found = [get(client, "search", q=CENTS, type=memories).json()["results"] for client in (asked, foreign)]
    assert [[hit["id"] for hit in hits] for hits in found] == [[cents["id"]], [noise["id"]]]
    assert get(asked, "search", **narrowed).json()["results"] == []
    assert opened == []
    get(asked, "search", q=CENTS, said=1)
    assert opened == [1]
    (hit,) = get(asked, "search", q=CENTS, project=REMOTE, explain=1).json()["results"]
    assert (hit["id"], hit["projects"]) == (cents["id"], ["acme/checkout"]) and hit["why"]["words"]
    # Nothing of a scope stays with the connection.
    assert not Memory.objects.exists() and not Recall.objects.exists()


def test_searching_needs_the_read_scope(api_of: Callable[..., Client], bob: Actor) -> None:
    assert get(api_of(bob, "capture"), "search", q="anything").status_code == 403


def test_the_stages_are_timed(api_of: Callable[..., Client], bob: Actor, cents: dict) -> None:
    timing = get(api_of(bob), "search", q="refunds").headers["Server-Timing"]
    assert [part.split(";")[0] for part in timing.split(", ")] == ["embed", "sql", "rank"]
    assert all(float(part.split("dur=")[1]) >= 0 for part in timing.split(", "))


def test_explain_shows_each_term_of_the_score(api_of: Callable[..., Client], bob: Actor, cents: dict) -> None:
    (hit,) = get(api_of(bob), "search", q="rounding a Decimal", explain=1).json()["results"]
    why = hit["why"]
    terms = {"relevance", "order", "lexical", "semantic", "reranker", "freshness", "level", "use", "period", "words"}
    assert set(why) == terms and why["reranker"] is None
    score = (0.85 * why["order"] + 0.15 * why["freshness"]) * why["level"] * why["use"] * why["period"]
    assert hit["score"] == pytest.approx(score, abs=0.001)
    assert sum(word["gain"] for word in why["words"]) == pytest.approx(why["lexical"], abs=0.002)


def test_explain_says_how_the_question_was_read(api_of: Callable[..., Client], bob: Actor, cents: dict) -> None:
    read = get(api_of(bob), "search", q="rounding a Decimal with zebras last week", explain=1).json()["question"]
    unknown = {word["term"]: word["unknown"] for word in read["words"]}
    assert unknown["decim"] is False and unknown["zebra"] is True and "week" not in unknown
    assert read["period"]["first"] < read["period"]["last"] and 0 < read["cutoff"] < read["gate"]


def test_explain_tells_a_question_that_asks_for_all_of_a_time(
    api_of: Callable[..., Client], bob: Actor, cents: dict
) -> None:
    answer = get(api_of(bob), "search", q="what happened today?", explain=1)
    assert [hit["id"] for hit in answer.json()["results"]] == [cents["id"]]
    read = answer.json()["question"]
    assert (read["overview"], read["words"]) == (True, []) and read["period"]
    assert all(f"{stage};dur=" in answer.headers["Server-Timing"] for stage in ("embed", "sql", "rank"))
    assert get(api_of(bob), "search", q="rounding today", explain=1).json()["question"]["overview"] is False


def test_explain_does_not_tell_what_words_are_private_to_others(
    api_of: Callable[..., Client], alice: Actor, bob: Actor, tell: Callable[..., dict]
) -> None:
    tell("The quokka database is moved in May.", visibility="private")
    for actor, hidden in ((alice, False), (bob, True)):
        words = get(api_of(actor), "search", q="where is the quokka", explain=1).json()["question"]["words"]
        assert [word["unknown"] for word in words if word["term"] == "quokka"] == [hidden]


def test_a_question_without_an_answer_says_so(api_of: Callable[..., Client], bob: Actor, cents: dict) -> None:
    assert get(api_of(bob), "search", q="rounding a Decimal").json()["known"] is True
    nothing = get(api_of(bob), "search", q="which zebra migrates to the lattice in winter").json()
    assert (nothing["known"], nothing["results"], nothing["total"]) == (False, [], 0)


def test_reciprocal_ranks_may_order_instead(api_of: Callable[..., Client], bob: Actor, cents: dict) -> None:
    (hit,) = get(api_of(bob), "search", q="rounding a Decimal", fusion="rrf", explain=1).json()["results"]
    assert hit["why"]["order"] == 1.0 and hit["why"]["relevance"] < 1.0
    assert get(api_of(bob), "search", q="rounding a Decimal", fusion="borda").status_code == 400


def test_filters_narrow_the_search(api_of: Callable[..., Client], bob: Actor, tell: Callable[..., dict]) -> None:
    old = tell(PSYCOPG, type="dependency", tags=["stack"], occurred_at="2025-03-19T23:30:00+01:00")
    asked = api_of(bob)
    words = "Django psycopg PostgreSQL"

    def found(**filters: object) -> list[str]:
        return [hit["id"] for hit in get(asked, "search", q=words, **filters).json()["results"]]

    assert (
        found() == found(type="dependency,decision") == found(tag="stack") == found(project="checkout") == [old["id"]]
    )
    assert found(type="decision") == found(tag="other") == found(agent_id="nobody") == []
    assert found(after="2025-03-19T23:30:00+01:00") == [old["id"]]
    assert found(before="2025-03-19T23:30:00+01:00") == []
    assert found(after="2025-03-19", before="2025-03-20") == [old["id"]]
    assert found(after="2025-03-20") == found(before="2025-03-19") == []


def test_pages_follow_each_other(api_of: Callable[..., Client], bob: Actor, tell: Callable[..., dict]) -> None:
    for name, port in (("billing", 8001), ("catalog", 8002), ("shipping", 8003)):
        tell(f"The {name} service listens on port {port} because nginx forwards to it there.")
    first = get(api_of(bob), "search", q="service port nginx forwards", limit=2).json()
    rest = get(api_of(bob), "search", q="service port nginx forwards", limit=2, offset=2).json()
    assert first["total"] == rest["total"] == 3
    assert first["has_more"] and not rest["has_more"]
    assert len({hit["id"] for hit in first["results"] + rest["results"]}) == 3


@pytest.mark.parametrize(
    ("query", "says"),
    [
        ({}, "q: "),
        ({"q": " "}, "q: "),
        ({"q": "a\x00b"}, "Null"),
        ({"q": "x" * 8001}, "8000"),
        ({"q": "x", "limit": 0}, "greater than or equal to 1"),
        ({"q": "x", "limit": 101}, "less than or equal to 100"),
        ({"q": "x", "limit": "many"}, "integer"),
        ({"q": "x", "offset": -1}, "offset"),
        ({"q": "x", "type": "opinion"}, ", ".join(Memory.Type.values)),
        ({"q": "x", "after": "yesterday"}, "2026-03-19"),
        ({"q": "x", "before": "2026-02-30"}, "is not a date"),
        ({"q": "x", "before": "0001-01-01T00:00:00+14:00"}, "out of range"),
        ({"q": "x", "explain": "perhaps"}, "explain"),
    ],
)
def test_a_wrong_parameter_is_named(
    api_of: Callable[..., Client], bob: Actor, query: dict[str, object], says: str
) -> None:
    response = get(api_of(bob), "search", **query)
    assert response.status_code == 400
    problem = response.json()
    assert problem["code"] == "invalid"
    assert says in problem["detail"]
    assert problem["errors"]


@pytest.mark.parametrize("zone", ["Z", "-12:00", "+14:00", "+23:59"])
def test_any_zone_is_understood(api_of: Callable[..., Client], bob: Actor, zone: str) -> None:
    assert get(api_of(bob), "search", q="x", after=f"2026-03-19T10:00:00{zone}").status_code == 200


def test_an_unescaped_plus_of_a_zone_is_forgiven(api_of: Callable[..., Client], bob: Actor) -> None:
    assert api_of(bob).get("/api/v1/search?q=x&after=2026-03-19T10:00:00+01:00").status_code == 200
