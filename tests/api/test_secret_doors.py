"""A secret in every string that a door of the server takes, and then none in any table or in the log."""

import json
import logging
from collections.abc import Callable
from pathlib import Path
from uuid import uuid4

import pytest
from django.test import Client
from django.utils import timezone

from memory import access
from memory.access import Actor
from memory.capture.transcripts.files import find_transcripts
from memory.capture.transcripts.importing import import_files
from memory.exchange.memsearch_import import import_memsearch
from memory.exchange.unpacking import import_jsonl
from memory.logs import Redacting
from memory.models import AccessToken, CodingSession, Memory, SavedSearch
from tests.api.conftest import CENTS, REMOTE, WEBHOOKS, get, post
from tests.api.mcp.conftest import call, web  # noqa: F401
from tests.dumps import dump
from tests.events import event
from tests.hooks.test_secret_spool import Secrets

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def secret() -> Secrets:
    return Secrets()


def _nowhere(secret: Secrets, least: int) -> None:
    assert len(secret.of) >= least
    assert secret.left_in(dump()) == []


def test_events(api_of: Callable[..., Client], alice: Actor, secret: Secrets) -> None:
    names = ("remote", "git_dir", "root", "branch", "top", "unheard_of")
    payload = {
        name: f"x {secret(name)}"
        for name in (
            "prompt_id",
            "session_id",
            "transcript_path",
            "agent_type",
            "tool_use_id",
            "cwd",
            "prompt",
            "tool_name",
        )
    }
    payload |= {
        secret("a name"): [{"deep": secret("deep")}],
        "error": secret("error"),
        "tool_input": {"command": secret("command")},
    }
    told = {"session_id": secret("session"), "agent_id": secret("agent"), "extra": secret("extra")}
    batch = []
    for left_out in ((), ("remote",), ("remote", "git_dir")):
        project = {name: f"/srv/{secret(name)}/x" for name in names if name not in left_out}
        if "remote" in project:
            project["remote"] = f"https://git.internal/{secret('remote')}/x.git"
        for name in ("SessionStart", "UserPromptSubmit", "PostToolUse", "PostToolUseFailure", "Stop"):
            batch.append(event(name, payload=payload, project=project, **told))
    facts = [{"content": f"The deploy uses {secret('fact')}", "type": "decision", "evidence": [secret("quote")]}]
    distilled = {"prompt_id": "p1", "facts": facts, "distiller": f"claude:{secret('model')}", "note": secret("note")}
    batch.append(
        event(
            "TurnDistilled",
            payload=distilled | {"usage": {"calls": 1}, "summary": [secret("bullet")]},
            distill="claude",
        )
    )
    answer = post(api_of(alice), "events", {"events": batch})
    assert answer.status_code == 202 and answer.json()["accepted"] == len(batch), answer.content
    _nowhere(secret, 25)
    with access.acting(alice):
        assert CodingSession.objects.filter(external_id__startswith="redacted-").count() == 1


def test_transcripts(api_of: Callable[..., Client], alice: Actor, secret: Secrets, tmp_path: Path) -> None:
    def line(kind: str, door: str, **more: object) -> dict:
        names = ("uuid", "sessionId", "agentId", "cwd", "gitBranch", "promptId", "parentUuid")
        told = {name: f"/a/{secret(f'{door} {kind} {name}')}" for name in names}
        return {"type": kind, "timestamp": timezone.now().isoformat(), **told, **more}

    def lines(door: str) -> str:
        calls = [
            {"type": "text", "text": f"I take {secret(f'{door} text')}"},
            {
                "type": "tool_use",
                "id": secret(f"{door} call"),
                "name": f"mcp__{secret(f'{door} tool')}",
                "input": {"command": secret(f"{door} command")},
            },
        ]
        result = [{"type": "tool_result", "tool_use_id": secret(f"{door} call"), "content": secret(f"{door} result")}]
        rows = [
            line("user", door, message={"role": "user", "content": f"why {secret(f'{door} asked')}"}),
            line(
                "assistant",
                door,
                message={
                    "id": secret(f"{door} message"),
                    "role": "assistant",
                    "model": secret(f"{door} model"),
                    "content": calls,
                },
            ),
            line("user", f"{door} result", message={"role": "user", "content": result}),
            {"type": "custom-title", "customTitle": f"About {secret(f'{door} title')}", "sessionId": "s1"},
        ]
        return "".join(json.dumps(row) + "\n" for row in rows)

    query = "&".join(
        f"{name}=/srv/{secret(f'query {name}')}"
        for name in ("root", "branch", "path", "subagent", "agent_id", "git_dir")
    )
    answer = api_of(alice).post(
        f"/api/v1/transcripts/{secret('address')}?{query}", lines("sent"), content_type="application/x-ndjson"
    )
    assert answer.status_code == 202 and answer.json()["accepted"], answer.content
    folder = tmp_path / secret("folder")
    folder.mkdir()
    (folder / f"{secret('file')}.jsonl").write_text(lines("imported"))
    assert import_files(find_transcripts([folder]), actor=alice).messages
    _nowhere(secret, 50)


def test_rest(api_of: Callable[..., Client], alice: Actor, secret: Secrets, monkeypatch: pytest.MonkeyPatch) -> None:
    client = api_of(alice)

    def does(path: str, status: int, **body: object) -> dict:
        answer = post(client, path, body)
        assert answer.status_code == status, answer.content
        return answer.json()

    kept = does(
        "memories",
        201,
        content=f"{CENTS} The token is {secret('content')}.",
        projects=[f"git@github.com:acme/{secret('project')}.git"],
        tags=[secret("tag"), f"a-{secret('tag of some')}"[:49]],
    )
    other = does("memories", 201, content=WEBHOOKS, projects=[REMOTE], tags=["api"])
    does(f"memories/{kept['id']}/tags", 200, add=[secret("added tag")])
    does(f"memories/{other['id']}/feedback", 200, verdict="wrong", note=secret("note"), reason=secret("why"))
    does("policy/rules", 201, project=secret("rule"), at_least_trust=0.5)
    session = event(session_id="s1")
    does("events", 202, events=[session])
    does("blocks", 201, session="s1", reason=f"it leaked {secret('block reason')}")
    get(
        client,
        "search",
        q=f"where is {secret('question')}",
        agent_id=secret("asked agent"),
        project=secret("asked project"),
    )
    get(client, "history", q=f"where was {secret('history')}")
    get(client, f"sessions/{secret('a session')}")
    does("review/assign", 404, id=kept["id"], ids=[kept["id"]], user=secret("assignee"), assignee=secret("assigned"))
    _nowhere(secret, 12)
    with access.acting(alice):
        assert "[REDACTED:github-token]" in Memory.objects.get(uuid=kept["id"]).tags


def test_mcp(call: Callable[..., str], alice: Actor, secret: Secrets) -> None:  # noqa: F811
    call(
        "remember",
        content=f"{CENTS} {secret('content')}",
        tags=[secret("tag")],
        projects=[f"git@github.com:acme/{secret('project')}.git"],
    )
    call("search_memory", query=f"what of {secret('query')}", agent_id=secret("agent"))
    call("search_project_history", query=f"who said {secret('history')}", project=REMOTE)
    _nowhere(secret, 6)


def test_pages(
    client_of: Callable[[Actor], Client], api_of: Callable[..., Client], alice: Actor, secret: Secrets
) -> None:
    known = post(api_of(alice), "memories", {"content": CENTS, "projects": [REMOTE]}).json()["id"]
    browser = client_of(alice)

    def does(path: str, **form: object) -> None:
        assert browser.post(path, form).status_code < 400, path

    does(
        "/tokens", name=f"ci {secret('token name')}", agent=secret("token agent"), scopes=["read", "capture"], days="30"
    )
    does("/connect", name=f"laptop {secret('connect name')}"[:100])
    does("/search/saved", name=f"my {secret('search name')}", query=f"q={secret('search')}&tag={secret('search tag')}")
    does("/search/saved", name="coded", query=f"q=access_token%3D{secret('coded search')}")
    does("/search/ask", q=f"what is {secret('asked')}")
    does(f"/memories/{known}/comments", comment=f"try {secret('comment')}")
    does(f"/memories/{known}/correct", content=f"{CENTS} Not with {secret('correction')}.")
    browser.post("/team/projects/1/name", {"name": secret("project name")})
    browser.post("/team/invitations", {"email": f"{secret('mail')}@x.io", "role": "member", "days": "3"})
    browser.get("/search", {"q": f"find {secret('query')}"})
    browser.post("/login", {"username": secret("user name"), "password": "x"})
    _nowhere(secret, 13)
    with access.acting(alice):
        assert AccessToken.objects.filter(name__startswith="ci [REDACTED").exists()
        assert SavedSearch.objects.count() == 2


def test_a_password_with_the_look_of_a_token_still_opens_the_page(
    client: Client, alice: Actor, secret: Secrets
) -> None:
    alice.user.set_password(secret("password"))
    alice.user.save()
    answer = client.post("/login", {"username": "alice", "password": secret("password")})
    assert answer.status_code == 302


def test_imports(alice: Actor, secret: Secrets, tmp_path: Path) -> None:
    def told(line: str, *names: str) -> dict[str, str]:
        return {name: f"x/{secret(f'{line} {name}')}" for name in names}

    now = timezone.now().isoformat()
    project, session = (
        told("project", "identity", "name"),
        told("session", "id", "transcript", "branch", "root", "title", "agent"),
    )
    rows = [
        {"kind": "project", **project, "aliases": [secret("alias")]},
        {"kind": "session", **session, "project": project["identity"], "started_at": now},
        {
            "kind": "turn", **told("turn", "id"), "session": session["id"], "started_at": now,
            "summary": [f"Looked into {secret('summary')} of the deploy"],
        },
        {
            "kind": "memory", "id": str(uuid4()), "content": f"{CENTS} {secret('content')}", "at": now,
            "projects": [project["identity"]], "type": "decision", "tags": [secret("tag")],
            "files": [secret("file")], "reason": secret("reason"),
            "agent": secret("memory agent"),
            "evidence": [{
                "at": now, "session": session["id"], "tools": [secret("tool")], "files": [secret("seen file")],
                **told("evidence", "excerpt", "branch", "commit", "source"),
            }],
        },
    ]  # fmt: skip
    (tmp_path / "memories.jsonl").write_text("".join(json.dumps(row) + "\n" for row in rows))
    receipt = import_jsonl(tmp_path, actor=alice)
    assert (receipt.memories, receipt.turns, receipt.refusals) == (1, 1, []), receipt
    days = tmp_path / secret("folder") / ".memsearch" / "memory"
    days.mkdir(parents=True)
    (days / "2026-02-09.md").write_text(
        "# 2026-02-09\n\n## Session 10:24\n\n### 10:24\n"
        f"<!-- session:{secret('anchor session')} turn:{secret('anchor turn')}"
        f" transcript:/home/{secret('anchor path')}.jsonl -->\n- {CENTS} {secret('bullet')}\n- {WEBHOOKS}\n"
    )
    import_memsearch(tmp_path / secret("folder"), actor=alice)
    _nowhere(secret, 25)


def test_the_log_takes_no_secret(secret: Secrets) -> None:
    record = logging.makeLogRecord({"msg": "no such %s", "args": (secret("argument"),)})
    try:
        raise ValueError(secret("exception"))
    except ValueError as error:
        record.exc_info = (type(error), error, error.__traceback__)
    line = Redacting("%(message)s").format(record)
    assert "ValueError" in line and secret.left_in(line) == []
    assert any(isinstance(handler.formatter, Redacting) for handler in logging.getLogger().handlers)
