"""The daily log: a day's sessions in Markdown."""

from datetime import date

from django.http import HttpResponse
from django.utils.dateparse import parse_date
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import OpenApiParameter, extend_schema
from rest_framework.renderers import JSONRenderer
from rest_framework.request import Request

from api.endpoint import Endpoint
from api.serializers.sessions import ProjectQuery
from memory.errors import Refused
from memory.recall.log import daily_log


class _ProblemsForReaders(JSONRenderer):
    """Lets a client ask for text; the view writes the text itself, and problems stay JSON."""

    media_type = "text/*"


class Log(Endpoint):
    """GET log/{day}.md."""

    scopes = {"GET": "read"}
    renderer_classes = [JSONRenderer, _ProblemsForReaders]

    @extend_schema(
        operation_id="get_log",
        parameters=[OpenApiParameter("day", OpenApiTypes.DATE, OpenApiParameter.PATH), ProjectQuery],
        responses={(200, "text/markdown"): OpenApiTypes.STR},
    )
    def get(self, request: Request, day: str) -> HttpResponse:
        """Return the log of one day, by session and turn, with ids for the transcript."""
        wanted, name = _date(day), self.asked(ProjectQuery)["project"]
        project = self.project(name)
        # A day without work is an empty log and no error: whoever fetches a week of files need not know which.
        text = "" if name and project is None else daily_log(wanted, actor=self.actor, project=project)
        return HttpResponse(text, content_type="text/markdown; charset=utf-8")


def _date(text: str) -> date:
    try:
        day = parse_date(text)
    except ValueError:
        day = None
    if day is None:
        raise Refused("invalid", f"'{text[:40]}' is not a day. Ask for log/2026-03-19.md.")
    return day
