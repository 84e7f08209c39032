"""Remove the sample project."""

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.views.decorators.http import require_POST

from memory.knowledge.sample import remove_sample
from web.access import actor_of, authorize


@require_POST
@authorize("curate")
def remove(request: HttpRequest) -> HttpResponse:
    """Remove the sample project and everything that comes from it."""
    removed = remove_sample(actor=actor_of(request))
    messages.success(request, f"Removed the sample project and its {removed} memories.")
    return redirect("timeline")
