"""Receive the lines of a transcript as the client wrote them."""

from django.db import transaction
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import OpenApiResponse, extend_schema
from rest_framework.request import Request
from rest_framework.response import Response

from api.endpoint import Endpoint
from api.parsers import NDJSONBody
from api.serializers.transcripts import LONGEST_ID, TranscriptQuery, TranscriptReceiptShape
from memory.capture.transcripts import record_transcript
from memory.errors import Refused
from memory.rules.identity import ProjectIdentity, identify
from worker import tasks


class Transcripts(Endpoint):
    """POST transcripts/{session_id}."""

    scopes = {"POST": "capture"}
    parser_classes = [NDJSONBody]

    @extend_schema(
        operation_id="record_transcript",
        parameters=[TranscriptQuery],
        request={"application/x-ndjson": OpenApiTypes.STR},
        responses={
            202: TranscriptReceiptShape,
            400: OpenApiResponse(description="`unknown_project`: the team has no such project, or several."),
            413: OpenApiResponse(description="`too_large`: more than 2 MiB or 5,000 lines at once."),
            422: OpenApiResponse(description="`not_a_transcript`: no line of it is a JSON object."),
        },
    )
    def post(self, request: Request, session_id: str) -> Response:
        """Store lines of a transcript (JSON Lines, gzip accepted). Sending the same lines again adds nothing."""
        asked = self.asked(TranscriptQuery)
        named, placed = self._named(asked.pop("project")), _placed(asked)
        if len(session_id) > LONGEST_ID or "\x00" in session_id:
            raise Refused("invalid_session_id", f"The client's session id must have 1 to {LONGEST_ID} characters.")
        receipt = record_transcript(
            request.data or [], session_id=session_id, project=named or placed, actor=self.actor, **asked
        )
        if receipt.accepted or receipt.calls:
            transaction.on_commit(tasks.nudge, robust=True)
        return Response(TranscriptReceiptShape(receipt).data, status=202)

    def _named(self, name: str) -> ProjectIdentity | None:
        """The identity of the project that a person named; None for a blank name."""
        project = self.project(name)
        if name and project is None:
            raise Refused(
                "unknown_project", f"Project '{name[:100]}' does not exist, or several projects have this name."
            )
        return ProjectIdentity(project.identity, project.name) if project else None


def _placed(asked: dict[str, str]) -> ProjectIdentity | None:
    """Takes the parameters that tell a project by its place out of `asked`; None where none does."""
    remote, git_dir = asked.pop("remote"), asked.pop("git_dir")
    if not (remote or git_dir or asked["root"]):
        return None
    return identify(remote=remote, git_dir=git_dir, root=asked["root"])
