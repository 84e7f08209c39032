"""What cannot both be true, in the admin: the queue of pairs, with the verdicts that need no words as actions."""

from collections.abc import Callable
from typing import Any

from django.contrib import admin
from django.http import HttpRequest

from memory.access import Actor
from memory.knowledge.resolving import resolve
from memory.models import Contradiction
from web.admin.asking import asking_action
from web.admin.base import ReadOnlyAdmin
from web.admin.site import site

_Verdict = Contradiction.Verdict
# Which side stays is said by the id that a verdict names; the rest say it all by themselves.
_VERDICTS: list[tuple[str, str, str, str]] = [
    ("keep_newer", "Keep the newer one", _Verdict.SUPERSEDE, "newer"),
    ("keep_older", "Keep the older one", _Verdict.SUPERSEDE, "older"),
    ("both_valid", "Both are valid", _Verdict.BOTH_VALID, ""),
    ("dismiss", "No contradiction", _Verdict.DISMISS, ""),
]


@admin.register(Contradiction, site=site)
class ContradictionAdmin(ReadOnlyAdmin):
    """Pairs of memories that cannot both be true."""

    list_display = [
        "opened_at",
        "kind",
        "older_says",
        "newer_says",
        "older",
        "newer",
        "confidence",
        "status",
        "verdict",
    ]
    list_filter = ["status", "kind", "verdict", "judge"]
    list_select_related = ["older", "newer"]
    search_fields = ["older_says", "newer_says", "older__content", "newer__content"]
    ordering = ["-pk"]

    def get_actions(self, request: HttpRequest) -> dict[str, Any]:
        """The verdicts, and nothing that Django adds."""
        return {name: _action(name, label, verdict, side) for name, label, verdict, side in _VERDICTS}


def _action(name: str, label: str, verdict: str, side: str) -> tuple[Callable[..., Any], str, str]:
    def give(pair: Contradiction, actor: Actor) -> object:
        keep = str(getattr(pair, side).uuid) if side else None
        return resolve(str(pair.pk), verdict, actor=actor, keep=keep)

    return asking_action(name, label, give)
