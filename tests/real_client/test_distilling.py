"""The developer's own Claude distills: the real client runs headless behind the real client, facts from a script."""

import json

import pytest

from tests.real_client.conftest import api, eventually
from tests.real_client.scripted_model import ScriptedModel

pytestmark = pytest.mark.e2e

PROMPT = "The settlement export of the checkout fails every night, please find out why."
ANSWER = (
    "The settlement export fails at 03:00 UTC because the ledger database locks its tables for the vacuum. "
    "It runs at 02:30 UTC now; the schedule is in settlement/cron.yaml."
)
CONTENT = (
    "The settlement export failed at 03:00 UTC because the ledger database locks its tables for the vacuum; it runs at "
    "02:30 UTC now, as settlement/cron.yaml says."
)
QUOTE = "the ledger database locks its tables for the vacuum"
FACT = {"content": CONTENT, "type": "failure", "confidence": 0.9, "evidence": QUOTE}
INVENTED = {**FACT, "content": "The settlement export reads settlement/limits.ini, which sets batch_rows to 7000."}
RUN = {"name": "Bash", "input": {"command": "echo cron ok", "description": "look"}}


def answer(*facts, turn=1):
    """What the model answers through the tool that the client offers it."""
    turns = [{"turn": turn, "facts": list(facts), "summary": []}]
    return {"tools": [{"name": "StructuredOutput", "input": {"turns": turns}}]}


@pytest.fixture
def session(person, live_stack, tmp_path):
    """Runs a session of one turn whose inner client gets these replies; returns the model, the report and the turn."""
    models = []

    def run(*inner, name="alice", env=(), **lane):
        script = {
            "lanes": [{"name": "inner", "when": {"system": "You distill"}, "replies": list(inner), **lane}],
            "replies": [{"tools": [RUN]}, ANSWER],
        }
        model = ScriptedModel(script, tmp_path / f"model-{len(models)}.jsonl")
        models.append(model)
        settings = ["CAIRN_DISTILL=claude", "CAIRN_DISTILL_IDLE=0", f"ANTHROPIC_BASE_URL={model.url}", *env]
        who = person(name)
        report = who.session(script, PROMPT, options=tuple(f"--env={each}" for each in settings))
        assert report["ok"], report["turns"]
        assert not any(turn["hook_problems"] for turn in report["turns"])
        return who, model, report

    yield run
    for model in models:
        model.stop()


def stored(live_stack, report):
    """The stored turn, once somebody has distilled it."""

    def look():
        found = api(live_stack, "alice", f"sessions/{report['session_id']}/turns")["results"]
        return next((turn for turn in found if turn["distiller"]), None)

    turn = eventually(look, 60)
    assert turn, "nobody has distilled the turn"
    return turn


def contents(live_stack):
    """Everything that the team remembers, as text."""
    rows = api(live_stack, "alice", "memories/recent", limit=100)["results"]
    ids = ",".join(str(row["id"]) for row in rows)
    return json.dumps(api(live_stack, "alice", "memories", ids=ids)) if ids else ""


def test_facts_come_from_the_developers_own_claude_and_nothing_recurses(session, live_stack):
    alice, model, report = session(answer(FACT))
    turn = stored(live_stack, report)
    assert (turn["distiller"], turn["distiller_note"]) == ("claude:haiku", "")
    assert eventually(lambda: CONTENT in contents(live_stack), 10)
    (request,) = model.requests("inner")
    body = json.dumps(request["body"])
    assert {tool["name"] for tool in request["body"]["tools"]} <= {"StructuredOutput", "DeferredToolPlaceholder"}
    assert "haiku" in request["body"]["model"]
    assert QUOTE in body and "cron ok" in body
    # Nothing of the plugin or of the outer session is in the inner one: no hook, server, skill, briefing or transcript.
    assert "mcp__" not in body and "hook additional context" not in body and "cairn-memory" not in body
    assert len(list(alice.home.glob(".claude/projects/*/*.jsonl"))) == 1
    sessions = api(live_stack, "alice", "sessions", limit=100)["results"]
    assert [row["id"] for row in sessions].count(report["session_id"]) == 1
    assert report["hook_counts"]["SessionStart"] == 1, "the recorder, a plugin too, saw one session"
    usage = json.loads(next(alice.home.glob(".claude/plugins/data/*/spools/*/distill-usage.json")).read_text())
    (day,) = usage["days"].values()
    assert day["calls"] == 1 and day["facts"] == 1 and day["input_tokens"] > 0


TROUBLE = {
    "invention": ([answer(INVENTED)], (), "every fact was rejected: fabricated: settlement/limits.ini"),
    "refusal": ([{"text": "", "stop_reason": "refusal"}] * 6, (), "the model refused to answer"),
    "API error": (
        [{"error": {"status": 529, "type": "overloaded_error", "message": "overloaded"}}] * 12,
        ("CLAUDE_CODE_MAX_RETRIES=0",),
        "API error 529",
    ),
    "invalid JSON": ([{"text": '{"turns": [{"turn": 1, "fac'}] * 8, (), "invalid JSON, or an answer in another format"),
    "budget of the call": (
        [{**answer(FACT), "usage": {"input_tokens": 9_000_000, "output_tokens": 9_000}}],
        (),
        "the budget of one call is exceeded",
    ),
    "budget of the day": ([answer(FACT)], ("CAIRN_DISTILL_CALLS=0",), "the daily budget of 0 calls is spent"),
    "time-out": ([{**answer(FACT), "delay_s": 8}], ("CAIRN_DISTILL_TIMEOUT=4",), "no answer within 4 s"),
    "no client": ([answer(FACT)], ("CAIRN_CLAUDE=/nowhere/claude",), "the client `claude` is not found"),
}


@pytest.mark.parametrize("kind", TROUBLE)
def test_where_it_goes_wrong_the_rules_take_over_and_the_turn_says_why(session, live_stack, kind):
    inner, env, why = TROUBLE[kind]
    _, model, report = session(*inner, env=env)
    turn = stored(live_stack, report)
    assert turn["distiller"] == "rules"
    assert turn["distiller_note"].startswith("claude:haiku: ") and why in turn["distiller_note"]
    if kind.startswith("budget of the day") or kind == "no client":
        assert model.requests("inner") == []


def test_where_raw_events_stay_only_facts_with_their_evidence_leave(session, live_stack):
    alice, _, report = session(answer(FACT), name="bob", env=("CAIRN_RAW=off",))
    turn = eventually(lambda: bobs_turn(live_stack, report), 60)
    assert turn and turn["distiller"] == "claude:haiku" and turn["preview"] == ""
    told = json.dumps(api(live_stack, "bob", f"sessions/{report['session_id']}/turns/{turn['turn']}"))
    assert "please find out why" not in told and "cron ok" not in told
    assert not list(alice.home.glob(".claude/plugins/data/*/spools/*/transcripts/*.jsonl"))


def bobs_turn(live_stack, report):
    """The turn of bob's session, once it is there."""
    sessions = [row["id"] for row in api(live_stack, "bob", "sessions", limit=100)["results"]]
    if report["session_id"] not in sessions:
        return None
    found = api(live_stack, "bob", f"sessions/{report['session_id']}/turns")["results"]
    return next((turn for turn in found if turn["distiller"]), None)
