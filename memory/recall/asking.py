"""Answer a question for REST, MCP and the pages: memories, quotes from sessions, and a record of the question."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from memory import access
from memory.access import Actor
from memory.models import Project
from memory.recall.asked import note_recall
from memory.recall.project_lookup import find_project
from memory.recall.said import NOTHING_SAID, Said, said_about
from memory.recall.search import SearchPage, search_memories


@dataclass(frozen=True)
class Answer:
    """The memories (`page`) and excerpts (`said`) that answer; `project` is what the question was narrowed to.

    `is_unknown_project`: the project that was named is none that anybody here works on, so there is no answer.
    """

    page: SearchPage
    said: Said = NOTHING_SAID
    project: Project | None = None
    is_unknown_project: bool = False
    is_notable: bool = False

    def note(self, question: str, *, actor: Actor, surface: str) -> None:
        """Record the question and its answers, if it is notable. Never raises."""
        if self.is_notable:
            note_recall(question, actor=actor, surface=surface, shown=self.page.answering, project=self.project)


def ask(
    question: str,
    *,
    actor: Actor,
    project: str = "",
    types: Sequence[str] = (),
    agent_id: str | None = None,
    tag: str | None = None,
    after: datetime | None = None,
    before: datetime | None = None,
    drafts: bool = False,
    signed: bool = False,
    semantic: bool = True,
    offset: int = 0,
    quotes: bool = True,
    **how: Any,
) -> Answer:
    """The answer to a question; `how` and the rest are as `search_memories` takes them, `project` as people name it.

    What was said (`quotes`) stands beside the first page, unless the question asks for what only memories have. Best
    called outside of a transaction: its statements bring their scope along, and none is open while a model thinks.
    """
    known = find_project(project, actor=actor)
    if project and known is None:
        return Answer(_no_page(offset), is_unknown_project=True)
    page = search_memories(
        question,
        actor=actor,
        project=known,
        types=types,
        agent_id=agent_id,
        tag=tag,
        after=after,
        before=before,
        drafts=drafts,
        signed=signed,
        semantic=semantic,
        offset=offset,
        **how,
    )
    said = NOTHING_SAID
    if quotes and semantic and not offset and not any([types, agent_id, tag, drafts, signed]):
        with access.within(actor):
            said = said_about(question, page, actor=actor, project=known, after=after, before=before)
    narrowed = any([types, agent_id, tag, after, before])
    return Answer(page, said, known, is_notable=semantic and is_notable(page, offset=offset, narrowed=narrowed))


def is_notable(page: SearchPage, *, offset: int, narrowed: bool) -> bool:
    """Return whether to record the question, because it shows what the team knows or lacks.

    Not a second page, nor drafts, which are no answer; what a narrowed question does not find is no gap.
    """
    return not offset and not page.in_drafts and (bool(page.answering) or not narrowed)


def _no_page(offset: int) -> SearchPage:
    return SearchPage((), 0, offset, False, {"embed": 0.0, "sql": 0.0, "rank": 0.0}, False)
