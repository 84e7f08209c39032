"""Memories in lists: the newest, and those that time has worn."""

from collections.abc import Callable

from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response

from api.endpoint import Endpoint
from api.serializers.memories import Line, Listed, ListQuery, StaleQuery
from memory.models import Memory
from memory.recall.lists import recent, stale


class MemoryList(Endpoint):
    """What the lists have in common."""

    scopes = {"GET": "read"}

    def listed(self, verb: Callable[..., list[Memory]], *, project: str, **filters: object) -> Response:
        """The verb's memories; none for a project that nobody here knows."""
        known = self.project(project)
        if project and known is None:
            return Response({"results": []})
        wanted = {name: value or None for name, value in filters.items()}
        return Response({"results": Line(verb(actor=self.actor, project=known, **wanted), many=True).data})


class Recent(MemoryList):
    """GET memories/recent."""

    @extend_schema(operation_id="list_recent", parameters=[ListQuery], responses=Listed)
    def get(self, request: Request) -> Response:
        """Current memories, newest first."""
        return self.listed(recent, **self.asked(ListQuery).validated_data)


class Stale(MemoryList):
    """GET memories/stale."""

    @extend_schema(operation_id="list_stale", parameters=[StaleQuery], responses=Listed)
    def get(self, request: Request) -> Response:
        """Worn and unused, or past their review date: for somebody to look at."""
        return self.listed(stale, **self.asked(StaleQuery).validated_data)
