"""Searches that a person keeps under a name: their own, which nobody else sees."""

from django.db import IntegrityError, transaction

from memory import audit
from memory.access import Actor
from memory.errors import Conflict, NotFound, Refused
from memory.models import SavedSearch

MOST = 50
_LONGEST_NAME = 80
_LONGEST_QUERY = 2000


def save_search(name: str, query: str, *, actor: Actor) -> SavedSearch:
    """Keep a query string of the search page under a name.

    Raises Refused without a name or a query or beyond 50 of them, Conflict where the actor uses the name already.
    """
    actor.authorize("search")
    name, query = " ".join(name.split())[:_LONGEST_NAME], query.removeprefix("?")
    if not name or not query:
        raise Refused("invalid", "A saved search needs a name and something to search for.")
    if len(query) > _LONGEST_QUERY:
        raise Refused("invalid", "This question is too long to save.")
    if SavedSearch.objects.filter(team=actor.team, user=actor.user).count() >= MOST:
        raise Refused("invalid", f"You already have {MOST} saved searches. Remove one first.")
    try:
        with transaction.atomic():
            saved = SavedSearch.objects.create(team=actor.team, user=actor.user, name=name, query=query)
            audit.record("save_search", f"saved_search:{saved.pk}", actor=actor)
    except IntegrityError as error:
        raise Conflict("taken", f"You already have a saved search '{name}'. Choose another name.") from error
    return saved


@transaction.atomic
def remove_saved_search(number: int, *, actor: Actor) -> SavedSearch:
    """Remove one's own; what it was is returned, so that it can be saved again. Raises NotFound."""
    actor.authorize("search")
    saved = SavedSearch.objects.filter(team=actor.team, user=actor.user, pk=number).first()
    if saved is None:
        raise NotFound("This saved search does not exist.")
    SavedSearch.objects.filter(pk=saved.pk).delete()
    audit.record("remove_saved_search", f"saved_search:{number}", actor=actor)
    return saved


def saved_searches(*, actor: Actor) -> list[SavedSearch]:
    """The actor's own, by name."""
    actor.authorize("search")
    return list(SavedSearch.objects.filter(team=actor.team, user=actor.user).order_by("name", "pk"))
