"""The base class of every view: finds the actor, runs the handler in the actor's scope, parses the input."""

import functools
from collections.abc import Callable
from typing import Any, ClassVar, TypeVar

from django.db import transaction
from django.utils.decorators import method_decorator
from rest_framework.exceptions import ParseError
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.serializers import Serializer
from rest_framework.views import APIView

from api.parsers import JSONBody
from memory import access
from memory.access import Actor
from memory.models import Project
from memory.recall.project_lookup import find_project
from memory.rules import redaction

Handler = Callable[..., Response]
Shape = TypeVar("Shape", bound=Serializer)
# More than any shape takes; events and transcripts count their own.
MOST_VALUES = 1_000


def _in_scope(handler: Handler) -> Handler:
    """The handler in one transaction, in which Postgres shows the actor's rows only."""

    @functools.wraps(handler)
    def scoped(self: "Endpoint", request: Request, *args: object, **kwargs: object) -> Response:
        with access.acting(self.actor):
            return handler(self, request, *args, **kwargs)

    return scoped


# The scope is the transaction; one around the view would turn a database that is down into a web page.
@method_decorator(transaction.non_atomic_requests, name="dispatch")
class Endpoint(APIView):
    """A view with `scopes`: the scope that each of its methods needs; a method without one is refused.

    `in_scope`: its methods run in one transaction, in the actor's scope; without it they see only the rows that they
    ask for as the actor.
    """

    scopes: ClassVar[dict[str, str]] = {}
    in_scope: ClassVar[bool] = True
    # What the verb redacts itself, to say how much it took out.
    redacts: ClassVar[frozenset[str]] = frozenset({"content"})
    parser_classes = [JSONBody]
    http_method_names = ["get", "post", "patch", "delete", "head"]

    def __init_subclass__(cls, **kwargs: object) -> None:
        super().__init_subclass__(**kwargs)
        for name in set(cls.http_method_names) & set(vars(cls)) if cls.in_scope else ():
            setattr(cls, name, _in_scope(vars(cls)[name]))

    @property
    def actor(self) -> Actor:
        """The actor of the request. The permission classes have checked that there is one."""
        assert isinstance(self.request.auth, Actor)
        return self.request.auth

    def initial(self, request: Request, *args: object, **kwargs: object) -> None:
        """REST framework takes a body without a length (chunked) for an empty one; give it its length."""
        if request.method in ("POST", "PATCH") and not request.META.get("CONTENT_LENGTH"):
            request.META["CONTENT_LENGTH"] = str(len(request._request.body))
        super().initial(request, *args, **kwargs)

    def asked(self, shape: type[Serializer]) -> dict[str, Any]:
        """Parse the query string with this serializer. Raises ValidationError (400)."""
        asked = dict(_reader(shape).run_validation(self.request.query_params))
        return {name: redaction.cleaned(value, name=name) for name, value in asked.items()}

    def project(self, text: str) -> Project | None:
        """Return the project that a parameter names, or None if it is blank or unknown."""
        return find_project(text, actor=self.actor)

    def sent(self, shape: type[Shape]) -> Shape:
        """Parse the JSON body with this serializer. Raises ValidationError (400)."""
        given = self.request.data
        rest = {name: given[name] for name in given if name not in self.redacts} if isinstance(given, dict) else given
        if _holds_more_than(MOST_VALUES, rest):
            raise ParseError(f"A body can have at most {MOST_VALUES:,} values at this address. Send fewer at a time.")
        return _valid(shape(data=redaction.cleaned(given, but=self.redacts)))


@functools.cache
def _reader(shape: type[Serializer]) -> Serializer:
    """One for all questions of a shape: to make its fields takes longer than to read with them."""
    return shape()


def _valid(shape: Shape) -> Shape:
    shape.is_valid(raise_exception=True)
    return shape


def _holds_more_than(most: int, given: object) -> bool:
    """Whether there are more values in `given`, at all depths; a shape counts only after it has read them all."""
    waiting, seen = [given], 0
    while waiting and seen <= most:
        value = waiting.pop()
        parts = list(value.values()) if isinstance(value, dict) else value if isinstance(value, list) else []
        seen += len(parts)
        waiting.extend(parts[: most + 1])
    return seen > most
