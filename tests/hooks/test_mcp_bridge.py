"""The stdio server hands on what Claude asks, knows the project, and needs no server to keep its head."""

import json
import subprocess

import pytest

from hooks.config import Settings
from hooks.mcp_bridge import Bridge
from tests.hooks.conftest import PLUGIN
from tests.hooks.scripted_server import TOKEN

HELLO = {
    "jsonrpc": "2.0",
    "id": 0,
    "method": "initialize",
    "params": {"protocolVersion": "2025-11-25", "capabilities": {}, "clientInfo": {"name": "claude-code"}},
}
LIST = {"jsonrpc": "2.0", "id": 1, "method": "tools/list"}
READY = {"jsonrpc": "2.0", "method": "notifications/initialized"}


def search(**arguments):
    params = {"name": "search_memory", "arguments": {"query": "deploy", **arguments}}
    return {"jsonrpc": "2.0", "id": 2, "method": "tools/call", "params": params}


def talk(machine, *messages, **environment):
    """What the bridge says to these messages, by id."""
    stdin = "".join(m if isinstance(m, str) else json.dumps(m) + "\n" for m in messages)
    done = subprocess.run(
        ["/bin/sh", str(PLUGIN / "launch.sh"), "bridge"],
        input=stdin.encode(),
        env=machine.environment(**environment),
        capture_output=True,
        timeout=20,
    )
    assert done.returncode == 0
    assert not done.stderr
    return {answer["id"]: answer for answer in map(json.loads, done.stdout.splitlines())}


def bridge_to(url, machine, token=TOKEN):
    """A bridge in this process, and the list that its messages go to."""
    said = []
    return Bridge(Settings(url, token), str(machine.data), str(machine.project), said.append), said


def text_of(answer):
    return answer["result"]["content"][0]["text"]


def test_a_session_gets_the_servers_instructions_and_tools(machine):
    said = talk(machine, HELLO, READY, LIST)
    assert said[0]["result"]["instructions"] == "Search before you propose."
    assert said[0]["result"]["protocolVersion"] == "2025-11-25"
    assert [tool["name"] for tool in said[1]["result"]["tools"]] == [
        "search_memory",
        "remember",
        "get_memories",
    ]


def test_the_newer_protocols_probe_is_declined_so_that_the_client_falls_back(machine):
    probe = {"jsonrpc": "2.0", "id": "p", "method": "server/discover", "params": {}}
    assert talk(machine, probe)["p"]["error"]["code"] == -32601


def test_a_search_without_a_project_is_about_the_one_at_hand(machine, server):
    bridge, said = bridge_to(server.url, machine)
    bridge.receive(LIST)
    bridge.receive(search())
    assert json.loads(text_of(said[-1])) == {"query": "deploy", "project": "git@github.com:acme/checkout.git"}


def test_a_named_project_is_left_alone(machine, server):
    bridge, said = bridge_to(server.url, machine)
    bridge.receive(LIST)
    bridge.receive(search(project="acme/other"))
    assert json.loads(text_of(said[-1]))["project"] == "acme/other"


def test_what_is_remembered_belongs_to_the_project_at_hand(machine, server):
    bridge, said = bridge_to(server.url, machine)
    bridge.receive(LIST)
    call = {"jsonrpc": "2.0", "id": 3, "method": "tools/call", "params": {"name": "remember"}}
    bridge.receive({**call, "params": {"name": "remember", "arguments": {"content": "Tuesdays"}}})
    assert json.loads(text_of(said[-1]))["projects"] == ["git@github.com:acme/checkout.git"]


def test_tools_that_take_no_project_get_none(machine, server):
    bridge, said = bridge_to(server.url, machine)
    bridge.receive(LIST)
    params = {"name": "get_memories", "arguments": {"ids": ["11"]}}
    bridge.receive({"jsonrpc": "2.0", "id": 3, "method": "tools/call", "params": params})
    assert json.loads(text_of(said[-1])) == {"ids": ["11"]}


def test_the_token_travels_as_a_bearer_and_the_protocol_as_a_header(machine, server):
    talk(machine, LIST)
    ((_, _, headers, _),) = server.requests
    assert headers["Authorization"] == f"Bearer {TOKEN}"
    assert headers["MCP-Protocol-Version"] == "2025-11-25"


def test_with_the_server_down_the_tools_are_the_ones_last_seen(machine, server):
    seen = talk(machine, HELLO, LIST)
    server.stop()
    now = talk(machine, HELLO, LIST)
    assert now[1] == seen[1]
    assert now[0]["result"]["instructions"] == "Search before you propose."


def test_a_call_with_the_server_down_is_a_tool_error_that_says_so(alone):
    answer = talk(alone, HELLO, search())[2]
    assert answer["result"]["isError"]
    assert "cannot be reached" in text_of(answer)
    assert "Go on without it" in text_of(answer)


def test_before_any_server_was_seen_a_session_still_starts(alone):
    said = talk(alone, HELLO, LIST)
    assert said[0]["result"]["serverInfo"]["name"] == "cairn"
    assert said[1]["result"]["tools"] == []


def test_tools_that_appear_later_are_announced(alone, server):
    bridge, said = bridge_to(alone.url, alone)
    bridge.receive(LIST)
    bridge.settings = Settings(server.url, TOKEN)
    waiting = bridge._retry
    waiting.cancel()
    waiting.function()
    assert said[-1] == {"jsonrpc": "2.0", "method": "notifications/tools/list_changed"}


@pytest.mark.parametrize(
    ("answer", "advice"),
    [
        ((401, {"code": "unauthorized"}, {}), "cairn login"),
        ((403, {"code": "forbidden"}, {}), "more scopes"),
        ((404, b"<html>", {}), "cairn doctor"),
        ((200, b"<html>", {}), "cairn doctor"),
        ((500, {"code": "internal"}, {}), "cairn doctor"),
    ],
)
def test_each_refusal_is_a_tool_error_with_what_to_do(machine, server, answer, advice):
    server.override = answer
    bridge, said = bridge_to(server.url, machine)
    bridge.receive(search())
    assert said[-1]["result"]["isError"]
    assert advice in text_of(said[-1])


def test_an_answer_as_an_event_stream_is_read_too(machine, server):
    answer = {"jsonrpc": "2.0", "id": 2, "result": {"content": [{"type": "text", "text": "found"}]}}
    stream = f"event: message\ndata: {json.dumps(answer)}\n\n".encode()
    server.override = (200, stream, {"Content-Type": "text/event-stream"})
    bridge, said = bridge_to(server.url, machine)
    bridge.receive(search())
    assert text_of(said[-1]) == "found"


def test_an_error_of_the_server_is_passed_on(machine, server):
    error = {"code": -32602, "message": "query must not be empty"}
    server.override = (200, {"jsonrpc": "2.0", "id": 2, "error": error}, {})
    bridge, said = bridge_to(server.url, machine)
    bridge.receive(search())
    assert said[-1] == {"jsonrpc": "2.0", "id": 2, "error": error}


def test_when_switched_off_the_tools_say_so_and_the_server_hears_nothing(machine, server):
    answer = talk(machine, HELLO, LIST, search(), CAIRN_DISABLE="1")[2]
    assert "CAIRN_DISABLE" in text_of(answer)
    assert server.requests == []


def test_without_a_token_the_tools_say_how_to_begin(machine):
    machine.token = ""
    assert "cairn login" in text_of(talk(machine, HELLO, search())[2])


def test_a_line_that_is_no_json_does_not_end_the_session(machine):
    said = talk(machine, "{broken\n", HELLO)
    assert said[None]["error"]["code"] == -32700
    assert "result" in said[0]


@pytest.mark.parametrize("tools", ["abc", 7, [1], {"name": "search_memory"}])
def test_tools_that_are_none_do_not_replace_those_last_seen(machine, server, tools):
    bridge, said = bridge_to(server.url, machine)
    bridge.receive(LIST)
    result = {"jsonrpc": "2.0", "id": 1, "result": {"tools": tools}}
    server.override = (200, json.dumps(result).encode(), {"Content-Type": "application/json"})
    bridge.receive(LIST)
    server.override = None
    bridge.receive(search())
    assert said[1]["result"]["tools"] == said[0]["result"]["tools"]
    assert "acme/checkout" in text_of(said[2])
