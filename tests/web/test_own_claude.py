"""Developers' own Claude in the web interface: the policy, the switch on the Connect page, and what it costs."""

from collections.abc import Callable

from django.test import Client
from django.utils import timezone

from memory import access
from memory.access import Actor
from memory.models import ClientUsage, Team
from tests.distill.client_turns import promised, send, told


def test_the_connect_page_offers_it_with_its_price(bob: Actor, client_of: Callable[[Actor], Client]) -> None:
    page = client_of(bob).get("/connect").content.decode()
    assert "cairn distill claude" in page and "1,100 input tokens" in page
    assert "--config distill=claude" not in page
    assert "--config distill=claude" in client_of(bob).get("/connect?distill=claude").content.decode()
    chosen = client_of(bob).post("/connect", {"name": "x", "distill": "local"}).content.decode()
    assert "--config distill=claude --config raw=off" in chosen


def test_what_the_team_wants_is_preselected_and_reaches_the_plugin(
    alice: Actor, bob: Actor, client_of: Callable[[Actor], Client], api_of: Callable[..., Client]
) -> None:
    assert client_of(alice).post("/team/policy/change", {"client_distill": "require"}).status_code == 302
    with access.acting(alice):
        assert Team.objects.get(pk=alice.team.pk).client_distill == "require"
    assert "Your team requires this" in client_of(bob).get("/connect").content.decode()
    status = api_of(bob).get("/api/v1/briefing?project=x").json()["status"]
    assert status["client_distill"] == "require"


def test_only_an_admin_sets_the_policy_and_only_to_what_there_is(
    alice: Actor, bob: Actor, api_of: Callable[..., Client]
) -> None:
    def change(actor: Actor, wish: str) -> int:
        sent = {"client_distill": wish}
        return api_of(actor).patch("/api/v1/policy", sent, content_type="application/json").status_code

    assert change(bob, "require") == 403
    assert change(alice, "always") in (400, 422)
    assert change(alice, "recommend") == 200


def test_insights_show_the_teams_sums_and_nobody_elses(
    alice: Actor, mallory: Actor, client_of: Callable[[Actor], Client]
) -> None:
    send(alice, *promised(), told())
    page = client_of(alice).get("/insights/client").content.decode()
    assert "read 1 turn and made 1 fact" in page and "4,300 tokens per turn" in page
    assert "own Claude read" not in client_of(mallory).get("/insights/client").content.decode()
    with access.acting(alice):
        assert ClientUsage.objects.get().day == timezone.now().date()


def test_the_turns_of_a_session_say_who_distilled_them(alice: Actor, api_of: Callable[..., Client]) -> None:
    from memory.distill.pipeline import distill_pending

    send(alice, *promised(), told(failure="API error 529"))
    distill_pending()
    (turn,) = api_of(alice).get("/api/v1/sessions/s1/turns").json()["results"]
    assert (turn["distiller"], turn["distiller_note"]) == ("rules", "claude:haiku: API error 529")
