"""The admin site: every row of one's team, none of another's, and no way around the verbs."""

import html
import re
from collections.abc import Callable
from datetime import date
from uuid import uuid4

import pytest
from django.apps import apps
from django.test import Client

from memory import access, people
from memory.access import Actor
from memory.errors import Forbidden
from memory.knowledge.remember import remember
from memory.models import (
    AccessToken,
    Agent,
    AuditEvent,
    Contradiction,
    Delivery,
    LineMove,
    Membership,
    Memory,
    Message,
    Observation,
    Team,
    Turn,
    Usage,
    Webhook,
)
from memory.recall.contradictions import list_contradictions
from tests.talks import talk
from tests.web.conftest import project_named, session_of
from web.admin import site

SignedIn = Callable[[Actor], Client]
Remembered = Callable[..., Memory]

LISTS = [f"/admin/memory/{model._meta.model_name}/" for model in apps.get_app_config("memory").get_models()]


def test_every_row_is_registered() -> None:
    assert set(apps.get_app_config("memory").get_models()) == set(site._registry)


@pytest.mark.parametrize("address", LISTS)
def test_every_list_opens_searches_and_has_no_way_to_add(address: str, alice: Actor, client_of: SignedIn) -> None:
    browser = client_of(alice)
    assert browser.get(address).status_code == 200
    assert browser.get(f"{address}?q=12").status_code == 200
    # Invitations alone are made here, by the verb.
    assert browser.get(f"{address}add/").status_code == (200 if address.endswith("/invitation/") else 403)


def test_a_row_opens_with_its_evidence(alice: Actor, client_of: SignedIn, remembered: Remembered) -> None:
    memory = remembered(alice, "Checkout retries three times.", session="Retry policy")
    page = client_of(alice).get(f"/admin/memory/memory/{memory.pk}/change/").content.decode()
    assert "Checkout retries three times." in page
    assert "As was said" in page


def test_a_message_is_shown_without_what_machines_derive(alice: Actor, client_of: SignedIn) -> None:
    talk(alice, ("turn-1", "Free the lock!"))
    with access.acting(alice):
        message = Message.objects.get()
        Message.objects.update(token_signs=b"\0" * 48, embedding_model="some-model")
    page = client_of(alice).get(f"/admin/memory/message/{message.pk}/change/").content.decode()
    assert "Free the lock!" in page
    assert "some-model" in page
    assert not [name for name in Message.DERIVED if f'field-{name}"' in page]


def test_members_are_not_let_in(bob: Actor, client_of: SignedIn) -> None:
    assert client_of(bob).get("/admin/").status_code == 302
    assert client_of(bob).get("/admin/memory/memory/").status_code == 302


def test_a_curator_of_one_team_is_no_curator_of_another(alice: Actor, mallory: Actor, client_of: SignedIn) -> None:
    people.add_person("alice", team=mallory.team, role=Membership.Role.MEMBER)
    browser = client_of(alice)
    assert browser.get("/admin/").status_code == 200
    browser.post("/team/choose", {"team": mallory.team.pk})
    assert browser.get("/admin/").status_code == 302


def test_the_other_team_does_not_exist(
    alice: Actor, mallory: Actor, client_of: SignedIn, remembered: Remembered
) -> None:
    memory = remembered(alice, "Checkout retries three times.", session="Retry policy")
    browser = client_of(mallory)
    for address in LISTS:
        page = browser.get(address).content.decode()
        assert "Checkout retries" not in page
        assert "alice" not in page
    assert browser.get(f"/admin/memory/memory/{memory.pk}/change/").status_code == 302
    assert browser.get(f"/admin/memory/user/{alice.user.pk}/change/").status_code == 302
    _act(browser, "forget", memory)
    with access.acting(alice):
        assert Memory.objects.get(pk=memory.pk).status == "active"


HIDDEN = {
    "user": ["password__regex", "password__startswith", "tokens__sha256__startswith", "is_superuser__exact"],
    "accesstoken": ["sha256__startswith", "sha256", "user__password__startswith"],
    "invitation": ["sha256__startswith", "created_by__password__startswith"],
    "webhook": ["secret__startswith", "secret__regex"],
    "memory": ["author__password__startswith", "embedding_model__startswith"],
    "usage": ["day__regex", "team__memberships__user__password__startswith"],
}


@pytest.mark.parametrize(("model", "lookup"), [(model, one) for model, all in HIDDEN.items() for one in all])
def test_no_list_is_filtered_by_what_it_does_not_show(
    model: str, lookup: str, alice: Actor, client_of: SignedIn
) -> None:
    browser = client_of(alice)
    answers = [browser.get(f"/admin/memory/{model}/", {lookup: guess}) for guess in ("", "a", "pbkdf2", "^")]
    assert [answer.status_code for answer in answers] == [400] * 4
    assert browser.post(f"/admin/memory/{model}/?{lookup}=a", {"action": "revoke"}).status_code == 400


def test_a_long_question_to_a_list_is_asked_by_its_first_words(
    alice: Actor, client_of: SignedIn, remembered: Remembered
) -> None:
    remembered(alice, "Checkout retries three times.", session="Retry policy")
    page = client_of(alice).get("/admin/memory/memory/", {"q": "checkout " * 3_000})
    assert page.status_code == 200 and b"Checkout retries" in page.content
    assert str(page.context["cl"].queryset.query).count("%checkout%") <= 6 * 4


@pytest.mark.parametrize("address", LISTS)
def test_every_link_of_a_list_leads_on(address: str, alice: Actor, client_of: SignedIn, remembered: Remembered) -> None:
    remembered(alice, "Checkout retries three times.", session="Retry policy")
    with access.acting(alice):
        Usage.objects.create(team=alice.team, day=date(2026, 3, 1), provider="ollama", calls=1)
    browser = client_of(alice)
    page = browser.get(address).content.decode()
    links = {html.unescape(link) for link in re.findall(r'href="(\?[^"]*)"', page)}
    assert {link: browser.get(address + link).status_code for link in links} == dict.fromkeys(links, 200)
    assert browser.get(f"{address}?q=a&o=1&p=1").status_code in (200, 302)


def test_days_of_a_meter_lead_on(alice: Actor, client_of: SignedIn) -> None:
    with access.acting(alice):
        for month in (3, 4):
            Usage.objects.create(team=alice.team, day=date(2026, month, 1), provider=f"model-{month}", calls=1)
    page = client_of(alice).get("/admin/memory/usage/?day__year=2026&day__month=4").content.decode()
    rows = page.partition("<tbody>")[2].partition("</tbody>")[0]
    assert "model-4" in rows and "model-3" not in rows


def _act(browser: Client, action: str, *rows: Memory | AccessToken | Agent | Contradiction | Delivery) -> str:
    address = f"/admin/memory/{rows[0]._meta.model_name}/"
    data = {"action": action, "_selected_action": [row.pk for row in rows], "sure": "yes"}
    return browser.post(address, data, follow=True).content.decode()


RETENTION = "The audit log of checkout has a retention of {} days."


def told(actor: Actor, content: str, **details: str) -> Memory:
    with access.acting(actor):
        return remember(content, actor=actor, **details)


def pairs(actor: Actor) -> list[Contradiction]:
    with access.acting(actor):
        return list_contradictions(actor=actor)


def test_the_verbs_are_actions_and_leave_their_audit(alice: Actor, client_of: SignedIn, remembered: Remembered) -> None:
    one, two = (
        remembered(alice, "Checkout retries three times."),
        remembered(alice, "Releases go out on Tuesdays."),
    )
    browser = client_of(alice)
    assert "Forget: 2 done" in _act(browser, "forget", one, two)
    assert "Restore: 1 done" in _act(browser, "restore", one)
    _act(browser, "pin", one)
    _act(browser, "retype_pattern", one)
    with access.acting(alice):
        memory = Memory.objects.get(pk=one.pk)
        assert (memory.status, memory.pinned, memory.type) == ("active", True, "pattern")
        assert Memory.objects.get(pk=two.pk).status == "forgotten"
        assert AuditEvent.objects.filter(verb__in=["forget", "restore", "pin", "retype"]).count() == 5


def test_a_verdict_is_an_action_that_settles_the_pair(alice: Actor, bob: Actor, client_of: SignedIn) -> None:
    rows = {days: told(actor, RETENTION.format(days)) for days, actor in ((30, alice), (60, bob))}
    (pair,) = pairs(alice)
    page = client_of(alice).get("/admin/memory/contradiction/").content.decode()
    assert "keep_newer" in page and "delete_selected" not in page and "30 days" in page
    assert "Keep the newer one: 1 done" in _act(client_of(alice), "keep_newer", pair)
    with access.acting(alice):
        standing = {row.pk: row.status for row in Memory.objects.all()}
        assert standing == {rows[30].pk: "superseded", rows[60].pk: "active"}
        pair.refresh_from_db()
        assert (pair.status, pair.verdict, pair.resolved_by) == ("resolved", "supersede", alice.user)
        assert AuditEvent.objects.filter(verb="resolve", subject=f"contradiction:{pair.pk}").exists()


def test_the_older_side_can_stay(alice: Actor, client_of: SignedIn) -> None:
    for days in (30, 60):
        told(alice, RETENTION.format(days))
    assert "Keep the older one: 1 done" in _act(client_of(alice), "keep_older", *pairs(alice))
    with access.acting(alice):
        assert [row.content for row in Memory.objects.current()] == [RETENTION.format(30)]


@pytest.mark.parametrize("action", ["both_valid", "dismiss"])
def test_both_sides_of_a_pair_can_stay(action: str, alice: Actor, client_of: SignedIn) -> None:
    for days in (30, 60):
        told(alice, RETENTION.format(days))
    _act(client_of(alice), action, *pairs(alice))
    assert [(row.status, row.verdict) for row in pairs(alice)] == [("resolved", action)]
    with access.acting(alice):
        assert Memory.objects.current().count() == 2


def test_a_pair_that_another_verdict_has_settled_is_said(alice: Actor, client_of: SignedIn) -> None:
    for days in (30, 60, 90):
        told(alice, RETENTION.format(days))
    assert len(pairs(alice)) == 3
    page = _act(client_of(alice), "keep_newer", *pairs(alice))
    assert "One of the two memories is no longer active. The contradiction is resolved as" in page
    assert "Keep the newer one: 2 done." in page
    with access.acting(alice):
        assert [row.content for row in Memory.objects.current()] == [RETENTION.format(90)]


def test_pairs_with_another_s_private_side_and_other_teams_pairs_do_not_exist(
    alice: Actor, bob: Actor, mallory: Actor, client_of: SignedIn
) -> None:
    told(bob, RETENTION.format(30), visibility="private")
    told(alice, RETENTION.format(60))
    (hidden,) = pairs(bob)
    for stranger in (alice, mallory):
        page = client_of(stranger).get("/admin/memory/contradiction/?q=days").content.decode()
        assert "30 days" not in page and "0 contradictions" in page
        _act(client_of(stranger), "dismiss", hidden)
    assert pairs(bob)[0].status == "open"


def test_a_member_gives_no_verdict(alice: Actor, bob: Actor, client_of: SignedIn) -> None:
    for days in (30, 60):
        told(alice, RETENTION.format(days))
    _act(client_of(bob), "dismiss", *pairs(alice))
    assert pairs(alice)[0].status == "open"


def test_what_a_verb_refuses_is_said_and_the_rest_is_done(
    alice: Actor, client_of: SignedIn, remembered: Remembered
) -> None:
    draft, active = (
        remembered(alice, "This is a draft.", status="draft"),
        remembered(alice, "This is active."),
    )
    page = _act(client_of(alice), "approve", draft, active)
    assert "Approve: 1 done" in page
    assert "“This is active.”: This action does not apply to a memory with status active." in page


def test_content_cannot_be_edited_or_deleted(alice: Actor, client_of: SignedIn, remembered: Remembered) -> None:
    memory = remembered(alice, "Checkout retries three times.")
    browser = client_of(alice)
    assert browser.post(f"/admin/memory/memory/{memory.pk}/change/", {"content": "Never."}).status_code == 403
    assert browser.post(f"/admin/memory/memory/{memory.pk}/delete/", {"post": "yes"}).status_code == 403
    assert "delete_selected" not in browser.get("/admin/memory/memory/").content.decode()


def test_the_list_is_searched_as_the_search_page_is(alice: Actor, client_of: SignedIn, remembered: Remembered) -> None:
    remembered(alice, "Checkout retries a gateway timeout three times.")
    remembered(alice, "Releases go out on Tuesdays.")
    remembered(alice, "An old gateway rule.", status="superseded")
    page = client_of(alice).get("/admin/memory/memory/?q=gateway").content.decode()
    assert "three times" in page
    assert "An old gateway rule" in page
    assert "Tuesdays" not in page


def test_an_admin_sets_an_agents_name_free_for_whom_it_was_meant(alice: Actor, bob: Actor, client_of: SignedIn) -> None:
    squatted = told(bob, "The release bot signs with key seven, because six leaked.", agent_id="release-bot")
    with pytest.raises(Forbidden, match="release it"):
        people.issue_own_token(actor=alice, scopes=["write"], agent="release-bot")
    assert "Release the name" not in client_of(bob).get("/admin/memory/agent/").content.decode()

    with access.acting(alice):
        agent = Agent.objects.get(agent_id="release-bot")
    assert "Release the name: 1 done." in _act(client_of(alice), "free", agent)

    token, _ = people.issue_own_token(actor=alice, scopes=["write"], agent="release-bot")
    with access.acting(alice):
        assert token.agent is not None
        assert token.agent.owner == alice.user
        assert Memory.objects.get(pk=squatted.pk).agent.agent_id == "release-bot (bob)"
        assert AuditEvent.objects.filter(verb="free_agent_name", subject=f"agent:{agent.pk}").exists()


def test_an_admin_revokes_a_token_at_once(
    alice: Actor, bob: Actor, client_of: SignedIn, token_of: Callable[..., str]
) -> None:
    raw = token_of(bob)
    with access.acting(alice):
        token = AccessToken.objects.get(user=bob.user)
    page = _act(client_of(alice), "revoke", token)
    assert "Revoke: 1 done." in page
    assert raw not in page
    assert access.actor_for_token(raw) is None
    with access.acting(alice):
        assert AuditEvent.objects.filter(verb="revoke_token", subject=f"token:{token.pk}").exists()


def test_a_mere_curator_revokes_nothing(
    alice: Actor, bob: Actor, client_of: SignedIn, token_of: Callable[..., str]
) -> None:
    raw = token_of(alice)
    people.add_person("bob", team=bob.team, role=Membership.Role.CURATOR)
    bob.user.refresh_from_db()
    with access.acting(alice):
        token = AccessToken.objects.get(user=alice.user)
    _act(client_of(bob), "revoke", token)
    assert access.actor_for_token(raw)


def test_an_admin_gives_a_role_but_never_takes_their_own(alice: Actor, bob: Actor, client_of: SignedIn) -> None:
    browser = client_of(alice)
    with access.acting(alice):
        theirs, own = Membership.objects.get(user=bob.user), Membership.objects.get(user=alice.user)
    browser.post(f"/admin/memory/membership/{theirs.pk}/change/", {"role": "curator"})
    assert browser.post(f"/admin/memory/membership/{own.pk}/change/", {"role": "viewer"}).status_code == 403
    with access.acting(alice):
        assert Membership.objects.get(pk=theirs.pk).role == "curator"
        assert Membership.objects.get(pk=own.pk).role == "admin"
        assert AuditEvent.objects.filter(verb="change_role", subject=f"user:{bob.user.pk}").exists()


def test_an_admin_sets_the_teams_policy(alice: Actor, client_of: SignedIn) -> None:
    address = f"/admin/memory/team/{alice.team.pk}/change/"
    form = {"name": "Acme", "capture_policy": "draft", "line": 0.9, "stale_after_changes": 5}
    client_of(alice).post(address, form)
    with access.acting(alice):
        team = Team.objects.get(pk=alice.team.pk)
        assert (team.name, team.slug, team.capture_policy, team.line) == ("Acme", "acme", "draft", 0.9)
        assert AuditEvent.objects.filter(verb="change_team").exists()
        assert LineMove.objects.get().by == alice.user
    client_of(alice).post(address, {**form, "line": 0.2})
    with access.acting(alice):
        assert Team.objects.get(pk=alice.team.pk).line == 0.9, "a line out of bounds is refused"
    assert "0.9" in client_of(alice).get("/admin/memory/linemove/").content.decode()


def test_an_action_asks_before_it_does_anything(alice: Actor, client_of: SignedIn, remembered: Remembered) -> None:
    memory = remembered(alice, "Checkout retries three times.")
    browser = client_of(alice)
    data = {"action": "forget", "_selected_action": [memory.pk]}
    page = browser.post("/admin/memory/memory/", data).content.decode()
    assert "Forget?" in page and "Checkout retries three times." in page and "Cancel" in page
    with access.acting(alice):
        assert Memory.objects.get(pk=memory.pk).status == "active"
        assert not AuditEvent.objects.filter(verb="forget").exists()


def test_an_id_finds_its_memory(alice: Actor, client_of: SignedIn, remembered: Remembered) -> None:
    memory = remembered(alice, "Checkout retries three times.")
    remembered(alice, "Releases go out on Tuesdays.")
    for asked in (str(memory.uuid), str(memory.uuid)[:8]):
        page = client_of(alice).get(f"/admin/memory/memory/?q={asked}").content.decode()
        assert "three times" in page


def test_a_long_list_is_counted_only_as_far_as_anybody_pages(
    alice: Actor, client_of: SignedIn, remembered: Remembered, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("web.admin.paging.MOST", 2)
    for number in range(4):
        remembered(alice, f"Checkout keeps fact number {number} in order.")
    page = client_of(alice).get("/admin/memory/memory/").content.decode()
    assert "more than" in page and "2 memories" in page


def _failed_turn(actor: Actor) -> Observation:
    with access.acting(actor):
        session = session_of(actor)
        turn = Turn.objects.create(
            team=actor.team, session=session, uuid="turn", started_at=session.started_at, attempts=5
        )
        return Observation.objects.create(
            team=actor.team, client_id=uuid4(), event="Stop", session=session, turn=turn, author=actor.user,
            payload={}, occurred_at=session.started_at, status="failed", reason="gave up after 5 attempts",
        )  # fmt: skip


def test_the_queue_shows_what_was_given_up_and_tries_it_again(alice: Actor, bob: Actor, client_of: SignedIn) -> None:
    observation = _failed_turn(bob)
    browser = client_of(alice)
    assert "Failed events" in browser.get("/admin/").content.decode()
    assert '<td class="wrong">1</td>' in browser.get("/admin/queue/").content.decode()
    page = browser.post("/admin/queue/", {"what": "turns"}, follow=True).content.decode()
    assert "1 turns are queued again." in page and "Nothing has failed." in page
    with access.acting(bob):
        observation.refresh_from_db()
        turn = Turn.objects.get(pk=observation.turn_id)
        assert (observation.status, turn.attempts) == ("pending", 0) and turn.due_at
    with access.acting(alice):
        assert AuditEvent.objects.filter(verb="retry_failed").count() == 1


def test_another_teams_queue_is_its_own(alice: Actor, bob: Actor, mallory: Actor, client_of: SignedIn) -> None:
    observation = _failed_turn(bob)
    browser = client_of(mallory)
    assert "Nothing has failed." in browser.get("/admin/queue/").content.decode()
    browser.post("/admin/queue/", {"what": "turns"})
    with access.acting(bob):
        observation.refresh_from_db()
        assert observation.status == "failed"


def _dead_delivery(actor: Actor, memory: Memory) -> Delivery:
    with access.acting(actor):
        hook = Webhook.objects.create(
            team=actor.team, url="https://hooks.example/cairn", secret="whsec_never-shown", events=["memory.learned"]
        )
        return Delivery.objects.create(
            team=actor.team, webhook=hook, event="memory.learned", memory=memory, status="dead", attempts=9
        )


def test_dead_deliveries_are_sent_again(alice: Actor, client_of: SignedIn, remembered: Remembered) -> None:
    delivery = _dead_delivery(alice, remembered(alice, "Checkout retries three times."))
    browser = client_of(alice)
    assert "Send again: 1 done." in _act(browser, "try_again", delivery)
    with access.acting(alice):
        Delivery.objects.filter(pk=delivery.pk).update(status="dead")
    page = browser.post("/admin/queue/", {"what": "deliveries"}, follow=True).content.decode()
    assert "1 deliveries are queued again." in page
    with access.acting(alice):
        assert Delivery.objects.get(pk=delivery.pk).status == "waiting"


def test_the_secret_of_a_web_hook_is_shown_to_nobody(
    alice: Actor, bob: Actor, client_of: SignedIn, remembered: Remembered
) -> None:
    delivery = _dead_delivery(alice, remembered(alice, "Checkout retries three times."))
    people.add_person("bob", team=bob.team, role=Membership.Role.CURATOR)
    address = f"/admin/memory/webhook/{delivery.webhook_id}/change/"
    page = client_of(alice).get(address).content.decode()
    assert "hooks.example" in page and "never-shown" not in page
    assert client_of(bob).get(address).status_code == 403
    assert "never-shown" not in client_of(alice).get("/admin/memory/webhook/").content.decode()


def test_a_project_is_renamed_through_the_verb(alice: Actor, client_of: SignedIn) -> None:
    with access.acting(alice):
        project, _ = project_named(alice, "acme/checkout"), project_named(alice, "acme/other")
    forms = {"aliases-TOTAL_FORMS": 0, "aliases-INITIAL_FORMS": 0}
    browser, address = client_of(alice), f"/admin/memory/project/{project.pk}/change/"
    page = browser.post(address, {"name": "acme/other", **forms}, follow=True).content.decode()
    assert "If both are the same project, merge them" in page
    browser.post(address, {"name": "Checkout", **forms})
    with access.acting(alice):
        project.refresh_from_db()
        assert project.name == "Checkout"


def test_no_list_offers_the_people_of_another_team(alice: Actor, mallory: Actor, client_of: SignedIn) -> None:
    for model in ("memory", "auditevent", "codingsession", "assignment", "comment", "recall"):
        page = client_of(mallory).get(f"/admin/memory/{model}/").content.decode()
        assert "alice" not in page
