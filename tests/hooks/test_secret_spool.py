"""A secret in any field of what Claude Code hands to a hook, and what of it is on the developer's disk afterwards."""

import json
import string
from pathlib import Path
from random import Random

from tests.hooks.conftest import Machine

ALPHABET = string.ascii_letters + string.digits


class Secrets:
    """Tokens, one for each field, and where they may not be."""

    def __init__(self) -> None:
        self._lots = Random(11)
        self.of: dict[str, str] = {}

    def __call__(self, field: str) -> str:
        drawn = "".join(self._lots.choice(ALPHABET) for _ in range(34))
        return self.of.setdefault(field, f"{'gh'}p_{drawn}7x")

    def left_in(self, text: str) -> list[str]:
        """The fields whose secret stands in a text, in whatever case, as search indexes fold it."""
        folded = text.lower()
        return [field for field, secret in self.of.items() if secret[8:24].lower() in folded]


def on_disk(folder: Path) -> str:
    """The names and contents of all files."""
    return "\n".join(f"{path}\n{path.read_text(errors='replace')}" for path in folder.rglob("*") if path.is_file())


def test_no_field_of_an_event_brings_a_secret_into_the_spool(machine: Machine) -> None:
    secret = Secrets()
    machine.url = "http://127.0.0.1:9"  # nobody answers, so that all of it stays
    (machine.project / ".git" / "HEAD").write_text(f"ref: refs/heads/fix-{secret('branch')}\n")
    (machine.project / ".git" / "config").write_text(
        f'[remote "origin"]\n\turl = https://git.internal/{secret("remote")}/x.git\n'
    )
    below = machine.project / secret("folder")
    below.mkdir()
    told = {
        name: f"a-{secret(name)}"
        for name in ("session_id", "prompt_id", "agent_id", "agent_type", "tool_use_id", "permission_mode", "source")
    }
    paths = {name: f"/home/{secret(name)}/t.jsonl" for name in ("transcript_path", "agent_transcript_path", "cwd")}
    fields = {**told, **paths, "unheard_of": secret("unheard_of"), "tool_name": f"mcp__{secret('tool_name')}"}
    environment = {
        "CAIRN_AGENT_ID": secret("CAIRN_AGENT_ID"),
        "CLAUDE_PROJECT_DIR": str(below),
        "CAIRN_DISTILL": "claude",
    }
    machine.hook("SessionStart", environment, **fields)
    machine.hook("UserPromptSubmit", environment, **fields, prompt=f"use {secret('prompt')} for it")
    machine.hook(
        "PostToolUse",
        environment,
        **fields,
        tool_input={"command": f"echo {secret('command')}", secret("key"): {"deep": [secret("deep")]}},
        tool_response={"stdout": secret("stdout"), "file": {"filePath": secret("filePath")}},
    )
    machine.hook("PostToolUseFailure", environment, **fields, error=f"no such {secret('error')}")
    machine.hook(
        "Stop", environment, **fields, last_assistant_message=f"done with {secret('answer')}", stop=[secret("stop")]
    )
    machine.hook("SessionEnd", environment, **fields, reason=secret("reason"))
    machine.raw("Stop", f"no JSON but {secret('broken')}".encode(), **environment)
    kept = on_disk(machine.data)
    assert "PostToolUse" in kept and "redacted-" in kept
    assert secret.left_in(kept) == []
    assert len(secret.of) >= 25


def test_a_session_whose_name_holds_a_secret_stays_one_session(machine: Machine) -> None:
    machine.url = "http://127.0.0.1:9"
    names = [f"{'gh'}p_{letter * 30}1a2b" for letter in "aab"]
    for name in names:
        machine.hook("UserPromptSubmit", prompt="Why is checkout slow?", session_id=name)
    # A flush may have sealed the first lines into segments meanwhile, whose names are in the order of time.
    files = [*sorted(machine.data.rglob("segment-*.jsonl")), *machine.data.rglob("spool.jsonl")]
    lines = [json.loads(line) for path in files for line in path.read_text().splitlines()]
    one, again, other = (line["session_id"] for line in lines)
    assert one == again != other
    assert all(line["payload"]["session_id"] == line["session_id"] for line in lines)
