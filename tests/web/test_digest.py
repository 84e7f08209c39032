"""The week's digest: what the reader may see of it, as a page and as a mail that comes once, and only if chosen."""

from datetime import UTC, datetime, timedelta
from io import StringIO

import pytest
from django.core import mail
from django.core.management import call_command
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from memory import access
from memory.access import Actor
from memory.models import Membership, Memory, Recall, User
from memory.people.digests import choose_digest
from memory.recall.digest import week_of
from tests.web.conftest import store
from worker.digests import Mailed, send_weekly

pytestmark = pytest.mark.django_db
MONDAY = datetime(2026, 11, 16, 7, tzinfo=UTC)
DURING = datetime(2026, 11, 11, 12, tzinfo=UTC)
WEEK = "/digest?week=2026-W46"


@pytest.fixture
def learned(alice: Actor, bob: Actor, mallory: Actor) -> None:
    """A week of three people, and what must not be told."""
    store(bob, "Checkout retries three times.", type="pattern", learned=DURING)
    store(alice, "Releases go out on Tuesdays.", type="context", project="", learned=DURING)
    store(bob, "Bob's own note.", visibility="private", learned=DURING)
    store(bob, "Not approved yet.", status="draft", learned=DURING)
    store(bob, "Of another week.", learned=DURING - timedelta(days=7))
    store(mallory, "Of another team.", learned=DURING)
    doubted = store(alice, "The limiter counts per address.", status="disputed", learned=DURING)
    with access.acting(alice):
        Memory.objects.filter(pk=doubted.pk).update(status_changed_at=DURING)


def choose(actor: Actor, email: str) -> None:
    User.objects.filter(pk=actor.user.pk).update(email=email)
    with access.acting(actor):
        choose_digest(True, actor=actor)


def test_each_reader_sees_the_week_as_they_may(learned: None, client_of, alice: Actor, bob: Actor, vera: Actor) -> None:
    for person in (alice, bob, vera):
        told = client_of(person).get(WEEK).content.decode()
        assert "Checkout retries three times." in told and "Releases go out" in told
        assert "Of another" not in told and "Not approved" not in told
        assert ("Bob&#x27;s own note." in told) == (person is bob)
        assert told.index("Checkout retries") < told.index("Releases go out")
        assert told.index('id="disputed"') < told.rindex("counts per address")


def test_another_team_sees_its_own_week_alone(learned: None, client_of, mallory: Actor) -> None:
    told = client_of(mallory).get(WEEK).content.decode()
    assert "Of another team." in told and "Checkout" not in told and "limiter" not in told


def test_most_used_and_gaps_are_of_that_week(
    learned: None, client_of, alice: Actor, bob: Actor, settings: object
) -> None:
    with access.acting(bob):
        memory = Memory.objects.get(content="Checkout retries three times.")
        asked = {"team": bob.team, "user": bob.user, "surface": "web"}
        Recall.objects.create(**asked, question="how often", gist="often", shown=[memory.pk], fetched=[memory.pk])
        Recall.objects.create(**asked, question="who owns the ledger", gist="ledger own", asked_team=True)
    told = client_of(alice).get("/digest").content.decode()
    assert "opened after 1 question" in told and "who owns the ledger" in told
    assert "opened after" not in client_of(alice).get(WEEK).content.decode()


def test_weeks_follow_each_other_over_the_end_of_a_year(client_of, alice: Actor) -> None:
    told = client_of(alice).get("/digest?week=2026-W53").content.decode()
    assert "?week=2026-W52" in told and "28 December to 3 January 2027" in told
    assert "A quiet week" in told
    for wrong in ("2026-W54", "2026W47", "x", "2026-W00", "0000-W01"):
        assert client_of(alice).get(f"/digest?week={wrong}").status_code == 400
    assert str(week_of(datetime(2027, 1, 2, tzinfo=UTC))) == "2026-W53"


def test_on_monday_each_who_chose_it_gets_their_own_once(
    learned: None, alice: Actor, bob: Actor, mallory: Actor
) -> None:
    choose(alice, "alice@acme.example")
    choose(bob, "bob@acme.example")
    assert send_weekly(MONDAY) == Mailed(2, 0)
    told = {message.to[0]: message for message in mail.outbox}
    assert set(told) == {"alice@acme.example", "bob@acme.example"}
    assert "Bob's own note." in told["bob@acme.example"].body
    assert "Bob's own note." not in told["alice@acme.example"].body
    assert all("Of another team" not in message.body for message in mail.outbox)
    assert "To stop it" in told["alice@acme.example"].body and told["alice@acme.example"].alternatives
    assert send_weekly(MONDAY + timedelta(hours=1)) == Mailed(0, 0)
    assert len(mail.outbox) == 2


def test_a_mail_that_could_not_leave_is_tried_again(learned: None, alice: Actor, settings: object) -> None:
    choose(alice, "alice@acme.example")
    settings.EMAIL_BACKEND = "django.core.mail.backends.smtp.EmailBackend"  # type: ignore[attr-defined]
    settings.EMAIL_HOST, settings.EMAIL_PORT = "127.0.0.1", 9  # type: ignore[attr-defined]
    settings.EMAIL_USE_TLS = settings.EMAIL_USE_SSL = False  # type: ignore[attr-defined]
    assert send_weekly(MONDAY) == Mailed(0, 1)
    settings.EMAIL_BACKEND = "django.core.mail.backends.locmem.EmailBackend"  # type: ignore[attr-defined]
    assert send_weekly(MONDAY) == Mailed(1, 0)


def test_everybody_chooses_for_themselves_even_a_viewer(client_of, vera: Actor, bob: Actor) -> None:
    browser = client_of(vera)
    assert "on Monday mornings" in browser.post("/digest/choose", {"wanted": "1"}, follow=True).content.decode()
    with access.acting(vera):
        chosen = Membership.objects.filter(wants_digest=True).values_list("user", "role")
        assert list(chosen) == [(vera.user.pk, "viewer")]
    assert "no longer get the digest" in browser.post("/digest/choose", {}, follow=True).content.decode()


def test_the_command_sends_one_person_a_week(learned: None, alice: Actor) -> None:
    User.objects.filter(pk=alice.user.pk).update(email="alice@acme.example")
    out = StringIO()
    call_command("send_digest", team="acme", to="alice", week="2026-W46", stdout=out)
    assert "2026-W46 sent to alice@acme.example." in out.getvalue()
    assert mail.outbox[0].subject == "What acme learned: 9 Nov to 15 Nov 2026"


def test_the_number_of_queries_does_not_grow(client_of, alice: Actor) -> None:
    browser: Client = client_of(alice)

    def queries() -> int:
        with CaptureQueriesContext(connection) as captured:
            assert browser.get(WEEK).status_code == 200
        return len(captured)

    store(alice, "Carts expire.", learned=DURING)
    few = queries()
    for number in range(10):
        store(alice, f"Labels of kind {number} are printed.", learned=DURING, project=f"acme/part-{number}")
    assert queries() <= few
