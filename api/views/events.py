"""Receive the plugin's events."""

from django.db import transaction
from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response

from api.endpoint import Endpoint
from api.serializers.events import Batch, BatchShape, ReceiptShape
from memory.capture.events import record_events
from worker import tasks


class Events(Endpoint):
    """POST events."""

    scopes = {"POST": "capture"}
    redacts = frozenset({"events"})

    @extend_schema(operation_id="record_events", request=BatchShape, responses={202: ReceiptShape})
    def post(self, request: Request) -> Response:
        """Store a batch of hook events. Accepts gzip. Sending the same events again adds nothing."""
        events = self.sent(Batch).validated_data["events"]
        receipt = record_events(events, actor=self.actor)
        if receipt.accepted:
            transaction.on_commit(tasks.nudge, robust=True)
        return Response(ReceiptShape(receipt).data, status=202)
