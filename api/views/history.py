"""Search the messages of all sessions, by meaning and by words."""

from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response

from api.endpoint import Endpoint
from api.serializers.history import HistoryQuery, HistoryShape, nothing
from api.views.search import server_timing
from memory.recall.history import search_history


class History(Endpoint):
    """GET history."""

    scopes = {"GET": "read"}

    @extend_schema(operation_id="search_history", parameters=[HistoryQuery], responses=HistoryShape)
    def get(self, request: Request) -> Response:
        """Return messages that answer `q`, best first, each with the messages around it."""
        asked = self.asked(HistoryQuery)
        query, name, everywhere = asked.pop("q"), asked.pop("project"), asked.pop("scope") == "global"
        project = None if everywhere else self.project(name)
        if name and not everywhere and project is None:
            return Response(nothing(query, asked["offset"]))
        page = search_history(query, actor=self.actor, project=project, **asked)
        return Response(HistoryShape(page).data, headers={"Server-Timing": server_timing(page)})
