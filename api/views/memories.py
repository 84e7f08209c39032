"""Memories one by one: told, fetched, corrected, forgotten, brought back, reviewed."""

from collections.abc import Callable
from typing import ClassVar

from drf_spectacular.utils import OpenApiParameter, OpenApiResponse, extend_schema
from rest_framework.request import Request
from rest_framework.response import Response

from api.endpoint import Endpoint
from api.serializers.fields import reference
from api.serializers.memories import (
    Correction,
    ExpandedShape,
    Fetched,
    FetchQuery,
    Full,
    LineageShape,
    NewMemory,
    OneQuery,
    Pin,
    PreviewShape,
    WithEvidence,
)
from memory.knowledge import lifecycle
from memory.knowledge.remember import preview, remember, update
from memory.models import Memory
from memory.recall.evidence import sightings
from memory.recall.fetch import expand, fetch_memories, find_memory, lineage, note_use


class Memories(Endpoint):
    """GET memories?ids=… and POST memories."""

    scopes = {"GET": "read", "POST": "write"}

    @extend_schema(operation_id="get_memories", parameters=[FetchQuery], responses=Fetched)
    def get(self, request: Request) -> Response:
        """Full memories in the order asked for; fetching counts as use, and hidden ones are left out."""
        asked = self.asked(FetchQuery).validated_data
        found = fetch_memories(map(reference, asked["ids"]), actor=self.actor)
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
        """Distill and store one fact, or preview it."""
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
        """The full memory and what it rests on; fetching counts as use."""
        memory = find_memory(reference(ref), actor=self.actor)
        note_use([memory])
        wanted = self.asked(OneQuery).validated_data["expand"]
        told = expand(memory, actor=self.actor) if wanted else memory
        return Response(WithEvidence((told, sightings(memory, actor=self.actor))).data)

    @extend_schema(operation_id="update_memory", request=Correction, responses={201: Full})
    def patch(self, request: Request, ref: str) -> Response:
        """Correct a memory: answers with the new one that supersedes it."""
        content = self.sent(Correction).validated_data["content"]
        return Response(Full(update(reference(ref), content, actor=self.actor)).data, status=201)

    @extend_schema(operation_id="forget", parameters=[OpenApiParameter("agent_id")], responses=Full)
    def delete(self, request: Request, ref: str) -> Response:
        """Forget a memory: out of every search, until it is restored."""
        agent_id = request.query_params.get("agent_id") or None
        return Response(Full(lifecycle.forget(reference(ref), actor=self.actor, agent_id=agent_id)).data)


class Deed(Endpoint):
    """POST memories/{id}/restore, /approve and /reject: one verb each."""

    verb: ClassVar[Callable[..., Memory]]

    @extend_schema(request=None, responses=Full)
    def post(self, request: Request, ref: str) -> Response:
        """Change the memory's standing, and answer with it."""
        return Response(Full(type(self).verb(reference(ref), actor=self.actor)).data)


class Restore(Deed):
    """Bring a forgotten memory back."""

    scopes = {"POST": "write"}
    verb = staticmethod(lifecycle.restore)


class Approve(Deed):
    """Let a draft become active."""

    scopes = {"POST": "curate"}
    verb = staticmethod(lifecycle.approve)


class Reject(Deed):
    """Turn a draft down."""

    scopes = {"POST": "curate"}
    verb = staticmethod(lifecycle.reject)


class PinMemory(Endpoint):
    """POST memories/{id}/pin."""

    scopes = {"POST": "curate"}

    @extend_schema(operation_id="pin", request=Pin, responses=Full)
    def post(self, request: Request, ref: str) -> Response:
        """Keep a memory in every briefing of its projects, or no longer."""
        pinned = self.sent(Pin).validated_data["pinned"]
        return Response(Full(lifecycle.pin(reference(ref), actor=self.actor, pinned=pinned)).data)


class LineageOfMemory(Endpoint):
    """GET memories/{id}/lineage."""

    scopes = {"GET": "read"}

    @extend_schema(operation_id="get_lineage", responses=LineageShape)
    def get(self, request: Request, ref: str) -> Response:
        """What the memory replaced, and what replaced it."""
        memory = find_memory(reference(ref), actor=self.actor)
        return Response(LineageShape((memory, lineage(memory, actor=self.actor))).data)
