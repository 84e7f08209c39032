"""Where URL and token come from, and to whom the token may go."""

import json
import re
from pathlib import Path

import pytest

from hooks import config
from tests.hooks.conftest import PLUGIN, is_private


@pytest.fixture
def home(tmp_path, monkeypatch):
    for name in ("URL", "TOKEN", "PROMPT_RECALL", "BRIEFING_TOKENS"):
        monkeypatch.delenv(f"CAIRN_{name}", raising=False)
        monkeypatch.delenv(f"CLAUDE_PLUGIN_OPTION_{name}", raising=False)
    monkeypatch.setenv("HOME", str(tmp_path))
    return tmp_path


def write(home, **values):
    path = home / ".config" / "cairn" / "client.json"
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(json.dumps(values))
    path.chmod(0o600)
    return path


def test_nothing_set_means_the_local_server_and_not_configured(home):
    found = config.load()
    assert (found.url, found.token, found.configured) == ("http://127.0.0.1:8787", "", False)
    assert (found.prompt_recall, found.briefing_tokens) == ("hint", 1000)


def test_options_win_over_the_environment_and_that_over_the_file(home, monkeypatch):
    write(home, url="https://file", token="t-file")
    assert (config.load().url, config.load().token) == ("https://file", "t-file")
    monkeypatch.setenv("CAIRN_URL", "https://environment")
    monkeypatch.setenv("CAIRN_TOKEN", "t-environment")
    assert (config.load().url, config.load().token) == ("https://environment", "t-environment")
    monkeypatch.setenv("CLAUDE_PLUGIN_OPTION_URL", "https://option/")
    monkeypatch.setenv("CLAUDE_PLUGIN_OPTION_TOKEN", "t-option")
    assert (config.load().url, config.load().token) == ("https://option", "t-option")


def test_an_option_that_is_empty_is_not_set(home, monkeypatch):
    monkeypatch.setenv("CLAUDE_PLUGIN_OPTION_TOKEN", "")
    monkeypatch.setenv("CAIRN_TOKEN", "t")
    assert config.load().token == "t"


def test_a_saved_token_is_never_sent_to_another_server(home, monkeypatch):
    write(home, url="https://cairn.acme.example", token="t")
    monkeypatch.setenv("CAIRN_URL", "https://evil.example")
    assert config.load().token == ""
    monkeypatch.setenv("CAIRN_URL", "https://cairn.acme.example/")
    assert config.load().token == "t"


def test_a_file_that_others_can_read_is_closed(home):
    path = write(home, url="https://a", token="t")
    path.chmod(0o644)
    assert config.load().token == "t"
    assert is_private(path)


@pytest.mark.parametrize("content", ["{half", "[]", '"text"'])
def test_a_broken_file_is_a_problem_that_is_said_and_capture_goes_on(home, content):
    write(home).write_text(content)
    found = config.load()
    assert "cairn login" in found.problem
    assert found.configured


def test_a_broken_file_does_not_matter_where_the_environment_says_all(home, monkeypatch):
    write(home).write_text("{half")
    monkeypatch.setenv("CAIRN_TOKEN", "t")
    assert (config.load().token, config.load().problem) == ("t", "")


@pytest.mark.parametrize(
    ("given", "tokens"), [("2000", 2000), ("500.0", 500), ("7", 100), ("90000", 4000), ("many", 1000)]
)
def test_the_size_of_the_briefing_stays_within_reason(home, monkeypatch, given, tokens):
    monkeypatch.setenv("CAIRN_BRIEFING_TOKENS", given)
    assert config.load().briefing_tokens == tokens


def test_an_unknown_recall_mode_is_the_default(home, monkeypatch):
    monkeypatch.setenv("CLAUDE_PLUGIN_OPTION_PROMPT_RECALL", "always")
    assert config.load().prompt_recall == "hint"


def test_a_broken_client_file_is_reported_at_the_start_of_a_session(alone):
    alone.token = alone.url = ""
    path = alone.home / ".config" / "cairn" / "client.json"
    path.parent.mkdir(parents=True)
    path.write_text("{half")
    said = alone.hook("SessionStart", source="startup")["systemMessage"]
    assert "ERROR" in said
    assert "cairn login" in said
    assert len(alone.lines()) == 1


@pytest.mark.parametrize(
    ("saved", "said"),
    [
        ({"url": "https://cairn.acme.example", "token": "t"}, "not cairn.acme.example of cairn login"),
        ({"token": "another"}, "CAIRN_TOKEN has another token than cairn login"),
        ({}, ""),
    ],
)
def test_a_session_that_the_environment_leads_elsewhere_says_so(machine, saved, said):
    if saved:
        write(machine.home, **{"url": machine.url, **saved})
    told = machine.hook("SessionStart", source="startup")["systemMessage"]
    assert said in told
    assert ("NOTE" in told) == bool(said)


def test_version_and_options_are_the_same_everywhere():
    manifest = json.loads((PLUGIN / ".claude-plugin" / "plugin.json").read_text())
    marketplace = json.loads((PLUGIN.parent / ".claude-plugin" / "marketplace.json").read_text())
    assert manifest["version"] == config.VERSION == marketplace["plugins"][0]["version"]
    recall, distilling = {"prompt_recall", "briefing_tokens"}, {"distill", "raw", "distill_model"}
    budget = {"distill_calls", "distill_tokens", "distill_dollars"}
    assert set(manifest["userConfig"]) == {"url", "token"} | recall | distilling | budget
    assert manifest["userConfig"]["token"]["sensitive"] is True
    assert f"[cairn {config.VERSION}]" in (PLUGIN / "launch.sh").read_text()
    assert f"cairn:{config.VERSION}\n" in (PLUGIN.parent / "docker" / "compose.yml").read_text()


def test_every_hook_has_a_short_timeout_and_the_readers_match_the_agents_tools():
    hooks = json.loads((PLUGIN / "hooks.json").read_text())["hooks"]
    entries = [(group, hook) for groups in hooks.values() for group in groups for hook in group["hooks"]]
    assert all(hook["timeout"] <= 5 for _, hook in entries)
    allowed = re.compile(hooks["PreToolUse"][0]["matcher"])
    agent = (PLUGIN / "agents" / "recaller.md").read_text()
    tools = re.search(r"^tools: (.*)$", agent, re.MULTILINE)
    assert tools
    assert all(allowed.search(tool.strip()) for tool in tools[1].split(","))
    assert not allowed.search("mcp__plugin_cairn_cairn__forget")
    assert not allowed.search("mcp__plugin_cairn_cairn__search_memory_and_more")


def test_the_plugin_uses_the_standard_library_alone():
    import sys

    pattern = re.compile(r"^\s*(?:from|import) ([a-z_0-9]+)", re.MULTILINE)
    for path in Path(PLUGIN).glob("*.py"):
        for name in pattern.findall(path.read_text()):
            assert name in sys.stdlib_module_names or name in ("hooks", "__future__"), f"{path.name}: {name}"
