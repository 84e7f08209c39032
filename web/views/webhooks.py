"""Web hooks, for admins: their addresses and deliveries."""

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.views.decorators.debug import sensitive_variables
from django.views.decorators.http import require_http_methods, require_POST

from memory.errors import Refused
from memory.knowledge import webhooks as verbs
from memory.models import Webhook
from memory.recall.webhooks import deliveries, webhooks
from web.access import actor_of, authorize
from web.filters import text
from web.rendering import page


@require_http_methods(["GET", "HEAD", "POST"])
@authorize("admin")
@sensitive_variables("made")
def index(request: HttpRequest) -> HttpResponse:
    """The web hooks and what was sent; a POST registers one and shows its secret, this once."""
    if request.method != "POST":
        return _shown(request)
    url, events = text(request.POST, "url"), request.POST.getlist("events")
    try:
        made = verbs.register(url, events, actor=actor_of(request))
    except Refused as error:
        return _shown(request, status=error.status, problem=error.detail, typed=url, chosen=events)
    response = _shown(request, made=made)
    response["Cache-Control"] = "no-store"
    return response


@require_POST
@authorize("admin")
def act(request: HttpRequest, number: int, verb: str) -> HttpResponse:
    """Test one, switch it off, or on again."""
    actor = actor_of(request)
    if verb not in ("test", "on", "off"):
        raise Http404
    if verb == "test":
        answer = verbs.test(number, actor=actor)
        _say_of_test(request, answer.status, answer.error)
    else:
        verbs.switch(number, verb == "on", actor=actor)
        if verb == "on":
            messages.success(request, "Turned on. Waiting deliveries are sent now.")
        else:
            request.session["webhook_off"] = number
    return redirect("webhooks")


@require_POST
@authorize("admin")
def again(request: HttpRequest, number: int) -> HttpResponse:
    """Retry a failed delivery."""
    verbs.try_again(number, actor=actor_of(request))
    messages.success(request, "The delivery is queued again.")
    return redirect("webhooks")


def _say_of_test(request: HttpRequest, status: int | None, error: str) -> None:
    if error:
        messages.error(request, f"The test failed. {error}", extra_tags="problem")
    else:
        messages.success(request, f"The test was delivered. The receiver answered {status}.")


def _shown(request: HttpRequest, *, status: int = 200, **more: object) -> HttpResponse:
    actor = actor_of(request)
    context: dict[str, object] = {
        "page": "team",
        "webhooks": webhooks(actor=actor),
        "deliveries": deliveries(actor=actor),
        "events": Webhook.Event.choices,
        "chosen": Webhook.Event.values,
        "switched_off": request.session.pop("webhook_off", None),
        **more,
    }
    return page(request, "web/webhooks.html", context, status=status)
