"""What the rules read out of turns: Markdown, literals that stay as they were, hostile texts, at most two facts."""

from dataclasses import replace
from datetime import UTC, datetime

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from memory.rules.extraction import extracting, model
from memory.rules.extraction.candidates import Candidate, read
from memory.rules.extraction.fidelity import faithful
from memory.rules.extraction.markdown import blocks
from memory.rules.extraction.phrasing import finished, stands_alone
from memory.rules.extraction.texts import Text, texts
from memory.rules.material import Fact, ToolUse, TurnMaterial

NOW = datetime(2026, 3, 19, 10, 0, tzinfo=UTC)
CAUSE = (
    "The root cause: the payment client in payments/client.py swallowed `CardDeclined` and returned an empty 200 "
    "response, because the except clause caught Exception."
)
# A model to which everything is worth telling, so that what is told can be looked at.
TALKATIVE = replace(model.load(), least=-99.0)


def facts(answer: str, prompt: str = "", *tools: ToolUse, **more: object) -> tuple[Fact, ...]:
    """The facts of a turn by a model that tells everything."""
    return extracting.extract(TurnMaterial(prompt, answer, tools, NOW, **more), TALKATIVE)  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("markdown", "told"),
    [
        ("1024**2 and 3**2 bytes", "1024**2 and 3**2 bytes"),
        ("src/**/*.py and tests/**/*.py", "src/**/*.py and tests/**/*.py"),
        ("~~not~~ X", "~~not~~ X"),
        ("a*b and c*d, 5 * 3 * 2", "a*b and c*d, 5 * 3 * 2"),
        ("`__init__` and __main__", "`__init__` and __main__"),
        ("f(*args, **kwargs) and g(*args, **kwargs)", "f(*args, **kwargs) and g(*args, **kwargs)"),
        (r"the pattern \d+\.\d* of a[i](x)", r"the pattern \d+\.\d* of a[i](x)"),
        ("List<T> &lt; <T>", "List<T> &lt; <T>"),
        ("this is **bold** and *slanted*", "this is bold and slanted"),
        ("请**注意**这里", "请注意这里"),
        (
            "see [plastic.go](src/plastic.go) and [docs](https://example.com/a)",
            "see plastic.go and docs (https://example.com/a)",
        ),
        ("a `b | c` d", "a `b | c` d"),
    ],
)
def test_markup_goes_and_literals_stay(markdown: str, told: str) -> None:
    assert [block.text for block in blocks(markdown)] == [told]


def test_blocks_know_their_headings_lists_and_tables() -> None:
    found = blocks(
        "# A\n\n**Sub**\n\n- **Cause**: x\n  - deeper\n\n| k | v |\n|---|---|\n| a | b |\n\n```\ncode\n```\n> said"
    )
    assert [(block.kind, block.text, block.headings, block.bold, block.depth) for block in found] == [
        ("item", "Cause: x", ("A", "Sub"), "Cause", 1),
        ("item", "deeper", ("A", "Sub"), "", 2),
        ("row", "a | b", ("A", "Sub", "k | v"), "", 0),
        ("code", "code\n", ("A", "Sub"), "", 0),
        ("quote", "said", ("A", "Sub"), "", 0),
    ]


LITERALS = st.one_of(
    st.sampled_from(["1024**2", "src/**/*.py", "a*b*c", "~~x~~", "__init__", "--no-verify", "C:\\new\\table", "x != y",
                     "^\\d{2,3}\\.[a-z]+$", "*.tar.gz", "`a*b`", "`**kw`", "v1.2.3-rc.1", "user@host:~/x", "a->b",
                     "@scope/pkg", "http://127.0.0.1:8080/a_b_c?x=*&y=**", "$HOME/.config", "[0](x)", "0x1F",
                     "3.14e-10", "<T>", "&amp;"]),
    st.text("ab1*_~`\\[](){}|/.<>=!&^$#@+-", min_size=1, max_size=14),
)  # fmt: skip


@settings(max_examples=700, deadline=None, derandomize=True, suppress_health_check=list(HealthCheck))
@given(
    st.lists(LITERALS, min_size=1, max_size=3),
    st.sampled_from(["{}", "- {}", "**Note**: {}", "# H\n\n{}", "| a |\n|---|\n| {} |", "> {}"]),
)
def test_every_literal_comes_out_as_it_went_in_or_there_is_no_fact(literals: list[str], frame: str) -> None:
    # Three turns an example, in all 2,100: what is told of the middle one stands in its source as it was.
    for words in (
        "The cache key {} must never change, because clients rely on it.",
        "Use {} only in CI.",
        "{} is not {} here.",
    ):
        source = frame.format(words.replace("{}", " and ".join(literals)))
        for fact in facts(source):
            for token in fact.content.split():
                bare = token.strip(".,;:!?()[]{}\"'“”…。")
                assert not bare or bare in source or bare.lower() in source.lower()
            for literal in literals:
                if any(mark in literal for mark in "*~_\\") and literal.replace("*", "") in fact.content:
                    assert literal in fact.content or literal.startswith(("**", "*", "`"))


@pytest.mark.parametrize(
    "hostile",
    [
        "x" * 1_000_000,
        "**" * 50_000,
        "[" * 100_000,
        "`" * 100_000,
        "> " * 50_000 + "x",
        "- " * 5_000 + "x",
        "| a " * 50_000,
        "a. " * 100_000,
        "1) " * 50_000,
        "error: " * 50_000,
        "![" * 50_000 + "](" * 50_000,
        "\0\ud800 broken \U0010ffff" * 1_000,
        "#" * 100_000,
        "The root cause: " * 10_000,
        'git commit -m "' * 5_000,
    ],
    ids=lambda text: text[:12].encode("unicode_escape").decode(),
)
def test_a_hostile_text_ends_in_facts_or_in_none(hostile: str) -> None:
    tools = (ToolUse("Bash", None, f"git commit -m '{hostile}'", hostile, True),)
    assert len(extracting.extract(TurnMaterial(hostile, f"{CAUSE}\n\n{hostile}", tools, NOW))) <= extracting.MAX_FACTS


def test_a_turn_tells_two_facts_at_most() -> None:
    assert len(facts("\n\n".join(f"{CAUSE} It happened in module number{n}." for n in range(9)))) <= 2


def test_a_fact_stands_alone() -> None:
    answer = (
        f"**Root cause:** It works now.\n\nThis is what broke the build of `x.py`.\n\nI think we are done.\n\n{CAUSE}"
    )
    for fact in facts(answer, "It is broken again, please fix it today"):
        assert stands_alone(fact.content), fact.content


def test_a_teammates_name_makes_no_fact() -> None:
    answer = "The root cause: Jake swallowed `CardDeclined` in payments/client.py, because he caught every Exception."
    assert facts(answer)
    assert facts(answer, people=frozenset({"Jake"})) == ()


def test_the_words_of_commits_and_of_failing_tools_are_read() -> None:
    commit = ToolUse(
        "Bash", None, "git commit -m \"$(cat <<'EOF'\nfix: keep retries\n\nRetries stay in Celery.\nEOF\n)\"", ""
    )
    failing = ToolUse("Bash", None, "make", "error: missing separator in Makefile, line 3", True)
    found = {text.place: text.words for text in texts(TurnMaterial("p", "a", (commit, failing), NOW))}
    assert "Retries stay in Celery." in found["commit"] and "missing separator" in found["output"]


def test_a_standing_order_of_a_short_prompt_is_told() -> None:
    (fact,) = extracting.extract(TurnMaterial("nevermind, always stick with `RabbitMQ`, never Kafka", "Sure.", (), NOW))
    assert (fact.source, fact.content) == ("user", "Always stick with `RabbitMQ`, never Kafka.")


def test_a_day_told_from_today_has_its_date_beside_it() -> None:
    assert (
        finished("The build broke yesterday, `today` works", NOW)
        == "The build broke yesterday (2026-03-18), `today` works."
    )


@pytest.mark.parametrize(
    ("told", "source"),
    [
        ("The limit is 10242 bytes here.", "The limit is 1024**2 bytes here."),
        ("The cache is shared.", "The cache is not shared."),
        ("Use src//*.py for the tests.", "Use src/**/*.py for the tests."),
        ("The port is 80801 by default.", "The port is 8080 by default."),
    ],
)
def test_a_bent_literal_or_a_lost_negation_is_refused(told: str, source: str) -> None:
    (sentence,) = read(Text("answer", source), 0)
    assert faithful(Candidate(sentence.text, (sentence,)))
    assert not faithful(Candidate(told, (replace(sentence, text=told),)))


def test_a_sentence_without_an_end_is_no_fact() -> None:
    endless = "The root cause: `flush` cleared the cache because it ran twice" + " and it ran again" * 600 + "."
    material = TurnMaterial("Why is the cache empty?", endless, (), NOW)
    assert all(len(fact.content) <= 700 for fact in extracting.extract(material, TALKATIVE))
