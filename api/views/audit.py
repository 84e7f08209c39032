"""The audit log, for admins."""

from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response

from api.endpoint import Endpoint
from api.serializers.audit import AuditQuery, AuditShape
from memory.audit.log_pages import Filter, list_events


class Audit(Endpoint):
    """GET audit."""

    scopes = {"GET": "admin"}

    @extend_schema(operation_id="list_audit", parameters=[AuditQuery], responses=AuditShape)
    def get(self, request: Request) -> Response:
        """List the team's audit events, newest first."""
        asked = self.asked(AuditQuery)
        limit, before, agent = asked.pop("limit"), asked.pop("before"), asked.pop("agent_id")
        found = list_events(actor=self.actor, wanted=Filter(agent=agent, **asked), limit=limit + 1, before=before)
        after = found[limit - 1].pk if len(found) > limit else None
        return Response(AuditShape({"results": found[:limit], "next": after}).data)
