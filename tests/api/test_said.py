"""A search also tells what was said where no memory has it: to the team, and to nobody beyond it."""

from collections.abc import Callable

import pytest
from django.test import Client

from memory import access
from memory.access import Actor
from memory.capture.events import record_events
from memory.distill.embedding import embed_backlog
from memory.distill.pipeline import distill_pending
from memory.knowledge.blocking import block
from tests.api.conftest import get
from tests.events import turn_of

pytestmark = [pytest.mark.django_db, pytest.mark.xdist_group("embedder")]
ASKED = "the receipts printer hangs on long receipts, what do you think?"
ANSWERED = (
    "I looked at the spooler for a while. It might be the buffer of the ESC/POS driver: the printer takes 4096 bytes "
    "at most, so long receipts would have to be sent in pieces. Other printers here seem fine."
)
QUESTION = "how many bytes does the receipts printer take?"


@pytest.fixture
def talk(alice: Actor, real_embedder: None) -> None:
    """What alice and her agent said of the printer, and of something else; of the rest is no transcript."""
    with access.acting(alice):
        record_events(turn_of(ASKED, ANSWERED, session="s1", turn="p1"), actor=alice)
        other = turn_of("rename the branch please", "The branch has its new name now.", session="s2", turn="p2")
        record_events(other, actor=alice)
    distill_pending()
    embed_backlog()


def test_what_was_said_stands_beside_what_is_known(api_of: Callable[..., Client], talk: None, bob: Actor) -> None:
    answer = get(api_of(bob), "search", said=1, q=QUESTION).json()
    (excerpt,) = answer["said"]
    assert (excerpt["session"], excerpt["turn"], excerpt["project"]) == ("s1", "p1", "acme/checkout")
    assert "4096 bytes" in excerpt["text"] and 0 < excerpt["score"] <= 1 and excerpt["date"]
    assert excerpt["speaker"] in ("user", "assistant") and len(excerpt["text"]) < 600


def test_what_nobody_spoke_of_is_not_quoted_as_an_answer(api_of: Callable[..., Client], talk: None, bob: Actor) -> None:
    answer = get(api_of(bob), "search", said=1, q="which zebra migrates to the lattice in winter").json()
    assert answer["said"] == [] and not answer["results"]


def test_another_team_is_told_nothing(api_of: Callable[..., Client], talk: None, mallory: Actor) -> None:
    assert get(api_of(mallory), "search", said=1, q=QUESTION).json()["said"] == []


def test_a_blocked_session_is_not_quoted(api_of: Callable[..., Client], talk: None, alice: Actor, bob: Actor) -> None:
    with access.acting(alice):
        block(actor=alice, reason="test", session="s1")
    assert get(api_of(bob), "search", said=1, q=QUESTION).json()["said"] == []


@pytest.mark.parametrize(
    ("filters", "found"),
    [
        ({"project": "checkout"}, 1),
        ({"project": "nowhere"}, 0),
        ({"before": "2020-01-01"}, 0),
        ({"after": "2020-01-01"}, 1),
        ({"type": "decision"}, 0),
        ({"semantic": 0}, 0),
        ({"offset": 5}, 0),
    ],
)
def test_filters_narrow_what_was_said_too(
    api_of: Callable[..., Client], talk: None, bob: Actor, filters: dict[str, object], found: int
) -> None:
    assert len(get(api_of(bob), "search", said=1, q=QUESTION, **filters).json()["said"]) == found


def test_the_page_quotes_it_with_the_way_to_its_turn(
    client_of: Callable[[Actor], Client], talk: None, bob: Actor
) -> None:
    page = client_of(bob).get("/search", {"q": QUESTION}).content.decode()
    assert "4096" in page and "p1" in page and "The team does not know this yet" in page
