"""The command line as a distribution of its own: a wheel, installed where neither server nor network is."""

import os
import shutil
import subprocess
import sys
import zipfile
from email import message_from_bytes
from email.message import Message
from pathlib import Path

import pytest

from hooks import config
from tests.hooks.conftest import PLUGIN

SERVER = ("hooks", "memory", "api", "web", "worker", "django")


def run(*command: object, **options: object) -> subprocess.CompletedProcess[str]:
    return subprocess.run(list(map(str, command)), capture_output=True, text=True, timeout=100, **options)


def pip(*arguments: object) -> None:
    done = run(sys.executable, "-m", "pip", "--disable-pip-version-check", *arguments)
    assert done.returncode == 0, done.stdout + done.stderr


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The wheel, built from a copy, for a build leaves files in its folder."""
    place = tmp_path_factory.mktemp("packaging")
    copy = shutil.copytree(PLUGIN, place / "hooks", ignore=shutil.ignore_patterns("__pycache__", "build", "*.egg-info"))
    pip("wheel", "--no-index", "--no-deps", "--no-build-isolation", "--wheel-dir", place, copy)
    [built] = place.glob("*.whl")
    return built


@pytest.fixture(scope="module")
def installed(wheel: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The programs of an empty virtual environment that the wheel was installed into."""
    place = tmp_path_factory.mktemp("venv")
    assert run(sys.executable, "-m", "venv", "--without-pip", place).returncode == 0
    pip("--python", place / "bin" / "python", "install", "--no-index", "--no-deps", wheel)
    return place / "bin"


def metadata(wheel: Path) -> Message:
    with zipfile.ZipFile(wheel) as archive:
        [name] = [name for name in archive.namelist() if name.endswith(".dist-info/METADATA")]
        return message_from_bytes(archive.read(name))


def test_it_depends_on_python_alone_and_has_the_plugins_version(wheel):
    told = metadata(wheel)
    assert (told["Name"], told["Version"]) == ("cairn-client", config.VERSION)
    assert told["Requires-Python"] == ">=3.11"
    assert told["Requires-Dist"] is None


def test_it_holds_every_module_and_what_modules_read(wheel):
    modules = {path.relative_to(PLUGIN).as_posix() for path in PLUGIN.rglob("*.py") if "build" not in path.parts}
    data = {"redaction_rules.json", "seed_words.json"}
    prompts = {f"prompts/{path.name}" for path in (PLUGIN / "prompts").iterdir()}
    with zipfile.ZipFile(wheel) as archive:
        held = {name for name in archive.namelist() if ".dist-info/" not in name}
    assert held == {f"cairn_client/{name}" for name in modules | data | prompts}


def test_installed_alone_it_says_its_version_and_what_is_missing(installed, tmp_path):
    nobody = {"HOME": str(tmp_path), "PATH": "/usr/bin:/bin"}
    version = run(installed / "cairn", "--version", env=nobody, cwd=tmp_path)
    assert version.stdout == f"cairn {config.VERSION}\n", version.stderr
    examined = run(installed / "cairn", "doctor", env=nobody, cwd=tmp_path)
    assert examined.returncode == 1
    assert "BAD  settings: no token: run `cairn login`" in examined.stdout
    assert not examined.stderr


def test_installed_it_is_the_same_command(installed, machine):
    done = run(installed / "cairn", "search", "deploys", env=machine.environment(), cwd=machine.project)
    assert "Deploys happen on Tuesdays." in done.stdout, done.stderr


def test_nothing_of_the_server_comes_with_it(installed, tmp_path):
    code = f"from importlib.util import find_spec; print([name for name in {SERVER} if find_spec(name)])"
    bare = {name: value for name, value in os.environ.items() if not name.startswith("PYTHON")}
    found = run(installed / "python", "-c", code, env=bare, cwd=tmp_path)
    assert found.stdout == "[]\n", found.stderr
