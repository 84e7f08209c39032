"""The page of web hooks: for admins alone, the secret shown once, and what became of each delivery."""

import re

import pytest
from django.test import Client

from memory import access
from memory.access import Actor
from memory.models import AuditEvent, Delivery, Webhook
from tests.web.conftest import store

pytestmark = pytest.mark.django_db
URL = "http://127.0.0.1:9/hook"
FORM = {"url": URL, "events": ["memory.learned", "memory.disputed"]}


@pytest.fixture(autouse=True)
def _own_network(settings: object) -> None:
    settings.CAIRN_WEBHOOKS_PRIVATE = True  # type: ignore[attr-defined]
    settings.CAIRN_WEBHOOKS_PORTS = [9]  # type: ignore[attr-defined]


@pytest.fixture
def desk(alice: Actor, client_of) -> Client:
    """Alice's browser."""
    return client_of(alice)


def hook_of(actor: Actor) -> Webhook:
    with access.acting(actor):
        return Webhook.objects.get()


def dead_delivery(actor: Actor, by: Actor) -> Delivery:
    memory = store(by, "The gateway client is pinned to stripe 11.4.1.")
    with access.acting(actor):
        told = {"event": "memory.learned", "status": "dead", "error": "500 Internal Server Error", "attempts": 8}
        return Delivery.objects.create(team=actor.team, webhook=Webhook.objects.get(), memory=memory, **told)


def test_an_admin_registers_one_and_sees_its_secret_once(desk: Client, alice: Actor) -> None:
    answer = desk.post("/webhooks", FORM)
    (secret,) = re.findall(r"whsec_[\w+/=]{44}", answer.content.decode())
    assert answer["Cache-Control"] == "no-store" and hook_of(alice).secret == secret
    told = desk.get("/webhooks").content.decode()
    assert URL in told and "whsec_" not in told
    with access.acting(alice):
        assert "whsec_" not in str(list(AuditEvent.objects.values()))


def test_members_curators_and_other_teams_are_kept_out(
    desk: Client, alice: Actor, bob: Actor, vera: Actor, mallory: Actor, client_of
) -> None:
    desk.post("/webhooks", FORM)
    number = hook_of(alice).pk
    for person in (bob, vera):
        assert client_of(person).get("/webhooks").status_code == 403
        assert client_of(person).post("/webhooks", FORM).status_code == 403
    theirs = client_of(mallory)
    assert URL not in theirs.get("/webhooks").content.decode()
    for verb in ("test", "off", "on"):
        assert theirs.post(f"/webhooks/{number}/{verb}").status_code == 404
        assert theirs.post(f"/webhooks/999999/{verb}").status_code == 404
    assert hook_of(alice).active


@pytest.mark.parametrize(
    ("url", "why"),
    [
        ("http://169.254.169.254/latest/meta-data", "surroundings"),
        ("https://[fec0::1]/hook", "surroundings"),
        ("https://[fd00:ec2::254]/latest", "surroundings"),
        ("https://[64:ff9b::a9fe:a9fe]/latest", "surroundings"),
        ("https://[2002:a9fe:a9fe::1]/latest", "surroundings"),
        ("https://127.0.0.1:22/", "port"),
        ("http://127.0.0.1:6379/", "port"),
        ("ftp://chat.example.com/", "no address"),
        ("https://me:secret@chat.example.com/", "signature proves"),
        ("https://no-such-name.invalid/", "name is unknown"),
    ],
)
def test_an_unfit_address_is_refused_and_what_was_typed_stays(desk: Client, url: str, why: str) -> None:
    answer = desk.post("/webhooks", {"url": url, "events": "memory.learned"})
    told = answer.content.decode()
    assert answer.status_code == 400 and why in told and f'value="{url}"' in told


def test_what_bob_said_is_listed_with_what_became_of_it_and_tried_again(desk: Client, alice: Actor, bob: Actor) -> None:
    desk.post("/webhooks", FORM)
    row = dead_delivery(alice, bob)
    told = desk.get("/webhooks").content.decode()
    assert "Failed" in told and "500 Internal Server Error" in told and "pinned to stripe" in told
    assert "queued again" in desk.post(f"/webhooks/deliveries/{row.pk}/again", follow=True).content.decode()
    with access.acting(alice):
        assert Delivery.objects.get().status == "waiting"
    assert desk.post(f"/webhooks/deliveries/{row.pk}/again").status_code == 409


def test_a_private_memory_shows_in_nobodys_list(
    desk: Client, alice: Actor, bob: Actor, mallory: Actor, client_of
) -> None:
    desk.post("/webhooks", FORM)
    row = dead_delivery(alice, bob)
    with access.acting(bob):
        row.memory.__class__.objects.filter(pk=row.memory_id).update(visibility="private")
    assert "stripe" not in desk.get("/webhooks").content.decode()
    assert client_of(mallory).post(f"/webhooks/deliveries/{row.pk}/again").status_code == 404


def test_one_is_removed_and_brought_back(desk: Client, alice: Actor) -> None:
    desk.post("/webhooks", FORM)
    number = hook_of(alice).pk
    assert "Undo" in desk.post(f"/webhooks/{number}/off", follow=True).content.decode()
    assert not hook_of(alice).active
    desk.post(f"/webhooks/{number}/on")
    assert hook_of(alice).active


def test_a_test_says_what_came_of_it(desk: Client, alice: Actor) -> None:
    desk.post("/webhooks", FORM)
    told = desk.post(f"/webhooks/{hook_of(alice).pk}/test", follow=True).content.decode()
    assert "The test failed. It cannot be reached" in told
