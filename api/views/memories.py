"""Single memories: save, fetch, correct, forget, lineage."""

from drf_spectacular.utils import OpenApiParameter, OpenApiResponse, extend_schema
from rest_framework.request import Request
from rest_framework.response import Response

from api.endpoint import Endpoint
from api.serializers.fields import reference
from api.serializers.memories import (
    AgentQuery,
    ExpandedShape,
    Fetched,
    FetchQuery,
    Full,
    LineageShape,
    NewMemory,
    OneQuery,
    PreviewShape,
    WithEvidence,
)
from api.serializers.memory_actions import Correction
from api.views.memory_actions import OVERTAKEN
from memory.knowledge import lifecycle
from memory.knowledge.remember import preview, remember, update
from memory.recall.evidence import sightings
from memory.recall.fetch import expand, fetch_memories, find_memory, lineage, note_use


class Memories(Endpoint):
    """GET memories?ids=… and POST memories."""

    scopes = {"GET": "read", "POST": "write"}

    @extend_schema(operation_id="get_memories", parameters=[FetchQuery], responses=Fetched)
    def get(self, request: Request) -> Response:
        """Return full memories in the requested order. Fetching counts as use. Hidden ones are left out."""
        asked = self.asked(FetchQuery)
        found = fetch_memories(map(reference, asked["ids"]), actor=self.actor, agent_id=asked["agent_id"])
        results = [expand(memory, actor=self.actor) for memory in found] if asked["expand"] else found
        return Response({"results": ExpandedShape(results, many=True).data})

    @extend_schema(
        operation_id="remember",
        request=NewMemory,
        responses={
            200: OpenApiResponse(PreviewShape, "With `preview`: what would be stored; nothing was."),
            201: Full,
            409: OpenApiResponse(description="`duplicate`: known already, as `duplicate_of`."),
            422: OpenApiResponse(description="`rejected`: no storable fact, for the `reason` given."),
        },
    )
    def post(self, request: Request) -> Response:
        """Save a memory in its own words, or preview it."""
        told = dict(self.sent(NewMemory).validated_data)
        content, only_show = told.pop("content"), told.pop("preview")
        if told["supersedes"]:
            told["supersedes"] = reference(told["supersedes"])
        if only_show:
            return Response(PreviewShape(preview(content, actor=self.actor, **told)).data)
        return Response(Full(remember(content, actor=self.actor, **told)).data, status=201)


class OneMemory(Endpoint):
    """GET, PATCH and DELETE memories/{id}."""

    scopes = {"GET": "read", "PATCH": "write", "DELETE": "write"}

    @extend_schema(operation_id="get_memory", parameters=[OneQuery], responses=WithEvidence)
    def get(self, request: Request, ref: str) -> Response:
        """Return the full memory and its evidence. Fetching counts as use."""
        asked = self.asked(OneQuery)
        memory = find_memory(reference(ref), actor=self.actor, agent_id=asked["agent_id"])
        note_use([memory], actor=self.actor)
        told = expand(memory, actor=self.actor) if asked["expand"] else memory
        return Response(WithEvidence((told, sightings(memory, actor=self.actor))).data)

    @extend_schema(operation_id="update_memory", request=Correction, responses={201: Full, 409: OVERTAKEN})
    def patch(self, request: Request, ref: str) -> Response:
        """Correct a memory. Returns the new memory that supersedes it.

        What a curator pinned, approved or confirmed stays until a curator corrects it; others get a draft.
        """
        told = self.sent(Correction).validated_data
        newer = update(reference(ref), told["content"], actor=self.actor, agent_id=told["agent_id"])
        return Response(Full(newer).data, status=201)

    @extend_schema(
        operation_id="forget", parameters=[OpenApiParameter("agent_id")], responses={200: Full, 409: OVERTAKEN}
    )
    def delete(self, request: Request, ref: str) -> Response:
        """Forget a memory: search no longer finds it until it is restored."""
        agent_id = request.query_params.get("agent_id") or None
        return Response(Full(lifecycle.forget(reference(ref), actor=self.actor, agent_id=agent_id)).data)


class LineageOfMemory(Endpoint):
    """GET memories/{id}/lineage."""

    scopes = {"GET": "read"}

    @extend_schema(operation_id="get_lineage", parameters=[AgentQuery], responses=LineageShape)
    def get(self, request: Request, ref: str) -> Response:
        """Return the memories that this one replaced, and those that replaced it."""
        agent_id = self.asked(AgentQuery)["agent_id"]
        memory = find_memory(reference(ref), actor=self.actor, agent_id=agent_id)
        return Response(LineageShape((memory, lineage(memory, actor=self.actor))).data)
