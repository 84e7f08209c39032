"""How a developer answers a proposal, and what one statement amends of another."""

import pytest

from memory.rules.amendments import amendment
from memory.rules.answering import agrees, is_proposed, proposes, refusal_in, rejection


@pytest.mark.parametrize(
    ("prompt", "thing"),
    [
        ("No, not Kafka. Nobody here can operate it.", "kafka"),
        ("nah, skip Kafka, nobody can run it", "kafka"),
        ("we have no celery and im not adding a broker for a job that runs once a year", "celery"),
        ("yaml no - it already cost us a customer. toml", "yaml"),
        ("Nein, kein Varnish, das kann bei uns niemand betreiben.", "varnish"),
        ("Non, pas de Kafka, personne ne sait l'exploiter.", "kafka"),
        ("No, sin Kafka: nadie sabe operarlo.", "kafka"),
        ("Não, sem Kafka, ninguém sabe operar.", "kafka"),
        ("Нет, без Kafka, его некому поддерживать.", "kafka"),
        ("不要用 Hystrix,已经停止维护了。", "hystrix"),
    ],
)
def test_a_refusal_names_what_it_turns_down(prompt: str, thing: str) -> None:
    refusal = refusal_in(prompt)
    assert refusal and thing in refusal.things and refusal.tells


@pytest.mark.parametrize(
    "prompt",
    [
        "let's not do that, bots broke main twice", "actually no, keep it", "revert that please", "scrap that",
        "lass das lieber", "laisse tomber", "mejor no", "melhor não", "давай не будем", "算了,先别做", "却下です",
    ],
)  # fmt: skip
def test_a_refusal_may_mean_all_that_was_proposed(prompt: str) -> None:
    refusal = refusal_in(prompt)
    assert refusal and (refusal.whole or refusal.undoes)


@pytest.mark.parametrize(
    "prompt", ["yes", "ok go ahead", "Why is checkout slow?", "no problem, thanks", "Can we remove expired flags?", ""]
)
def test_other_prompts_turn_nothing_down(prompt: str) -> None:
    assert refusal_in(prompt) is None


def test_a_pasted_text_turns_nothing_down() -> None:
    assert refusal_in("look at this log:\n```\nno kafka broker found, not retrying\n```") is None


@pytest.mark.parametrize("prompt", ["yes", "ok, do it", "ja, mach das", "oui, vas-y", "vale", "да", "好的", "はい"])
def test_a_yes_agrees(prompt: str) -> None:
    assert agrees(prompt) and not agrees(f"no. {prompt}")


def test_what_follows_a_proposal_belongs_to_it_unless_files_were_changed() -> None:
    answer = "The queue is full. I suggest a topic per tenant. Each topic gets 12 partitions."
    assert proposes(answer)
    assert is_proposed("Each topic gets 12 partitions.", answer, carried_out=False)
    assert not is_proposed("Each topic gets 12 partitions.", answer, carried_out=True)
    assert not is_proposed("The queue is full.", answer, carried_out=False)


def test_a_rejection_is_told_with_its_reason_and_its_subject() -> None:
    refusal = refusal_in("let's not do that, bots broke main twice")
    assert refusal
    fact = rejection(refusal, asked="Can we clean up?", answer="I propose a nightly bot that deletes flags.")
    assert fact and "broke main twice" in fact.content and "nightly bot" in fact.content
    assert rejection(refusal, asked="Why?", answer="The build is green.") is None
    assert (bare := refusal_in("no")) and rejection(bare, asked="", answer="I propose a bot.") is None


@pytest.mark.parametrize(
    ("newer", "older"),
    [
        ("From now on a delivery is retried 12 times instead of 5.", "A delivery is retried 5 times, then it is dead."),
        ("The export is now ready at 01:15 UTC, superseding the 02:30 slot.", "The export is ready at 02:30 UTC."),
        ("Coverage of `payout` went from 85 to 92 percent.", "The coverage gate for `payout` is 85 percent."),
        ("Ab sofort liegen Produktseiten nur 60 Sekunden im Redis statt 300.",
         "Produktseiten liegen für 300 Sekunden im Redis."),
        ("We no longer use tabs; indent Python with 4 spaces.", "Indent Python with tabs."),
        ("From now on use pnpm instead of npm for the frontend.", "The frontend is built with npm."),
        ("The log level in production is now WARNING instead of INFO.", "The log level in production is INFO."),
        ("From now on, API keys are rotated every 90 days.", "API keys are rotated every 180 days."),
    ],
)  # fmt: skip
def test_the_same_subject_with_another_value_is_amended(newer: str, older: str) -> None:
    assert amendment(newer, older)


@pytest.mark.parametrize(
    ("newer", "older"),
    [
        ("From now on gateway 12 listens on port 8012.", "Gateway 7 listens on port 8007."),
        ("As of today order 8 ships with DHL.", "Order 7 ships with UPS."),
        ("From now on the mail job retries 5 times.", "A webhook delivery is retried 12 times with backoff."),
        ("Sessions now expire after 7 days.", "Feature flags expire after 90 days at most."),
        ("The billing service now uses Redis 7 for its queue.", "The search service uses Redis 6 as a cache."),
        ("API keys are rotated every 90 days.", "API keys are rotated every 180 days."),
    ],
)
def test_other_subjects_and_statements_without_a_change_amend_nothing(newer: str, older: str) -> None:
    assert amendment(newer, older) is None


def test_what_was_said_around_a_statement_names_what_it_replaces() -> None:
    context = "The 90 days are too long for flags. Make it 30 days, no longer 90."
    assert amendment("Flags must expire within 30 days.", "Every flag expires at most 90 days ahead.", context=context)
