"""What lies in folders beside files of memories: pipes, folders, links to nowhere. It is named, and costs no other."""

import json
import os
import random
from collections.abc import Callable
from pathlib import Path

import pytest
from django.utils import timezone

from memory import access
from memory.access import Actor
from memory.errors import Refused
from memory.exchange.auto_memory import import_auto_memory
from memory.exchange.import_report import Receipt
from memory.exchange.memsearch_import import import_memsearch
from memory.exchange.unpacking import import_jsonl
from memory.models import Memory, Project
from memory.rules.identity import ProjectIdentity
from tests.exchange.conftest import CACHE, MONDAY, RETRY

pytestmark = [pytest.mark.django_db, pytest.mark.timeout(30)]

SHOP = ProjectIdentity("github.com/acme/shop", "acme/shop")
NOTE = f"---\nname: cache\nmetadata:\n  type: project\n---\n\n{CACHE}\n"
SAID = {"type": "user", "uuid": "u1", "message": {"role": "user", "content": "hello"}}
PAIR = {"kind": "contradiction", "older": "x", "newer": "y", "differs": "number", "older_says": "3", "newer_says": "5"}
ODD: dict[str, Callable[[Path], object]] = {
    "a pipe": os.mkfifo,
    "a folder": Path.mkdir,
    "a link to nowhere": lambda path: path.symlink_to("nowhere"),
    "a link to itself": lambda path: path.symlink_to(path.name),
    "a link to a name that is too long": lambda path: path.symlink_to("a" * 300),
    "a device": lambda path: path.symlink_to("/dev/null"),
    "a file without a byte": lambda path: path.write_bytes(b""),
    "a file of NUL": lambda path: path.write_bytes(bytes(1000)),
}


def stored(actor: Actor) -> list[str]:
    with access.acting(actor):
        return list(Memory.objects.values_list("content", flat=True))


@pytest.mark.parametrize("odd", ODD)
def test_a_day_that_cannot_be_read_costs_no_other(tmp_path: Path, alice: Actor, odd: str) -> None:
    ODD[odd](tmp_path / "2026-02-09.md")
    (tmp_path / "2026-02-10.md").write_text(f"### 10:00\n- {RETRY}\n")
    receipt = import_memsearch(tmp_path, actor=alice, project=SHOP)
    assert stored(alice) == [RETRY]
    read = odd in ("a folder", "a file without a byte")
    assert [Path(one.file).name for one in receipt.skipped] == ([] if read else ["2026-02-09.md"])


@pytest.mark.parametrize("odd", ODD)
def test_a_note_that_cannot_be_read_costs_no_other(tmp_path: Path, alice: Actor, odd: str) -> None:
    ODD[odd](tmp_path / "a.md")
    (tmp_path / "b.md").write_text(NOTE)
    receipt = import_auto_memory(tmp_path, actor=alice, project=SHOP)
    assert stored(alice) == [CACHE]
    assert [Path(one.file).name for one in receipt.skipped] == ([] if odd == "a folder" else ["a.md"])


@pytest.mark.parametrize("odd", ODD)
def test_a_transcript_that_cannot_be_read_hides_no_project(tmp_path: Path, alice: Actor, odd: str) -> None:
    (tmp_path / "memory").mkdir()
    (tmp_path / "memory" / "b.md").write_text(NOTE)
    ODD[odd](tmp_path / "s1.jsonl")
    (tmp_path / "s2.jsonl").write_text(json.dumps({**SAID, "cwd": "/home/alice/my-shop"}))
    assert import_auto_memory(tmp_path, actor=alice).projects == {"my-shop"}


@pytest.mark.parametrize("folder", ["/home/\ud800/shop", "/home/\0/shop", "/long" * 2_000 + "/shop"])
def test_any_folder_that_a_transcript_names_is_a_project(tmp_path: Path, alice: Actor, folder: str) -> None:
    (tmp_path / "memory").mkdir()
    (tmp_path / "memory" / "b.md").write_text(NOTE)
    (tmp_path / "s1.jsonl").write_text(json.dumps({**SAID, "cwd": folder}))
    assert import_auto_memory(tmp_path, actor=alice).projects == {"shop"}
    assert import_auto_memory(tmp_path, actor=alice).memories == 0


def test_a_repository_whose_name_is_no_text_is_a_project(tmp_path: Path, alice: Actor) -> None:
    folder = Path(os.fsdecode(os.fsencode(tmp_path) + b"/shop-\xff")) / ".memsearch" / "memory"
    folder.mkdir(parents=True)
    (folder / "2026-02-10.md").write_text(f"### 10:00\n- {RETRY}\n")
    assert import_memsearch(tmp_path, actor=alice).projects == {"shop-\ufffd"}


def test_a_note_from_the_future_is_of_today(tmp_path: Path, alice: Actor) -> None:
    (tmp_path / "b.md").write_text(NOTE)
    os.utime(tmp_path / "b.md", (2**33, 2**33))
    import_auto_memory(tmp_path, actor=alice, project=SHOP)
    with access.acting(alice):
        assert (Memory.objects.get().occurred_at - timezone.now()).total_seconds() < 600


@pytest.mark.parametrize("read", [import_memsearch, import_auto_memory, import_jsonl])
def test_a_name_that_is_too_long_is_refused_as_one_that_is_not_there(
    alice: Actor, tmp_path: Path, read: Callable[..., Receipt]
) -> None:
    for path in (tmp_path / ("a" * 300), tmp_path / "nowhere"):
        with pytest.raises(Refused) as refusal:
            read(path, actor=alice)
        assert refusal.value.code in ("not_found", "nothing_to_import")


@pytest.mark.parametrize("key", ["similarity", "confidence"])
def test_a_number_of_a_pair_that_is_none_is_named(tmp_path: Path, alice: Actor, key: str) -> None:
    file = tmp_path / "memories.jsonl"
    file.write_text(json.dumps({**PAIR, "confidence": 0.5, "opened_at": MONDAY.isoformat(), key: 10**400}))
    assert [one.reason for one in import_jsonl(file, actor=alice).refusals] == ["malformed"]


def test_a_file_whose_name_the_index_cannot_hold_is_no_anchor(tmp_path: Path, alice: Actor) -> None:
    lots = random.Random(1)
    name = "".join(chr(lots.randrange(0x4E00, 0x9FFF)) for _ in range(1000))
    line = {"kind": "memory", "id": "7a0f0000-0000-4000-8000-000000000000", "type": "failure", "content": RETRY}
    file = tmp_path / "memories.jsonl"
    file.write_text(json.dumps({**line, "at": MONDAY.isoformat(), "files": [name, "pay.py", "pay.py"]}))
    assert import_jsonl(file, actor=alice).memories == 1
    with access.acting(alice):
        assert Memory.objects.get().files == ["pay.py"]


def test_a_memory_that_names_a_project_twice_is_in_it_once(tmp_path: Path, alice: Actor) -> None:
    card = {"id": "7a0f0000-0000-4000-8000-000000000000", "type": "failure", "at": MONDAY.isoformat()}
    told = json.dumps({**card, "projects": ["github.com/acme/shop", "github.com/acme/shop"]})
    (tmp_path / "2026-02-09.md").write_text(f"### 10:00\n- {RETRY}\n  <!-- cairn:memory {told} -->\n")
    assert import_memsearch(tmp_path, actor=alice, project=None).skipped
    folder = tmp_path / ".memsearch"
    folder.mkdir()
    (tmp_path / "2026-02-09.md").rename(folder / "2026-02-09.md")
    assert import_memsearch(tmp_path, actor=alice).memories == 1
    with access.acting(alice):
        assert Project.objects.filter(memories__content=RETRY).count() == 1
