"""The briefing of a starting session and the numbers of its status line, in one request."""

from django.conf import settings
from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response

from api.endpoint import Endpoint
from api.serializers.team import BriefingQuery, BriefingShape
from memory.recall.briefing import briefing


class Briefing(Endpoint):
    """GET briefing."""

    scopes = {"GET": "read"}

    @extend_schema(operation_id="get_briefing", parameters=[BriefingQuery], responses=BriefingShape)
    def get(self, request: Request) -> Response:
        """Return the briefing of this project, within the token budget."""
        asked = self.asked(BriefingQuery)
        project = self.project(asked.pop("project"))
        told = briefing(actor=self.actor, project=project, **asked)
        return Response(BriefingShape(told, context={"version": settings.VERSION}).data)
