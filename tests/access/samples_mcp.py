"""What each MCP tool is asked."""

from collections.abc import Callable
from typing import Any

from tests.access.refs import Refs
from tests.access.samples import TOLD

Arguments = Callable[[Refs], dict[str, Any]]


def _history(**more: Any) -> Arguments:
    return lambda refs: {"query": "why does the mill retry", "threshold": 0, "max_results": 100, **more}


MCP: dict[str, list[Arguments]] = {
    "search_memory": [
        lambda refs: {"query": "mill retries a gateway timeout", "top_k": 50},
        lambda refs: {"query": f"{refs.word} mill", "agent_id": refs.text("agent-one")},
        lambda refs: {"query": "mill", "project": refs.project},
    ],
    "get_memories": [lambda refs: {"ids": [refs.memory(), refs.memory("draft")], "expand": True}],
    "list_recent": [lambda refs: {"limit": 100}, lambda refs: {"project": refs.project, "tag": f"{refs.word}-tag-one"}],
    "list_stale": [lambda refs: {"limit": 100}, lambda refs: {"project": refs.project}],
    "get_lineage": [lambda refs: {"id": refs.memory("replacing")}, lambda refs: {"id": refs.memory("superseded")}],
    "search_project_history": [_history(), lambda refs: {"query": "retry", "project": refs.project, "threshold": 0}],
    "search_global_history": [_history()],
    "get_transcript": [
        lambda refs: {"session_id": refs.text("session-one")},
        lambda refs: {"session_id": refs.text("session-one"), "turn": refs.text("turn-one")},
    ],
    "remember": [
        lambda refs: {"content": TOLD},
        # With a name: the word alone would be found in the answer, which shows what was sent.
        lambda refs: {"content": f"{TOLD} {refs.text('session-one')}", "preview": True},
    ],
    "update_memory": [lambda refs: {"id": refs.memory(), "content": TOLD}],
    "forget": [lambda refs: {"id": refs.memory()}],
    "give_feedback": [lambda refs: {"id": refs.memory("replacing"), "verdict": "helpful"}],
}
