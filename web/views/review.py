"""The review queue: one entry at a time, decided by key, click or form."""

from collections.abc import Sequence
from datetime import datetime
from uuid import UUID

from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.urls import reverse
from django.utils import timezone
from django.views.decorators.http import require_POST, require_safe

from memory.access import Actor
from memory.errors import Conflict, NotFound, Refused
from memory.knowledge import lifecycle, review
from memory.knowledge.remember import update
from memory.knowledge.reopening import reopen
from memory.knowledge.resolving import resolve
from memory.knowledge.review_verbs import Outcome, decide, take_back
from memory.models import Contradiction
from memory.recall.review_context import decided_since, reviewers
from web.access import actor_of, authorize
from web.filters import text
from web.rendering import page, wants_partial
from web.reviewing import BULK, BULK_OF_ALL, KIND_LABELS, Focus, Narrowing, focus_on, read_narrowing, rows, tabs

PAGE_SIZE = 50
_PAIR = "contradiction:"
_STEPS_BACK = 20
_SAID = {
    "approve": "Approved",
    "reject": "Rejected",
    "confirm": "Confirmed",
    "forget": "Forgotten",
    "edit": "Corrected",
    "retype": "Type changed",
    "supersede": "Kept the newer",
    "older": "Kept the older",
    "merge": "Merged",
    "both_valid": "Both are valid",
    "dismiss": "No contradiction",
}


@require_safe
@authorize("read")
def queue(request: HttpRequest) -> HttpResponse:
    """Show the queue with one entry selected. People who cannot review see who can."""
    actor = actor_of(request)
    if not actor.may("curate"):
        context: dict[str, object] = {"page": "review", "reviewers": reviewers(actor=actor)}
        return page(request, "web/review_closed.html", context, status=403)
    return _shown(request, read_narrowing(request.GET), text(request.GET, "entry"))


@require_POST
@authorize("curate")
def decided(request: HttpRequest) -> HttpResponse:
    """Apply one decision to one or many entries, then select the next entry."""
    ids, verb = request.POST.getlist("ids"), text(request.POST, "verb")
    if verb == "assign":
        return _assigned(request, ids)
    try:
        outcomes = [_one(request, ids[0], verb)] if len(ids) == 1 else decide(ids, verb, actor=actor_of(request))
    except (Refused, Conflict) as error:
        return _refused(request, ids[:1], error)
    _keep(request, verb, outcomes)
    missed = [outcome for outcome in outcomes if not outcome.done]
    if len(ids) == 1 and missed:
        return _refused(request, ids, _failure(missed[0]))
    done = [outcome.id for outcome in outcomes if outcome.done]
    return _answered(request, notice=_told(verb, done), done=done, missed=missed, undo=bool(done))


@require_POST
@authorize("curate")
def undone(request: HttpRequest) -> HttpResponse:
    """Undo the last decision (of one or many entries) and select its first entry again."""
    steps = request.session.get("review", [])
    if not steps:
        return _answered(request, problem="There is nothing to undo.")
    step = steps.pop()
    request.session["review"] = steps
    problem, back = _back(step, actor_of(request))
    notice = f"Undone: {step['said']}." if back else ""
    return _answered(request, notice=notice, problem=problem, entry=back, undo=bool(steps))


def _assigned(request: HttpRequest, ids: Sequence[str]) -> HttpResponse:
    """Assign the entries to a person, or unassign them."""
    whose = text(request.POST, "assignee")
    number = review.assign(ids, whose, actor=actor_of(request))
    name = "yours" if whose in ("me", actor_of(request).user.username) else f"{whose}'s" if whose else "nobody's"
    said = f"{number} {'entry is' if number == 1 else 'entries are'} {name} now."
    return _answered(request, notice=said, entry=ids[0] if len(ids) == 1 else "")


def _one(request: HttpRequest, ref: str, verb: str) -> Outcome:
    """One decision; those that bring a text, a side or a type with them are no verbs for many."""
    actor, content = actor_of(request), request.POST.get("content", "").replace("\x00", " ")
    if verb == "edit":
        update(ref, content, actor=actor)
    elif verb == "retype":
        lifecycle.retype(ref, text(request.POST, "type"), actor=actor)
    elif verb == "merge":
        resolve(ref.removeprefix(_PAIR), verb, content=content, actor=actor)
    elif verb == "older":
        resolve(ref.removeprefix(_PAIR), Contradiction.Verdict.SUPERSEDE, keep=text(request.POST, "keep"), actor=actor)
    else:
        return decide([ref], verb, actor=actor)[0]
    return Outcome(ref, True)


def _failure(outcome: Outcome) -> Refused:
    """Turn a failed outcome into an error. Usually another person changed the entry first."""
    if outcome.code == "not_found":
        return NotFound(outcome.detail)
    status = {"invalid": 400, "forbidden": 403, "blocked": 403}.get(outcome.code, 409)
    return Refused(outcome.code, outcome.detail, status=status)


def _keep(request: HttpRequest, verb: str, outcomes: Sequence[Outcome]) -> None:
    """What `u` takes back, the latest last; it survives a reload because it stays with the sign-in."""
    events = [outcome.event for outcome in outcomes if outcome.done and outcome.event]
    pairs = [outcome.id for outcome in outcomes if outcome.done and outcome.id.startswith(_PAIR)]
    if verb in ("merge", "older", "edit", "retype") or not (events or pairs):
        return
    said = _told(verb, [outcome.id for outcome in outcomes if outcome.done]).rstrip(".").lower()
    step = {"events": events, "pairs": pairs, "said": said}
    request.session["review"] = [*request.session.get("review", []), step][-_STEPS_BACK:]


def _back(step: dict[str, list[str]], actor: Actor) -> tuple[str, str]:
    """(what went wrong, the first entry that is back)"""
    try:
        pairs = [f"{_PAIR}{reopen(ref.removeprefix(_PAIR), actor=actor).pk}" for ref in step["pairs"]]
    except Refused as error:
        return error.detail, ""
    outcomes = take_back([int(event) for event in step["events"]], actor=actor) if step["events"] else []
    problem = next((outcome.detail for outcome in outcomes if not outcome.done), "")
    back = [*pairs, *(outcome.id for outcome in outcomes if outcome.done)]
    return problem, back[-1] if back else ""


def _told(verb: str, done: Sequence[str]) -> str:
    said = _SAID.get(verb, "Done")
    return f"{said}: {len(done)} entries." if len(done) > 1 else f"{said}." if done else ""


def _refused(request: HttpRequest, ids: Sequence[str], error: Refused) -> HttpResponse:
    """Show the entry again with the typed text and the error."""
    known = error.extra.get("duplicate_of")
    typed = request.POST.get("content", "")
    more: dict[str, object] = {"problem": error.detail, "known": known, "typed": typed, "status": error.status}
    if typed.strip():
        more["kept"] = {"ref": ids[0] if ids else "", "text": typed, "memory": _memory(ids)}
    return _shown(request, read_narrowing(request.POST), ids[0] if ids else "", **more)  # type: ignore[arg-type]


def _memory(ids: Sequence[str]) -> UUID | None:
    try:
        return UUID(ids[0])
    except (ValueError, IndexError):
        return None


def _answered(request: HttpRequest, *, entry: str = "", **more: object) -> HttpResponse:
    """The queue as it is now; without script by way of a redirect, so that a reload repeats nothing."""
    narrowing, entry = read_narrowing(request.POST), entry or text(request.POST, "next")
    if wants_partial(request):
        return _shown(request, narrowing, entry, **more)  # type: ignore[arg-type]
    said = {name: more[name] for name in ("notice", "problem") if more.get(name)}
    missed = more.get("missed") or []
    if isinstance(missed, list) and missed:
        said["problem"] = _told_of_missed(missed)
    request.session["review_said"] = said
    return HttpResponseRedirect(reverse("review") + narrowing.query(entry=entry))


def _told_of_missed(missed: Sequence[Outcome]) -> str:
    return f"{len(missed)} could not be changed: {missed[0].detail}"


def _shown(
    request: HttpRequest, narrowing: Narrowing, wanted: str = "", *, status: int = 200, **more: object
) -> HttpResponse:
    actor = actor_of(request)
    counts = review.counts(actor=actor)
    found = review.queue(
        actor=actor,
        kinds=[narrowing.kind] if narrowing.kind else (),
        assignee=narrowing.whose,
        limit=PAGE_SIZE,
        cursor=narrowing.cursor,
    )
    if not found.entries and narrowing.cursor:
        return _shown(request, Narrowing(narrowing.kind, narrowing.whose), wanted, status=status, **more)
    focus = _focus(found.entries, wanted, actor)
    context: dict[str, object] = {
        "page": "review",
        "narrowing": narrowing,
        "counts": counts,
        "left": counts.mine if narrowing.whose == "me" else counts.kinds.get(narrowing.kind, counts.total),
        "tabs": tabs(narrowing, counts),
        "kind_label": KIND_LABELS.get(narrowing.kind, ""),
        "rows": rows(narrowing, found.entries),
        "next_page": narrowing.query(cursor=found.next) if found.next else "",
        "first_page": narrowing.query(cursor="") if narrowing.cursor else "",
        "focus": focus,
        "skip": narrowing.query(entry=focus.following) if focus and focus.following else "",
        "bulk": BULK.get(narrowing.kind, () if narrowing.kind else BULK_OF_ALL),
        "people": reviewers(actor=actor),
        "today": () if found.entries else decided_since(_midnight(), actor=actor),
        "undo": bool(request.session.get("review")),
        **request.session.pop("review_said", {}),
        **more,
    }
    if missed := more.get("missed"):
        context["problem"] = _told_of_missed(missed)  # type: ignore[arg-type]
    part = "focus" if "part" in request.GET else "review"
    return page(request, "web/review.html", context, partial=part, status=status)


def _focus(entries: Sequence[review.Entry], wanted: str, actor: Actor) -> Focus | None:
    """The wanted entry, else the first; with the one that follows it."""
    if not entries:
        return None
    ids = [entry.id for entry in entries]
    place = ids.index(wanted) if wanted in ids else 0
    # Behind the last entry the one before it is next: the list may have no other.
    following = ids[place + 1] if place + 1 < len(ids) else ids[place - 1] if place else ""
    return focus_on(entries[place], following=following, actor=actor)


def _midnight() -> datetime:
    return timezone.localtime().replace(hour=0, minute=0, second=0, microsecond=0)
