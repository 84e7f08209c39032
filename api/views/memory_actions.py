"""Actions on an existing memory. Each returns the changed memory."""

from collections.abc import Callable
from typing import Any, ClassVar

from drf_spectacular.utils import OpenApiParameter, OpenApiResponse, extend_schema
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.serializers import Serializer

from api.endpoint import Endpoint
from api.serializers.fields import reference
from api.serializers.memories import Full
from api.serializers.memory_actions import (
    Acting,
    Confirmation,
    FeedbackGiven,
    Merger,
    Parts,
    Pin,
    Retyping,
    Sharing,
    Split,
    Tags,
    Undoing,
)
from memory.knowledge import lifecycle
from memory.knowledge.feedback import give_feedback, withdraw_feedback
from memory.knowledge.merging import merge
from memory.knowledge.sharing import share
from memory.knowledge.splitting import split_off
from memory.knowledge.tagging import tag
from memory.knowledge.undo import undo
from memory.models import Memory

OVERTAKEN = OpenApiResponse(
    description="`wrong_status` or `not_current`: another person changed it first. `by`: who; `at`: when;"
    " `memory_status`: its status now; `successor`: what replaced it."
)


def deed(name: str, request: type[Serializer] | None) -> Callable[[Any], Any]:
    """Describe an action on one memory for OpenAPI."""
    return extend_schema(operation_id=name, request=request, responses={200: Full, 409: OVERTAKEN})


class Deed(Endpoint):
    """An action on one memory: passes the input by name and returns the memory."""

    verb: ClassVar[Callable[..., Memory]]

    def done(self, ref: str, shape: type[Serializer] | None = None) -> Response:
        """Run the action and return the memory."""
        told = self.sent(shape).validated_data if shape else {}
        return Response(Full(type(self).verb(reference(ref), actor=self.actor, **told)).data)


class Restore(Deed):
    """POST memories/{id}/restore."""

    scopes = {"POST": "write"}
    verb = staticmethod(lifecycle.restore)

    @deed("restore", Acting)
    def post(self, request: Request, ref: str) -> Response:
        """Restore a forgotten memory to its former status."""
        return self.done(ref, Acting)


class Approve(Deed):
    """POST memories/{id}/approve."""

    scopes = {"POST": "curate"}
    verb = staticmethod(lifecycle.approve)

    @deed("approve", None)
    def post(self, request: Request, ref: str) -> Response:
        """Approve a draft, quarantined or disputed memory. It becomes active."""
        return self.done(ref)


class Reject(Deed):
    """POST memories/{id}/reject."""

    scopes = {"POST": "curate"}
    verb = staticmethod(lifecycle.reject)

    @deed("reject", None)
    def post(self, request: Request, ref: str) -> Response:
        """Reject a draft, quarantined or disputed memory."""
        return self.done(ref)


class PinMemory(Deed):
    """POST memories/{id}/pin."""

    scopes = {"POST": "curate"}
    verb = staticmethod(lifecycle.pin)

    @deed("pin", Pin)
    def post(self, request: Request, ref: str) -> Response:
        """Pin or unpin a memory. Every briefing of its projects includes pinned memories."""
        return self.done(ref, Pin)


class Confirm(Deed):
    """POST memories/{id}/confirm."""

    scopes = {"POST": "curate"}
    verb = staticmethod(lifecycle.confirm)

    @deed("confirm", Confirmation)
    def post(self, request: Request, ref: str) -> Response:
        """Confirm that a memory is still valid, regardless of its age and file changes."""
        return self.done(ref, Confirmation)


class Retype(Deed):
    """POST memories/{id}/retype."""

    scopes = {"POST": "write"}
    verb = staticmethod(lifecycle.retype)

    @deed("retype", Retyping)
    def post(self, request: Request, ref: str) -> Response:
        """Change the type."""
        return self.done(ref, Retyping)


class TagMemory(Deed):
    """POST memories/{id}/tags."""

    scopes = {"POST": "write"}
    verb = staticmethod(tag)

    @deed("tag", Tags)
    def post(self, request: Request, ref: str) -> Response:
        """Add and remove tags."""
        return self.done(ref, Tags)


class Share(Deed):
    """POST memories/{id}/share."""

    scopes = {"POST": "write"}
    verb = staticmethod(share)

    @deed("share", Sharing)
    def post(self, request: Request, ref: str) -> Response:
        """Share a memory with projects or the whole team. Only a curator can reduce its visibility."""
        return self.done(ref, Sharing)


class FeedbackOnMemory(Deed):
    """POST and DELETE memories/{id}/feedback."""

    scopes = {"POST": "write", "DELETE": "write"}
    verb = staticmethod(give_feedback)

    @deed("give_feedback", FeedbackGiven)
    def post(self, request: Request, ref: str) -> Response:
        """Call a memory helpful, wrong or outdated. If two people say wrong, its status becomes `disputed`."""
        return self.done(ref, FeedbackGiven)

    @extend_schema(
        operation_id="withdraw_feedback",
        parameters=[OpenApiParameter("agent_id")],
        responses={200: Full, 409: OVERTAKEN},
    )
    def delete(self, request: Request, ref: str) -> Response:
        """Withdraw your feedback on a memory."""
        return Response(Full(withdraw_feedback(reference(ref), actor=self.actor)).data)


class Undo(Deed):
    """POST memories/{id}/undo."""

    scopes = {"POST": "write"}
    verb = staticmethod(undo)

    @extend_schema(
        operation_id="undo",
        request=Undoing,
        responses={
            200: Full,
            409: OpenApiResponse(
                description="`changed_since`: what changed since, and who changed it. `nothing_to_undo`."
            ),
        },
    )
    def post(self, request: Request, ref: str) -> Response:
        """Undo an action on a memory, unless it was changed since."""
        return self.done(ref, Undoing)


class MergeMemories(Endpoint):
    """POST memories/merge."""

    scopes = {"POST": "curate"}

    @extend_schema(operation_id="merge", request=Merger, responses={201: Full, 409: OVERTAKEN})
    def post(self, request: Request) -> Response:
        """Merge several memories into one that supersedes them."""
        told = self.sent(Merger).validated_data
        merged = merge([reference(ref) for ref in told["ids"]], actor=self.actor, content=told["content"])
        return Response(Full(merged).data, status=201)


class SplitMemory(Endpoint):
    """POST memories/{id}/split."""

    scopes = {"POST": "curate"}

    @extend_schema(operation_id="split", request=Split, responses={201: Parts, 409: OVERTAKEN})
    def post(self, request: Request, ref: str) -> Response:
        """Split a memory into several that supersede it."""
        contents = self.sent(Split).validated_data["contents"]
        return Response(Parts({"results": split_off(reference(ref), contents, actor=self.actor)}).data, status=201)
