"""Lists of memories: recent and stale."""

from collections.abc import Callable, Sequence

from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response

from api.endpoint import Endpoint
from api.serializers.memories import Line, Listed, ListQuery
from api.serializers.review import StaleLine, StaleListed
from memory.recall.lists import recent, stale


class MemoryList(Endpoint):
    """Base class of the lists."""

    scopes = {"GET": "read"}

    def listed(
        self, verb: Callable[..., Sequence[object]], line: type[Line], *, project: str, **filters: object
    ) -> Response:
        """Serialize the memories that the function returns; empty for an unknown project."""
        known = self.project(project)
        if project and known is None:
            return Response({"results": []})
        wanted = {name: value or None for name, value in filters.items()}
        return Response({"results": line(verb(actor=self.actor, project=known, **wanted), many=True).data})


class Recent(MemoryList):
    """GET memories/recent."""

    @extend_schema(operation_id="list_recent", parameters=[ListQuery], responses=Listed)
    def get(self, request: Request) -> Response:
        """List current memories, newest first."""
        return self.listed(recent, Line, **self.asked(ListQuery))


class Stale(MemoryList):
    """GET memories/stale."""

    @extend_schema(operation_id="list_stale", parameters=[ListQuery], responses=StaleListed)
    def get(self, request: Request) -> Response:
        """List memories due for review: old and unused, past their review date, or about files that changed."""
        return self.listed(stale, StaleLine, **self.asked(ListQuery))
