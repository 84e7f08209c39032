"""List contradictions and resolve them."""

from drf_spectacular.utils import OpenApiResponse, extend_schema
from rest_framework.request import Request
from rest_framework.response import Response

from api.endpoint import Endpoint
from api.serializers.contradictions import ContradictionsQuery, ContradictionsShape, ResolvedShape, Verdict
from api.serializers.fields import reference
from memory.knowledge.resolving import resolve
from memory.recall.contradictions import list_contradictions


class Contradictions(Endpoint):
    """GET contradictions."""

    scopes = {"GET": "read"}

    @extend_schema(operation_id="list_contradictions", parameters=[ContradictionsQuery], responses=ContradictionsShape)
    def get(self, request: Request) -> Response:
        """List contradictions, newest first. By default only open ones."""
        asked = self.asked(ContradictionsQuery)
        project, limit = self.project(asked["project"]), asked["limit"]
        if asked["project"] and project is None:
            return Response({"results": [], "next": None})
        status = "" if asked["status"] == "all" else asked["status"]
        found = list_contradictions(
            actor=self.actor, project=project, status=status, limit=limit + 1, before=asked["before"]
        )
        after = found[limit - 1].pk if len(found) > limit else None
        return Response(ContradictionsShape({"results": found[:limit], "next": after}).data)


class Resolve(Endpoint):
    """POST contradictions/{id}/resolve."""

    scopes = {"POST": "curate"}

    @extend_schema(
        operation_id="resolve_contradiction",
        request=Verdict,
        responses={
            200: ResolvedShape,
            409: OpenApiResponse(
                description="`already_resolved`: another person resolved it first; the detail names who."
            ),
            422: OpenApiResponse(description="`rejected`: the merged content holds no storable fact."),
        },
    )
    def post(self, request: Request, ref: str) -> Response:
        """Resolve an open contradiction: supersede, merge, both valid, or dismiss."""
        told = self.sent(Verdict).validated_data
        keep = reference(told["keep"]) if told["keep"] else None
        done = resolve(ref, told["verdict"], actor=self.actor, keep=keep, content=told["content"])
        return Response(ResolvedShape(done).data)
