"""The site builds: no dead link, no page outside of the navigation, and a reference of all that there is."""

import re
import subprocess
import sys
from pathlib import Path

import pytest

from api.mcp.server import registered
from api.urls import endpoints
from hooks.memory_types import TYPES
from tests.docs.blocks import ROOT


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The built site."""
    folder = tmp_path_factory.mktemp("site")
    build = [sys.executable, "-m", "mkdocs", "build", "--quiet", "--strict", "--site-dir", str(folder)]
    done = subprocess.run(build, cwd=ROOT, capture_output=True, text=True, timeout=100)
    assert done.returncode == 0, done.stdout + done.stderr
    return folder


def test_the_reference_has_every_endpoint_and_every_tool(site: Path) -> None:
    rest, mcp = ((site / "reference" / f"{name}.html").read_text(encoding="utf-8") for name in ("rest", "mcp"))
    paths = [re.sub(r"<\w+:(\w+)>", r"{\1}", str(each.pattern)) for each in endpoints]
    assert [path for path in paths if not path.startswith("^schema") and path not in rest] == []
    assert [tool.name for tool in registered() if f'id="{tool.name}"' not in mcp] == []


def test_the_page_of_distillation_has_every_type(site: Path) -> None:
    page = (site / "distillation.html").read_text(encoding="utf-8")
    assert [each.value for each in TYPES if f"<td>{each.scale_days:g}, {each.shape}</td>" not in page] == []


def test_links_between_the_guides_lead_somewhere() -> None:
    dead = []
    for page in (*ROOT.glob("[A-Z]*.md"), ROOT / "tests" / "README.md", ROOT / "hooks" / "README.md"):
        for target in re.findall(r"\]\(([^)#\s]+)(?:#[^)]*)?\)", page.read_text(encoding="utf-8")):
            if "://" not in target and not (page.parent / target).exists():
                dead.append(f"{page.name}: {target}")
    assert dead == []


def test_every_setting_of_the_server_is_on_the_page_of_settings() -> None:
    told = (ROOT / "docs" / "settings.md").read_text(encoding="utf-8")
    read = re.findall(r'env\.\w+\("(\w+)"', (ROOT / "memory" / "settings.py").read_text(encoding="utf-8"))
    internal = {"CAIRN_DEBUG", "CAIRN_DATABASE_POOL", "CAIRN_DATABASE_POOL_SIZE", "CAIRN_EMBEDDER_SOCKET", "TZ"}
    assert sorted({name for name in read if f"`{name}`" not in told} - internal) == []
