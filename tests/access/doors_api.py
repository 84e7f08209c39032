"""The endpoints, from api.urls: each method that a view implements, with the scope that it declares."""

from collections.abc import Iterator

from django.urls import URLPattern, reverse

from api.permissions import ANYONE
from api.urls import endpoints
from tests.access.refs import Refs
from tests.access.samples import API, Sample
from tests.access.step import ANY, PUBLIC, SOMEBODY, Step, differs, numbered
from tests.access.visitors import Answer, Visitor, ask_api

# It describes the others, and says nothing of any team.
OPEN = {("schema", "GET")}


def declared() -> dict[tuple[str, str], str]:
    """Every (name, method) with its scope; "" where the view declares none."""
    return {key: scope for entry in endpoints for key, scope in _methods(entry)}


def _methods(entry: URLPattern) -> Iterator[tuple[tuple[str, str], str]]:
    view = entry.callback.cls  # type: ignore[union-attr]
    for method in ("GET", "POST", "PUT", "PATCH", "DELETE"):
        if method.lower() in view.http_method_names and hasattr(view, method.lower()):
            key = str(entry.name), method
            scope = getattr(view, "scopes", {}).get(method, "")
            yield key, PUBLIC if key in OPEN else SOMEBODY if scope == ANYONE else scope


def steps() -> list[Step]:
    """Every endpoint with each of its samples."""
    return [
        _step(key, name, scope, sample)
        for key, scope in declared().items()
        for name, sample in numbered(f"{key[1]} {key[0]}", API.get(key, []))
    ]


def _step(key: tuple[str, str], name: str, scope: str, sample: Sample) -> Step:
    return Step("api", name, scope, key[1] == "GET", _ask(key, sample), sample(ANY).permission, differs(sample))


def _ask(key: tuple[str, str], sample: Sample):
    def ask(visitor: Visitor, refs: Refs, cookies: dict[str, str]) -> Answer:
        asked = sample(refs)
        address = reverse(f"api:{key[0]}", kwargs=asked.path) + asked.question
        return ask_api(visitor, key[1], address, **asked.sent())

    return ask


def ask(visitor: Visitor, method: str, name: str, path: dict[str, str]) -> Answer:
    """One request that is in no table, with what its endpoint is told otherwise."""
    body = {"data": '{"content": "The quiet harbour pump needs 4.2."}', "content_type": "application/json"}
    return ask_api(visitor, method, reverse(f"api:{name}", kwargs=path), **body)
