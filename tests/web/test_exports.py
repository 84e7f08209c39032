"""The download: all that one may see, nothing else, and a line in the audit log."""

import asyncio
import io
import json
import zipfile
from collections.abc import Callable

from asgiref.sync import sync_to_async
from django.test import AsyncClient, Client

from memory import access
from memory.access import Actor
from memory.models import AuditEvent
from tests.web.conftest import store

SignedIn = Callable[[Actor], Client]


def _download(browser: Client, **form: str) -> bytes:
    response = browser.post("/team/export", form)
    assert response.status_code == 200
    content = b"".join(response.streaming_content)
    assert int(response["Content-Length"]) == len(content)
    return content


def test_json_lines_hold_what_one_sees(alice: Actor, bob: Actor, client_of: SignedIn) -> None:
    store(alice, "Checkout retries three times.", session="Retry policy")
    store(alice, "Alice keeps this to herself.", visibility="private")
    lines = [json.loads(line) for line in _download(client_of(bob), format="jsonl").splitlines()]
    assert [line["content"] for line in lines if line["kind"] == "memory"] == ["Checkout retries three times."]
    with access.acting(bob):
        assert AuditEvent.objects.filter(verb="export", actor=bob.user).count() == 1


def test_markdown_is_a_zip_of_days(alice: Actor, client_of: SignedIn) -> None:
    store(alice, "Checkout retries three times.", session="Retry policy")
    with zipfile.ZipFile(io.BytesIO(_download(client_of(alice), format="markdown"))) as archive:
        days = [name for name in archive.namelist() if name.endswith(".md")]
        assert len(days) == 1 and days[0].startswith("cairn/acme-checkout/")
        assert "Checkout retries three times." in archive.read(days[0]).decode()


def test_one_project_alone(alice: Actor, client_of: SignedIn) -> None:
    store(alice, "Checkout retries three times.")
    store(alice, "The shop caches pages.", project="acme/shop")
    told = _download(client_of(alice), format="jsonl", project="github.com/acme/shop").decode()
    assert "caches" in told and "retries" not in told


def test_another_team_gets_its_own(alice: Actor, mallory: Actor, client_of: SignedIn) -> None:
    store(alice, "Checkout retries three times.")
    browser = client_of(mallory)
    assert b"retries" not in _download(browser, format="jsonl")
    form = {"format": "jsonl", "project": "github.com/acme/checkout"}
    assert browser.post("/team/export", form).status_code == 404


def test_an_unknown_format_is_refused(vera: Actor, client_of: SignedIn) -> None:
    assert client_of(vera).post("/team/export", {"format": "docx"}).status_code == 400
    assert "JSON lines" in client_of(vera).get("/team/export").content.decode()


def test_it_streams_under_asgi(transactional_db: None, alice: Actor) -> None:
    store(alice, "Checkout retries three times.")

    async def fetch() -> bytes:
        browser = AsyncClient()
        await sync_to_async(browser.force_login)(alice.user)
        response = await browser.post("/team/export", {"format": "jsonl"})
        return b"".join([piece async for piece in response.streaming_content])

    assert b"retries" in asyncio.run(fetch())
