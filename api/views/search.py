"""The search: the read line over HTTP."""

from typing import Any

from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response

from api.afterwards import Answered
from api.endpoint import Endpoint
from api.serializers.search import AnswerShape, SearchQuery, nothing, shaped
from memory import access
from memory.models import Memory, Project, Recall
from memory.recall.asked import note_recall
from memory.recall.explaining import Explanation, explained
from memory.recall.history import HistoryPage
from memory.recall.said import NOTHING_SAID, Said, said_about
from memory.recall.search import SearchPage, search_memories

# What only memories have.
_OF_MEMORIES = ("type", "status", "agent_id", "tag", "signed")
_NARROWING = ("type", "agent_id", "tag", "after", "before")


class Search(Endpoint):
    """GET search."""

    scopes = {"GET": "read"}
    # Every statement of a search brings its scope along: a transaction around them would be three round trips more, and
    # would stay open while the embedder or a reranker thinks.
    in_scope = False

    @extend_schema(operation_id="search_memories", parameters=[SearchQuery], responses=AnswerShape)
    def get(self, request: Request) -> Response:
        """Current memories that answer `q`, best first; none, and `known` false, when nothing is relevant.

        With `said=1` there is also what was said: sentences of sessions, where memories do not surely answer.
        With `status=draft` those that wait for approval instead: no session is told them yet.
        """
        asked = self.asked(SearchQuery)
        explain, record, quotes = asked.pop("explain"), asked.pop("record"), asked.pop("said")
        name = asked.pop("project")
        project = self._project(name)
        is_strange = bool(name) and project is None
        page = nothing(asked["offset"]) if is_strange else self._page(project, **asked)
        said = self._said(asked, page, project) if quotes and not is_strange else NOTHING_SAID
        body = shaped(page, said, self._explained(asked["q"], page) if explain else None)
        headers = {"Server-Timing": server_timing(page, said)}
        if is_strange or not record or not _worth_a_note(asked, page):
            return Response(body, headers=headers)
        how = {"actor": self.actor, "surface": Recall.Surface.API, "shown": page.answering, "project": project}
        return Answered(body, headers=headers, afterwards=lambda: note_recall(asked["q"], **how))

    def _project(self, name: str) -> Project | None:
        if not name:
            return None
        with access.acting(self.actor):
            return self.project(name)

    def _said(self, asked: dict[str, Any], page: SearchPage, project: Project | None) -> Said:
        """What was said beside the first page; nothing where the question asks for a kind of memories, or in a hurry.

        In a transaction, for it is several statements; the question is embedded already.
        """
        if asked["offset"] or not asked["semantic"] or any(asked[name] for name in _OF_MEMORIES):
            return NOTHING_SAID
        times = {"after": asked["after"] or None, "before": asked["before"] or None}
        with access.acting(self.actor):
            return said_about(asked["q"], page, actor=self.actor, project=project, **times)

    def _explained(self, question: str, page: SearchPage) -> Explanation:
        with access.acting(self.actor):
            return explained(question, page)

    def _page(
        self,
        known: Project | None,
        *,
        q: str,
        type: list[str],
        status: str,
        offset: int,
        semantic: bool,
        fusion: str,
        **filters: Any,
    ) -> SearchPage:
        wanted: dict[str, Any] = {name: value or None for name, value in filters.items()}
        wanted |= {"semantic": semantic, "fusion": fusion, "drafts": status == Memory.Status.DRAFT}
        return search_memories(q, actor=self.actor, project=known, types=type, offset=offset, **wanted)


def _worth_a_note(asked: dict[str, Any], page: SearchPage) -> bool:
    """Not a second page, not a hint's question; what a narrowed question does not find is no gap, a draft no answer."""
    if asked["offset"] or asked["status"] or not asked["semantic"]:
        return False
    return bool(page.answering) or not any(asked[name] for name in _NARROWING)


def server_timing(page: SearchPage | HistoryPage, said: Said = NOTHING_SAID) -> str:
    """Milliseconds of each stage as the header has them: `embed;dur=2.5, sql;dur=3, rank;dur=0.4`."""
    stages = dict(page.milliseconds)
    if said.milliseconds:
        stages["said"] = round(sum(said.milliseconds.values()), 2)
    return ", ".join(f"{stage};dur={taken:g}" for stage, taken in stages.items())
