"""The review queue: entries, counts, assignments, and bulk decisions."""

from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response

from api.endpoint import Endpoint
from api.serializers.fields import reference
from api.serializers.review import (
    AssignedShape,
    AssignmentShape,
    CountsShape,
    Decision,
    OutcomesShape,
    QueueQuery,
    QueueShape,
)
from memory.knowledge import review
from memory.knowledge.review_verbs import decide, take_back


class Queue(Endpoint):
    """GET review."""

    scopes = {"GET": "curate"}

    @extend_schema(operation_id="review_queue", parameters=[QueueQuery], responses=QueueShape)
    def get(self, request: Request) -> Response:
        """List what waits for review: quarantined, contradictions, disputed, drafts, unsigned, stale, guesses."""
        asked = self.asked(QueueQuery)
        return Response(QueueShape(review.queue(actor=self.actor, kinds=asked.pop("kind"), **asked)).data)


class QueueCounts(Endpoint):
    """GET review/counts."""

    scopes = {"GET": "curate"}

    @extend_schema(operation_id="review_counts", responses=CountsShape)
    def get(self, request: Request) -> Response:
        """Count the entries of each kind that the asker can see."""
        return Response(CountsShape(review.counts(actor=self.actor)).data)


class Decide(Endpoint):
    """POST review/decide."""

    scopes = {"POST": "curate"}

    @extend_schema(operation_id="review_decide", request=Decision, responses=OutcomesShape)
    def post(self, request: Request) -> Response:
        """Apply one decision to many entries. A rejected entry does not affect the others; `undo` undoes a bulk."""
        told = self.sent(Decision).validated_data
        if told["verb"] == "undo" and told["events"]:
            outcomes = take_back(told["events"], actor=self.actor)
        else:
            outcomes = decide([_entry(ref) for ref in told["ids"]], told["verb"], actor=self.actor)
        return Response(OutcomesShape({"results": outcomes}).data)


class Assign(Endpoint):
    """POST review/assign."""

    scopes = {"POST": "curate"}

    @extend_schema(operation_id="review_assign", request=AssignmentShape, responses=AssignedShape)
    def post(self, request: Request) -> Response:
        """Assign entries to a person, or unassign them."""
        told = self.sent(AssignmentShape).validated_data
        number = review.assign([_entry(ref) for ref in told["ids"]], told["assignee"], actor=self.actor)
        return Response(AssignedShape({"assigned": number}).data)


def _entry(ref: str) -> str:
    return ref if ref.startswith("contradiction:") else reference(ref)
