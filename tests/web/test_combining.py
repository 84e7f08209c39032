"""Memories are merged, split and tagged on pages as over REST: by whom, with a preview, once, and undone."""

import re
from collections.abc import Callable

import pytest
from django.test import Client

from memory import access
from memory.access import Actor
from memory.knowledge import blocking
from memory.knowledge.lifecycle import forget, pin
from memory.knowledge.remember import remember
from memory.models import Memory
from tests.conftest import _actor

pytestmark = pytest.mark.django_db

SignedIn = Callable[[Actor], Client]
PORT = "The checkout service listens on port 8443 behind the gateway."
TLS = "The checkout service terminates TLS itself with certificates from Vault."
BOTH = "The checkout service listens on port 8443 and terminates TLS itself with certificates from Vault."


@pytest.fixture
def cora(db: None) -> Actor:
    """A curator of team acme."""
    return _actor("cora", "acme", "curator")


def told(actor: Actor, content: str, **more: object) -> Memory:
    with access.acting(actor):
        return remember(content, actor=actor, **more)  # type: ignore[arg-type]


@pytest.fixture
def two(bob: Actor, cora: Actor) -> list[Memory]:
    memories = [told(bob, PORT, tags=["net"]), told(bob, TLS, tags=["tls"])]
    with access.acting(cora):
        pin(str(memories[1].uuid), actor=cora)
    return memories


def status(memory: Memory, actor: Actor) -> str:
    with access.acting(actor):
        return Memory.objects.get(pk=memory.pk).status


def ids(memories: list[Memory]) -> list[str]:
    return [str(memory.uuid) for memory in memories]


def textarea(page: str, name: str = "content") -> str:
    found = re.search(rf'<textarea[^>]*name="{name}"[^>]*>\n(.*?)</textarea>', page, re.S)
    assert found
    return found[1]


def undo_on(browser: Client, page: str) -> str:
    """Press the first Undo of a page that was answered."""
    address = re.search(r'action="([^"]*/unmerge)"', page)
    event = re.search(r'name="event" value="(\d+)"', page)
    assert address and event
    return browser.post(address[1], {"event": event[1]}, follow=True).content.decode()


def test_a_merger_is_previewed_edited_made_and_undone(cora: Actor, client_of: SignedIn, two: list[Memory]) -> None:
    browser = client_of(cora)
    preview = browser.get("/memories/merge", {"ids": ids(two)}).content.decode()
    assert PORT in textarea(preview) and TLS in textarea(preview)
    for said in ("2 pieces, copied", "net, tls", "pinned, because one of them is", "the whole team"):
        assert said in preview
    assert status(two[0], cora) == "active", "nothing is stored yet"
    page = browser.post("/memories/merge", {"ids": ids(two), "content": BOTH}, follow=True)
    merged = page.context["memory"]
    assert (merged.content, merged.tags, merged.pinned) == (BOTH, ["net", "tls"], True)
    assert [status(side, cora) for side in two] == ["superseded", "superseded"]
    undone = undo_on(browser, page.content.decode())
    assert "Undone" in undone and PORT in undone
    assert [status(memory, cora) for memory in (*two, merged)] == ["active", "active", "forgotten"]
    # The page of what was made offers no way back in beside its sources.
    assert "/restore" not in browser.get(f"/memories/{merged.uuid}").content.decode()
    assert browser.post(f"/memories/{merged.uuid}/restore").status_code == 409


def test_the_default_text_is_what_rest_composes(cora: Actor, client_of: SignedIn, two: list[Memory]) -> None:
    browser = client_of(cora)
    composed = textarea(browser.get("/memories/merge", {"ids": ids(two)}).content.decode())
    page = browser.post("/memories/merge", {"ids": ids(two), "content": composed}, follow=True)
    assert page.context["memory"].content == composed and composed.count("As of ") == 2


def test_the_same_form_sent_twice_merges_once(cora: Actor, client_of: SignedIn, two: list[Memory]) -> None:
    browser = client_of(cora)
    pages = [browser.post("/memories/merge", {"ids": ids(two), "content": BOTH}, follow=True) for _ in range(2)]
    assert pages[0].context["memory"] == pages[1].context["memory"]
    assert "Undo" in pages[1].content.decode()


def test_memories_are_found_by_id_by_address_and_by_words(cora: Actor, client_of: SignedIn, two: list[Memory]) -> None:
    browser = client_of(cora)
    first, second = ids(two)
    for named in (second, second[:13], f"http://testserver/memories/{second}"):
        found = browser.get("/memories/merge", {"ids": first, "q": named})
        assert found.status_code == 302 and found["Location"].endswith(f"?ids={first}&ids={second}")
    listed = browser.get("/memories/merge", {"ids": first, "q": "TLS certificates"}).content.decode()
    assert f"ids={first}&amp;ids={second}" in listed
    assert "No other memory" in browser.get("/memories/merge", {"ids": first, "q": "quantum"}).content.decode()


def test_what_changed_meanwhile_is_told_and_nothing_typed_is_lost(
    bob: Actor, cora: Actor, client_of: SignedIn, two: list[Memory]
) -> None:
    with access.acting(bob):
        kept = remember("The gateway waits 8 seconds.", actor=bob)
        forget(str(kept.uuid), actor=bob)
    browser, refs = client_of(cora), [str(kept.uuid), *ids(two)]
    late = browser.post("/memories/merge", {"ids": refs, "content": BOTH})
    page = late.content.decode()
    assert late.status_code == 409 and "bob forgot this" in page and textarea(page) == BOTH
    assert "Forgotten" in page and f"?ids={refs[1]}&amp;ids={refs[2]}" in page, "the way to leave it out"
    assert "bob forgot this" in browser.get("/memories/merge", {"ids": refs}).content.decode()
    late = browser.post(f"/memories/{kept.uuid}/split", {"part": [PORT + " Twice.", TLS + " Too."], "step": "split"})
    assert late.status_code == 409 and "bob forgot this" in late.content.decode()
    assert textarea(late.content.decode(), "part") == PORT + " Twice."


def test_a_refused_text_comes_back_with_the_reason(cora: Actor, client_of: SignedIn, two: list[Memory]) -> None:
    known = told(cora, BOTH)
    browser = client_of(cora)
    late = browser.post("/memories/merge", {"ids": ids(two), "content": BOTH})
    assert late.status_code == 409 and f"/memories/{known.uuid}" in late.content.decode()
    assert textarea(late.content.decode()) == BOTH
    for ids_sent, code in (([ids(two)[0]], 400), ([], 400), (["no-such-id", ids(two)[0]], 404)):
        assert browser.post("/memories/merge", {"ids": ids_sent, "content": BOTH}).status_code == code
    assert [status(side, cora) for side in two] == ["active", "active"]


def test_long_notes_merge_only_when_somebody_shortens_them(cora: Actor, client_of: SignedIn) -> None:
    said = "The {0} gateway of zone {1} waits {1} seconds for an answer. "
    long = [told(cora, "".join(said.format(name, n) for n in range(127))) for name in ("red", "blue")]
    assert all(7_000 < len(memory.content) <= 8_000 for memory in long)
    browser = client_of(cora)
    page = browser.get("/memories/merge", {"ids": ids(long)}).content.decode()
    assert "a memory has at most 8000" in page
    refused = browser.post("/memories/merge", {"ids": ids(long), "content": textarea(page)})
    assert refused.status_code == 422 and len(textarea(refused.content.decode())) > 14_000, "nothing typed is lost"
    assert browser.post("/memories/merge", {"ids": ids(long), "content": BOTH}).status_code == 302


def test_private_memories_stay_among_themselves(cora: Actor, client_of: SignedIn, two: list[Memory]) -> None:
    mine = told(cora, "The sandbox of tenant red resets every 3 days.", visibility="private")
    browser, refs = client_of(cora), [str(mine.uuid), ids(two)[0]]
    page = browser.get("/memories/merge", {"ids": refs}).content.decode()
    assert "only be merged with private memories" in page and "Merge 2 memories" not in page
    assert browser.post("/memories/merge", {"ids": refs, "content": BOTH}).status_code == 400
    assert status(mine, cora) == "active"


def test_what_a_block_hides_is_neither_merged_nor_split(
    alice: Actor, bob: Actor, client_of: SignedIn, two: list[Memory]
) -> None:
    with access.acting(alice):
        blocking.block(person="bob", reason="left", actor=alice)
    browser = client_of(alice)
    assert "Merge with" not in browser.get(f"/memories/{two[0].uuid}").content.decode()
    assert browser.post("/memories/merge", {"ids": ids(two), "content": BOTH}).status_code == 409
    page = browser.get(f"/memories/{two[0].uuid}/split").content.decode()
    assert "quarantined" in page and 'value="split"' not in page


def test_a_memory_is_split_previewed_and_undone(cora: Actor, bob: Actor, client_of: SignedIn) -> None:
    whole = told(bob, f"{PORT} {TLS}", tags=["net"])
    browser, address = client_of(cora), f"/memories/{whole.uuid}/split"
    first = browser.get(address).content.decode()
    assert textarea(first, "part") == PORT and TLS in first, "cut at its sentences"
    more = browser.post(address, {"part": [PORT, TLS], "step": "add"}).content.decode()
    assert "part-3" in more and 'value="split"' not in more
    preview = browser.post(address, {"part": [PORT, "thanks", TLS], "step": "preview"}).content.decode()
    assert 'id="part-problem-2"' in preview and 'value="split"' not in preview
    preview = browser.post(address, {"part": [PORT, "", TLS], "step": "preview"}).content.decode()
    assert "Split into 2" in preview and "copied to each part" in preview and status(whole, cora) == "active"
    pages = [browser.post(address, {"part": [PORT, TLS], "step": "split"}, follow=True) for _ in range(2)]
    assert pages[0].context["memory"] == pages[1].context["memory"] == whole, "the second is the same form again"
    assert "2 memories replace this one" in pages[1].content.decode()
    with access.acting(cora):
        assert {part.content for part in Memory.objects.filter(replaced__older=whole)} == {PORT, TLS}
    assert "Undone" in undo_on(browser, pages[0].content.decode()) and status(whole, cora) == "active"


def test_one_part_or_eleven_are_no_split(cora: Actor, bob: Actor, client_of: SignedIn) -> None:
    whole = told(bob, f"{PORT} {TLS}")
    browser, address = client_of(cora), f"/memories/{whole.uuid}/split"
    for step in ("preview", "split"):
        assert browser.post(address, {"part": [PORT, " "], "step": step}).status_code == 400
    eleven = [f"The worker {number} of checkout listens on port {9000 + number}." for number in range(11)]
    refused = browser.post(address, {"part": eleven, "step": "split"})
    assert refused.status_code == 400 and eleven[-1] in refused.content.decode() and status(whole, cora) == "active"


def test_only_curators_see_and_use_the_forms(
    alice: Actor, bob: Actor, vera: Actor, mallory: Actor, client_of: SignedIn, two: list[Memory]
) -> None:
    pages = [f"/memories/merge?ids={two[0].uuid}", f"/memories/{two[0].uuid}/split"]
    for actor in (bob, vera):
        browser = client_of(actor)
        places = (f"/memories/{two[0].uuid}", "/", "/search?q=port")
        listed = "".join(browser.get(place).content.decode() for place in places)
        assert not re.search(r"/memories/merge|/split|form=\"pick\"", listed)
        assert [browser.get(page).status_code for page in pages] == [403, 403]
        assert browser.post("/memories/merge", {"ids": ids(two), "content": BOTH}).status_code == 403
        assert browser.post(f"/memories/{two[0].uuid}/unmerge").status_code == 403
    theirs = client_of(mallory)
    assert [theirs.get(page).status_code for page in pages] == [404, 404]
    assert theirs.post("/memories/merge", {"ids": ids(two), "content": BOTH}).status_code == 404
    for verb in ("split", "unmerge", "tags"):
        assert theirs.post(f"/memories/{two[0].uuid}/{verb}", {"part": [PORT, TLS], "add": "x"}).status_code == 404
    curator = client_of(alice)
    listed = "".join(curator.get(place).content.decode() for place in ("/", "/search?q=port"))
    assert len(re.findall(r'form="pick"', listed)) >= 3


def test_forged_forms_change_nothing(cora: Actor, two: list[Memory]) -> None:
    browser = Client(enforce_csrf_checks=True)
    browser.force_login(cora.user)
    for address, form in (
        ("/memories/merge", {"ids": ids(two), "content": BOTH}),
        (f"/memories/{two[0].uuid}/split", {"part": [PORT, TLS], "step": "split"}),
        (f"/memories/{two[0].uuid}/tags", {"add": "x"}),
    ):
        assert browser.post(address, form).status_code == 403
    assert [status(side, cora) for side in two] == ["active", "active"]


def test_tags_are_added_removed_and_undone_by_members(bob: Actor, client_of: SignedIn, two: list[Memory]) -> None:
    browser, address = client_of(bob), f"/memories/{two[0].uuid}/tags"
    page = browser.post(address, {"add": " edge "}, follow=True)
    assert page.context["memory"].tags == ["net", "edge"] and "Added the tag edge." in page.content.decode()
    page = browser.post(address, {"remove": "net"}, follow=True)
    assert page.context["memory"].tags == ["edge"]
    back = re.search(r'action="([^"]*/tags)">.*?name="(add|remove)" value="([^"]+)"', page.content.decode(), re.S)
    assert back and back.groups() == (address, "add", "net"), "also where the tag is used nowhere else"
    assert browser.post(back[1], {back[2]: back[3]}, follow=True).context["memory"].tags == ["edge", "net"]
    part = browser.post(address, {"add": "net"}, headers={"HX-Request": "true", "HX-Request-Type": "partial"})
    assert "The tags have not changed." in part.content.decode() and "<html" not in part.content.decode()


def test_who_may_not_tag_sees_no_form(bob: Actor, vera: Actor, client_of: SignedIn, two: list[Memory]) -> None:
    pinned = two[1]
    for actor, code in ((vera, 403), (bob, 403)):
        browser = client_of(actor)
        page = browser.get(f"/memories/{pinned.uuid}").content.decode()
        assert "tls" in page and 'name="add"' not in page
        assert browser.post(f"/memories/{pinned.uuid}/tags", {"add": "x"}).status_code == code
    with access.acting(bob):
        forget(str(two[0].uuid), actor=bob)
    late = client_of(bob).post(f"/memories/{two[0].uuid}/tags", {"add": "x"})
    assert late.status_code == 409 and "bob forgot this" in late.content.decode()


def test_more_than_twenty_tags_are_refused(bob: Actor, client_of: SignedIn) -> None:
    memory = told(bob, PORT, tags=[f"tag-{number}" for number in range(20)])
    refused = client_of(bob).post(f"/memories/{memory.uuid}/tags", {"add": "one more"})
    assert refused.status_code == 400 and "at most 20" in refused.content.decode()
