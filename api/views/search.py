"""The search: the read line over HTTP."""

from typing import Any

from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response

from api.endpoint import Endpoint
from api.serializers.search import PageShape, SearchQuery, nothing
from memory.models import Recall
from memory.recall.asked import note_recall
from memory.recall.explaining import explained
from memory.recall.search import SearchPage, search_memories

_NARROWING = ("agent_id", "tag", "after", "before")


class Search(Endpoint):
    """GET search."""

    scopes = {"GET": "read"}

    @extend_schema(operation_id="search_memories", parameters=[SearchQuery], responses=PageShape)
    def get(self, request: Request) -> Response:
        """Current memories that answer `q`, best first; none, and `known` false, when nothing is relevant."""
        asked = self.asked(SearchQuery).validated_data
        explain, record = asked.pop("explain"), asked.pop("record")
        page = self._page(record, **asked)
        explanation = explained(asked["q"], page) if explain else None
        shape = PageShape(page, context={"explanation": explanation})
        return Response(shape.data, headers={"Server-Timing": server_timing(page)})

    def _page(
        self,
        record: bool,
        *,
        q: str,
        project: str,
        type: list[str],
        offset: int,
        semantic: bool,
        fusion: str,
        **filters: Any,
    ) -> SearchPage:
        known = self.project(project)
        if project and known is None:
            return nothing(offset)
        wanted: dict[str, Any] = {name: value or None for name, value in filters.items()}
        wanted |= {"semantic": semantic, "fusion": fusion}
        page = search_memories(q, actor=self.actor, project=known, types=type, offset=offset, **wanted)
        narrowed = type or any(filters[name] for name in _NARROWING)
        # What a narrowed question does not find is no gap in what the team knows.
        if record and semantic and not offset and (page.hits or not narrowed):
            shown = [hit.memory.pk for hit in page.hits]
            note_recall(q, actor=self.actor, surface=Recall.Surface.API, shown=shown, project=known)
        return page


def server_timing(page: SearchPage) -> str:
    """Milliseconds of each stage as the header has them: `embed;dur=2.5, sql;dur=3, rank;dur=0.4`."""
    return ", ".join(f"{stage};dur={taken:g}" for stage, taken in page.milliseconds.items())
