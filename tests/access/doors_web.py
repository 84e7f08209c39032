"""The pages, from web.urls: each with what its view declares; its samples say by which methods it is asked."""

from collections.abc import Iterator

from django.urls import URLPattern, reverse

from tests.access.refs import Refs
from tests.access.samples import Sample
from tests.access.samples_web import STREAMS, WEB
from tests.access.step import ANY, Step, differs, numbered
from tests.access.visitors import Answer, Visitor, ask_page
from web.urls import urlpatterns


def declared() -> dict[str, str]:
    """Every page of the table by name, with what it declares; "" where it is nothing."""
    return {str(entry.name): getattr(entry.callback, "access", "") for entry in _pages()}


def _pages() -> Iterator[URLPattern]:
    # The API and the admin site are tables of their own.
    return (entry for entry in urlpatterns if isinstance(entry, URLPattern))


def unknown() -> set[str]:
    """Pages for which there is no sample."""
    return set(declared()) - {name for name, _ in WEB} - STREAMS


def steps() -> list[Step]:
    """Every page with each of its samples."""
    return [
        _step(key, name, sample)
        for key, samples in WEB.items()
        if key[0] in declared()
        for name, sample in numbered(f"{key[1]} {key[0]}", samples)
    ]


def _step(key: tuple[str, str], name: str, sample: Sample) -> Step:
    permission = sample(ANY).permission
    return Step("page", name, declared()[key[0]], key[1] == "GET", _ask(key, sample), permission, differs(sample))


def _ask(key: tuple[str, str], sample: Sample):
    def ask(visitor: Visitor, refs: Refs, cookies: dict[str, str]) -> Answer:
        asked = sample(refs)
        address = reverse(key[0], kwargs=asked.path) + asked.question
        return ask_page(visitor, cookies, key[1], address, **asked.sent())

    return ask
