"""Search memories over REST."""

from typing import Any

from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response

from api.afterwards import Answered
from api.endpoint import Endpoint
from api.serializers.search import AnswerShape, SearchQuery, shaped
from memory import access
from memory.models import Memory, Recall
from memory.recall.asking import ask
from memory.recall.explaining import Explanation, explained
from memory.recall.history import HistoryPage
from memory.recall.said import NOTHING_SAID, Said
from memory.recall.search import SearchPage


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
        question, explain, record = asked.pop("q"), asked.pop("explain"), asked.pop("record")
        types, quotes, status = asked.pop("type"), asked.pop("said"), asked.pop("status")
        wanted: dict[str, Any] = {name: asked.pop(name) or None for name in ("agent_id", "tag", "after", "before")}
        drafts = status == Memory.Status.DRAFT
        answer = ask(question, actor=self.actor, types=types, drafts=drafts, quotes=quotes, **wanted, **asked)
        body = shaped(answer.page, answer.said, self._explained(question, answer.page) if explain else None)
        headers = {"Server-Timing": server_timing(answer.page, answer.said)}
        if not record or not answer.is_notable:
            return Response(body, headers=headers)
        how = {"actor": self.actor, "surface": Recall.Surface.API}
        return Answered(body, headers=headers, afterwards=lambda: answer.note(question, **how))

    def _explained(self, question: str, page: SearchPage) -> Explanation:
        with access.acting(self.actor):
            return explained(question, page)


def server_timing(page: SearchPage | HistoryPage, said: Said = NOTHING_SAID) -> str:
    """Milliseconds of each stage as the header has them: `embed;dur=2.5, sql;dur=3, rank;dur=0.4`."""
    stages = dict(page.milliseconds)
    if said.milliseconds:
        stages["said"] = round(sum(said.milliseconds.values()), 2)
    return ", ".join(f"{stage};dur={taken:g}" for stage, taken in stages.items())
