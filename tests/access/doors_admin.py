"""The admin site, from its registry: of every row the list, the page and the history, every action and every form."""

from collections.abc import Iterator
from types import SimpleNamespace
from typing import Any

from django.contrib.admin import ModelAdmin
from django.test import RequestFactory
from django.urls import URLPattern, URLResolver, reverse

from tests.access.refs import MEMORIES, Refs
from tests.access.samples import Asked
from tests.access.samples_web import ADMIN_ACTIONS, ADMIN_FORMS, ADMIN_LISTS
from tests.access.step import Step, differs
from tests.access.visitors import Answer, Visitor, ask_page
from web.admin import site

_SITE = "curate"
# Whole pages of the site; the rest belongs to a model.
_PAGES = {
    "index": {}, "app_list": {"app_label": "memory"}, "jsi18n": {}, "autocomplete": {}, "queue": {},
    "password_change": {}, "password_change_done": {}, "view_on_site": {"content_type_id": 1},
}  # fmt: skip
_ROW = ("change", "history", "delete")
# A search finds in a list; these have one of their own, or look into other rows.
_SEARCHED = ("memory", "evidence", "contradiction", "message", "user", "project")
# Django's own page, the same for each; these have words of their own in the log of the site.
_HISTORIES = ("memory", "evidence", "project", "membership")
_LISTS = ("changelist", "add")


def models() -> dict[str, ModelAdmin]:
    """Every registered model by its name in addresses."""
    return {admin.opts.model_name: admin for admin in site._registry.values()}


def unknown() -> list[str]:
    """Addresses of the site for which the walk has no request."""
    names = {entry.name for entry in _entries(site.get_urls()) if entry.name}
    per_model = {f"memory_{model}_{page}" for model in models() for page in (*_LISTS, *_ROW)}
    return sorted(names - per_model - set(_PAGES) - {"login", "logout"})


def _entries(patterns: list[Any]) -> Iterator[URLPattern]:
    for entry in patterns:
        if isinstance(entry, URLResolver):
            yield from _entries(entry.url_patterns)
        else:
            yield entry


def actions() -> dict[str, set[str]]:
    """The names of all actions, model by model, as somebody sees them who may everything."""
    request = RequestFactory().get("/")
    request.actor = SimpleNamespace(may=lambda scope: True)
    request.user = SimpleNamespace(has_perm=lambda name: True)
    return {model: set(admin.get_actions(request)) - {"delete_selected"} for model, admin in models().items()}


def forms() -> set[str]:
    """Models of which somebody may change something by hand."""
    return {model for model, admin in models().items() if getattr(admin, "edit_scope", "")}


def steps() -> list[Step]:
    """Everything that can be tried on the site."""
    return [*_pages(), *_rows(), *_actions(), *_forms()]


def _pages() -> Iterator[Step]:
    for name in ("index", "app_list", "queue", "password_change"):
        yield _step(f"GET {name}", "GET", name, lambda refs, name=name: Asked(_PAGES[name]))
    for what, permission in (("turns", "review"), ("deliveries", "webhooks")):
        yield _step(f"POST queue {what}", "POST", "queue", lambda refs, w=what: Asked(form={"what": w}), permission)
    kinds = {"app_label": "memory", "model_name": "accesstoken", "field_name": "user"}
    yield _step(
        "GET autocomplete", "GET", "autocomplete", lambda refs: Asked(query={**kinds, "term": f"{refs.word} mill"})
    )


def _rows() -> Iterator[Step]:
    for model in _SEARCHED:
        many = f"memory_{model}_changelist"
        yield _step(f"GET search in {model}", "GET", many, lambda refs: Asked(query={"q": f"{refs.word} mill"}))
    for model in models():
        permission = ADMIN_LISTS.get(model, "")
        many, one = f"memory_{model}_changelist", f"memory_{model}_change"
        listed = {"_facets": "True"}
        yield _step(f"GET list of {model}", "GET", many, lambda refs, q=listed: Asked(query=q), permission)
        yield _step(f"GET {model}", "GET", one, _row, permission)
    for model in _HISTORIES:
        yield _step(f"GET history of {model}", "GET", f"memory_{model}_history", _row, ADMIN_LISTS.get(model, ""))


def _row(refs: Refs) -> Asked:
    return Asked({"object_id": str(refs.pk(1))})


def _actions() -> Iterator[Step]:
    for model, named in ADMIN_ACTIONS.items():
        for action, (permission, status) in named.items():
            number = MEMORIES.index(status) + 1 if status else 1
            yield _step(
                f"POST {action} {model}", "POST", f"memory_{model}_changelist",
                lambda refs, a=action, n=number: Asked(
                    form={"action": a, "_selected_action": refs.pk(n), "sure": "yes"}
                ), permission,
            )  # fmt: skip


def _forms() -> Iterator[Step]:
    for model, (permission, form) in ADMIN_FORMS.items():
        yield _step(
            f"POST {model}", "POST", f"memory_{model}_change",
            lambda refs, f=form: Asked({"object_id": str(refs.pk(4 if "role" in f else 1))}, form=f), permission,
        )  # fmt: skip


def _step(name: str, method: str, page: str, sample: Any, permission: str = "") -> Step:
    def ask(visitor: Visitor, refs: Refs, cookies: dict[str, str]) -> Answer:
        asked = sample(refs)
        address = reverse(f"admin:{page}", kwargs=asked.path) + asked.question
        return ask_page(visitor, cookies, method, address, **asked.sent())

    return Step("admin", name, _SITE, method == "GET", ask, permission, differs(sample))
