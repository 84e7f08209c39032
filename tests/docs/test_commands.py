"""Every command in the documentation can be called as it stands there; those without a reason not to are run."""

import json
import re
from collections.abc import Iterator
from io import StringIO
from pathlib import Path

import pytest
from django.core.management import call_command, load_command_class
from django.core.management import get_commands as names

from hooks import cairn
from tests.docs.blocks import ROOT, Command, commands
from tests.hooks.conftest import SESSION, Machine
from tests.hooks.scripted_server import TOKEN, ScriptedServer

ALL = commands()
RUN = [command for command in ALL if not command.why_not]
_TARGET = re.compile(r"^([a-z0-9-]+):", re.M)


@pytest.fixture(scope="module")
def machine(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Machine]:
    """A developer's machine beside a server that speaks the contract."""
    server = ScriptedServer()
    nothing = {"results": [], "query": "", "total_matches": 0, "offset": 0, "has_more": False}
    server.answers = {"/api/v1/history": nothing}
    alices = Machine(tmp_path_factory.mktemp("machine"), server.url)
    kept = alices.home / ".claude" / "projects" / "-home-alice-checkout" / f"{SESSION}.jsonl"
    kept.parent.mkdir(parents=True)
    said = {"role": "user", "content": "Why does the retry swallow 401?"}
    line = {"type": "user", "uuid": "u1", "sessionId": SESSION, "cwd": str(alices.project), "message": said}
    kept.write_text(json.dumps({**line, "timestamp": "2026-03-19T10:00:00Z"}) + "\n")
    yield alices
    server.stop()


def of(program: str, among: list[Command]) -> list[Command]:
    return [command for command in among if command.program == program]


def test_there_is_something_to_run() -> None:
    assert len(of("manage.py", RUN)) >= 10
    assert len(of("cairn", RUN)) >= 10


def test_what_is_run_is_ours() -> None:
    assert {command.program for command in RUN} == {"manage.py", "cairn"}, "give the reason before the block"


@pytest.mark.parametrize("command", of("manage.py", ALL), ids=str)
def test_a_command_of_the_server_is_called_as_it_takes_it(command: Command) -> None:
    name, *rest = command.arguments
    if name == "makemigrations":
        return
    made = load_command_class(names()[name], name)
    assert made.create_parser("manage.py", name).parse_args(rest)


@pytest.mark.parametrize("command", of("cairn", ALL), ids=str)
def test_a_command_of_the_client_is_called_as_it_takes_it(command: Command) -> None:
    assert cairn.parser().parse_args(command.arguments)


@pytest.mark.parametrize("command", of("make", ALL), ids=str)
def test_a_target_of_make_exists(command: Command) -> None:
    targets = _TARGET.findall((ROOT / "Makefile").read_text(encoding="utf-8"))
    assert set(command.arguments) <= set(targets)


def test_the_commands_of_the_server_run_one_after_another(
    db: None, quick_passwords: None, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for command in of("manage.py", RUN):
        name, *arguments = command.arguments
        out = StringIO()
        call_command(name, *arguments, stdout=out, stderr=out)


@pytest.mark.parametrize("command", of("cairn", RUN), ids=str)
def test_a_command_of_the_client_runs(command: Command, machine: Machine) -> None:
    arguments = [word.replace("$CAIRN_URL", machine.url) for word in command.arguments]
    done = machine.cairn(*arguments, stdin=f"{TOKEN}\n" if command.reads else "")
    assert done.returncode == 0, done.stdout + done.stderr
