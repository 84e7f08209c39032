"""What is known about a file is due for review once the file has changed often enough since."""

from datetime import timedelta

import pytest
from django.utils import timezone

from memory import access
from memory.access import Actor
from memory.distill.pipeline import distill_pending
from memory.knowledge.lifecycle import confirm
from memory.models import Memory, Team
from memory.recall.lists import stale
from memory.rules.paths import from_root, patched, spellings
from tests.distill.story import ANSWER, EDIT, PROMPT
from tests.distill.test_pipeline import capture
from tests.events import turn_of
from tests.knowledge.test_contradiction_detection import as_

pytestmark = pytest.mark.django_db

FILE = "payments/client.py"
CHATTER = "Done."


def anchored(actor: Actor) -> Memory:
    """A memory of a turn that changed payments/client.py, an hour ago."""
    before = (timezone.now() - timedelta(hours=1)).isoformat()
    capture(actor, turn_of(PROMPT, ANSWER, EDIT, occurred_at=before))
    assert distill_pending().made
    with access.acting(actor):
        return Memory.objects.filter(files=[FILE]).earliest("pk")


def edit(actor: Actor, path: str, *, root: str, turn: str, tool: str = "Edit", **changes: object) -> None:
    given = {"input": path} if tool == "apply_patch" else {"file_path": path}
    project = {"remote": "git@github.com:acme/checkout.git", "root": root, **changes}
    used = {"tool_name": tool, "tool_input": given, "tool_response": {}}
    capture(actor, turn_of("go on", CHATTER, used, session=f"{actor.user.username}-{turn}", turn=turn, project=project))
    distill_pending()


def changes_of(memory: Memory, actor: Actor) -> int:
    with access.acting(actor):
        return Memory.objects.get(pk=memory.pk).file_changes


def test_files_are_kept_as_seen_from_the_root_of_the_project(alice: Actor) -> None:
    memory = anchored(alice)
    assert memory.files == [FILE]
    assert changes_of(memory, alice) == 0, "the turn that taught it is no change since"


@pytest.mark.parametrize(
    ("path", "root", "more"),
    [
        (f"/Users/bob/src/checkout/{FILE}", "/Users/bob/src/checkout", {}),
        (f"/Users/bob/src/checkout/{FILE}", "/Users/bob/src/checkout/payments", {"top": "/Users/bob/src/checkout"}),
        (f"/Users/bob/checkout/.claude/worktrees/x/{FILE}", "/Users/bob/checkout", {}),
        (f"/tmp/wt/{FILE}", "/Users/bob/checkout", {}),
        ("C:\\code\\checkout\\payments\\client.py", "C:\\code\\checkout", {}),
    ],
)
def test_a_change_counts_on_whatever_disk_it_was_made(
    alice: Actor, bob: Actor, path: str, root: str, more: dict[str, str]
) -> None:
    memory = anchored(alice)
    edit(bob, path, root=root, turn="t1", **more)
    assert changes_of(memory, alice) == 1


def test_a_patch_changes_the_files_that_it_names(alice: Actor, bob: Actor) -> None:
    memory = anchored(alice)
    patch = f"*** Begin Patch\n*** Update File: {FILE}\n@@\n-a\n+b\n*** End Patch"
    edit(bob, patch, root="/home/bob/checkout", turn="t1", tool="apply_patch")
    assert changes_of(memory, alice) == 1


def test_other_files_other_projects_reads_and_failures_change_nothing(alice: Actor, bob: Actor, mallory: Actor) -> None:
    memory = anchored(alice)
    root = "/home/bob/checkout"
    edit(bob, f"{root}/client.py", root=root, turn="t1")
    edit(bob, f"{root}/{FILE}", root=root, turn="t2", tool="Read")
    edit(bob, f"{root}/{FILE}", root=root, turn="t3", remote="git@github.com:acme/back.git")
    edit(mallory, f"{root}/{FILE}", root=root, turn="t4")
    failed = {"tool_name": "Edit", "tool_input": {"file_path": f"{root}/{FILE}"}, "error": "no such text"}
    capture(bob, turn_of("go on", CHATTER, failed, session="s9", turn="t5"))
    distill_pending()
    assert changes_of(memory, alice) == 0


def test_what_was_confirmed_later_knows_the_change(alice: Actor, bob: Actor) -> None:
    memory = anchored(alice)
    edit(bob, f"/x/{FILE}", root="/x", turn="t1")
    as_(alice, confirm, str(memory.uuid))
    assert changes_of(memory, alice) == 0
    earlier = (timezone.now() - timedelta(minutes=30)).isoformat()
    used = {"tool_name": "Write", "tool_input": {"file_path": f"/x/{FILE}"}, "tool_response": {}}
    late = turn_of("go on", CHATTER, used, session="late", turn="t2", occurred_at=earlier)
    capture(bob, late)
    distill_pending()
    assert changes_of(memory, alice) == 0


def test_a_memory_is_stale_once_its_files_changed_often_enough_and_says_so(
    alice: Actor, bob: Actor, mallory: Actor
) -> None:
    memory = anchored(alice)
    with access.scope(team=alice.team):
        Team.objects.filter(pk=alice.team.pk).update(stale_after_changes=2)
    edit(bob, f"/x/{FILE}", root="/x", turn="t1")
    assert as_(bob, stale) == []
    edit(bob, f"/x/{FILE}", root="/x", turn="t2")
    found = {entry.memory.pk: entry.reason for entry in as_(bob, stale)}
    assert found[memory.pk] == f"2 changes of {FILE} since"
    assert as_(mallory, stale) == []


def test_paths_are_told_from_the_root() -> None:
    assert from_root("/home/a/shop/pay/views.py", "/home/a/shop/") == "pay/views.py"
    assert from_root("/home/a/shopping/pay.py", "/home/a/shop") == "/home/a/shopping/pay.py"
    assert spellings("/home/a/shop/pay/views.py", "/home/a/shop") == {"/home/a/shop/pay/views.py", "pay/views.py"}
    assert "views.py" not in spellings("/elsewhere/pay/views.py", "/home/a/shop")
    assert patched("*** Add File: a/b.py\n+x\n*** Delete File: c.py\n") == ["a/b.py", "c.py"]
