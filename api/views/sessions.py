"""Coding sessions: the list, the turns of one, and each turn verbatim."""

from datetime import datetime

from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response

from api.endpoint import Endpoint
from api.serializers.fields import moment
from api.serializers.sessions import (
    SessionShape,
    SessionsQuery,
    SessionsShape,
    TurnLinesShape,
    TurnsQuery,
    TurnTextsShape,
)
from memory.recall import sessions


class Sessions(Endpoint):
    """GET sessions."""

    scopes = {"GET": "read"}

    @extend_schema(operation_id="list_sessions", parameters=[SessionsQuery], responses=SessionsShape)
    def get(self, request: Request) -> Response:
        """List sessions, latest activity first."""
        asked = self.asked(SessionsQuery)
        project, limit = self.project(asked["project"]), asked["limit"]
        before = _place(asked["before"])
        if asked["project"] and project is None:
            return Response({"results": [], "next": None})
        found = sessions.list_sessions(actor=self.actor, project=project, limit=limit + 1, before=before)
        shown = found[:limit]
        after = sessions.cursor_after(shown[-1]) if len(found) > limit else None
        return Response(SessionsShape({"results": shown, "next": after}).data)


def _place(before: str) -> str | datetime | None:
    """A cursor as it is, a date as its moment."""
    return moment(before) if "-" in before else before or None


class OneSession(Endpoint):
    """GET sessions/{id}."""

    scopes = {"GET": "read"}

    @extend_schema(operation_id="get_session", responses=SessionShape)
    def get(self, request: Request, ref: str) -> Response:
        """Return the session with this id, or with this prefix of at least 8 characters."""
        return Response(SessionShape(sessions.find_session(ref, actor=self.actor)).data)


class Turns(Endpoint):
    """GET sessions/{id}/turns."""

    scopes = {"GET": "read"}

    @extend_schema(operation_id="list_turns", responses=TurnLinesShape)
    def get(self, request: Request, ref: str) -> Response:
        """List all turns of a session, one line each."""
        session = sessions.find_session(ref, actor=self.actor)
        lines = sessions.turns_of(session, actor=self.actor)
        return Response(TurnLinesShape({"session": session, "results": lines}).data)


class OneTurn(Endpoint):
    """GET sessions/{id}/turns/{turn}."""

    scopes = {"GET": "read"}

    @extend_schema(operation_id="read_turns", parameters=[TurnsQuery], responses=TurnTextsShape)
    def get(self, request: Request, ref: str, turn: str) -> Response:
        """Return a turn verbatim, with the turns around it. Takes the start of its id or of a message's id."""
        asked = self.asked(TurnsQuery)
        session = sessions.find_session(ref, actor=self.actor)
        texts = sessions.read_turns(session, turn, actor=self.actor, **asked)
        return Response(TurnTextsShape({"session": session, "results": texts}).data)
