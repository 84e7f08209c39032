"""Admin actions: each asks first, does one verb to each chosen row, and tells what was refused, and why."""

from collections.abc import Callable
from typing import Any

from django.contrib import admin, messages
from django.contrib.admin.helpers import ACTION_CHECKBOX_NAME
from django.db.models import QuerySet
from django.http import HttpRequest
from django.template.response import TemplateResponse
from django.utils.text import Truncator

from memory.access import Actor
from memory.errors import CairnError
from web.admin.scope import actor_of

# More at once is a mistake more often than a wish.
MOST = 500
_SHOWN = 100
Action = Callable[..., Any]


def asking_action(name: str, label: str, verb: Callable[[Any, Actor], object]) -> tuple[Action, str, str]:
    """What `get_actions` wants: a question, then `verb(row, actor)` for each chosen row."""

    def run(modeladmin: admin.ModelAdmin, request: HttpRequest, chosen: QuerySet[Any]) -> TemplateResponse | None:
        if not request.POST.get("sure"):
            return _question(modeladmin, request, chosen, name, label)
        _do(request, label, chosen[:MOST], verb)
        return None

    return run, name, label


def _do(request: HttpRequest, label: str, chosen: QuerySet[Any], verb: Callable[[Any, Actor], object]) -> None:
    done, actor = 0, actor_of(request)
    for row in chosen:
        try:
            # False says that there was nothing to do any more.
            done += verb(row, actor) is not False
        except CairnError as error:
            messages.error(request, f"“{Truncator(str(row)).chars(60)}”: {error.detail}")
    if done:
        messages.success(request, f"{label}: {done} done.")
    else:
        messages.info(request, f"{label}: nothing was changed.")


def _question(
    modeladmin: admin.ModelAdmin, request: HttpRequest, chosen: QuerySet[Any], name: str, label: str
) -> TemplateResponse:
    rows = list(chosen[: MOST + 1])
    context = {
        **modeladmin.admin_site.each_context(request),
        "title": f"{label}?",
        "opts": modeladmin.opts,
        "action": name,
        "label": label,
        "rows": rows[:_SHOWN],
        "more": min(len(rows), MOST) - _SHOWN,
        "too_many": len(rows) > MOST,
        "most": MOST,
        "checkbox": ACTION_CHECKBOX_NAME,
        "chosen": request.POST.getlist(ACTION_CHECKBOX_NAME),
        "across": request.POST.get("select_across", "0"),
    }
    return TemplateResponse(request, "admin/asking.html", context)
