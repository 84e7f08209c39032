"""Coding sessions: which there were, their turns in lines, and each turn verbatim."""

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
        """Sessions, the one in which something happened last first."""
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
        """The session with this id, or with this prefix of 8 characters or more."""
        return Response(SessionShape(sessions.find_session(ref, actor=self.actor)).data)


class Turns(Endpoint):
    """GET sessions/{id}/turns."""

    scopes = {"GET": "read"}

    @extend_schema(operation_id="list_turns", responses=TurnLinesShape)
    def get(self, request: Request, ref: str) -> Response:
        """All turns of a session, each in a line."""
        session = sessions.find_session(ref, actor=self.actor)
        lines = sessions.turns_of(session, actor=self.actor)
        return Response(TurnLinesShape({"session": session, "results": lines}).data)


class OneTurn(Endpoint):
    """GET sessions/{id}/turns/{turn}."""

    scopes = {"GET": "read"}

    @extend_schema(operation_id="read_turns", parameters=[TurnsQuery], responses=TurnTextsShape)
    def get(self, request: Request, ref: str, turn: str) -> Response:
        """A turn, by the beginning of its id or of a message's in it, verbatim and with those around it."""
        asked = self.asked(TurnsQuery)
        session = sessions.find_session(ref, actor=self.actor)
        texts = sessions.read_turns(session, turn, actor=self.actor, **asked)
        return Response(TurnTextsShape({"session": session, "results": texts}).data)
