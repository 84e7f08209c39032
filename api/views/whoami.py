"""The asker's identity, and the status of their team's memory."""

from django.conf import settings
from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response

from api.endpoint import Endpoint
from api.permissions import ANYONE
from api.serializers.team import ActorShape, TeamStatusShape
from memory.recall.status import team_status


class WhoAmI(Endpoint):
    """GET whoami."""

    scopes = {"GET": ANYONE}

    @extend_schema(operation_id="whoami", responses=ActorShape)
    def get(self, request: Request) -> Response:
        """Return person, team, role, scopes and token."""
        return Response(ActorShape(self.actor, context={"version": settings.VERSION}).data)


class Status(Endpoint):
    """GET status."""

    scopes = {"GET": "read"}

    @extend_schema(operation_id="get_status", responses=TeamStatusShape)
    def get(self, request: Request) -> Response:
        """Return queue depth, failures, budgets and the last capture."""
        return Response(TeamStatusShape(team_status(actor=self.actor), context={"version": settings.VERSION}).data)
