"""Whatever was found before a restore is found after it, in the same order: every question of the evaluation sets."""

import json
from pathlib import Path
from typing import Any

import pytest

from memory import access
from memory.access import Actor
from memory.models import Project, User
from memory.people import find_team
from memory.recall import evaluation
from memory.recall.evaluation.scratch import load_memories, load_messages
from memory.recall.history import search_history
from memory.recall.search import search_memories
from tests.worker.backups import backed_up, manage, urls_of
from worker.stack.postgres import embedded_postgres

EVAL = Path(__file__).resolve().parents[3] / "shared" / "eval"
SETS = ("facts-dev", "locomo-dev", "team-sessions-dev")
_ASK = "from tests.worker.test_restored_searches import print_answers; print_answers()"
_DEPTH = 10
pytestmark = [
    pytest.mark.soak,
    pytest.mark.timeout(3600),
    pytest.mark.django_db(transaction=True),
    pytest.mark.skipif(not EVAL.exists(), reason="the evaluation sets are not beside this checkout"),
]


def print_answers() -> None:
    """Ask every question of every set, in its project, memories and conversations alike; one line of JSON each."""
    actor = access.actor_for(User.objects.get(username="alice"), team=find_team("acme"))
    assert actor
    for dataset in map(_loaded, SETS):
        for question in dataset.questions:
            with access.acting(actor):
                project = Project.objects.get(identity=f"evaluation/{question.pool}"[:400])
                print(json.dumps([dataset.name, question.id, *_answers(question.text, project, actor)]))


def _answers(question: str, project: Project, actor: Actor) -> list[Any]:
    # Without scores, which fade with the age of a fact.
    known = search_memories(question, actor=actor, project=project, limit=_DEPTH)
    said = search_history(question, actor=actor, project=project, context_before_after=0, max_results=_DEPTH)
    return [
        [str(hit.memory.uuid) for hit in known.hits],
        [hit.message.uuid for hit in said.results],
        known.lexical_only,
    ]


def _loaded(name: str) -> evaluation.Dataset:
    return evaluation.load(EVAL / f"{name}.jsonl.gz")


def _asked(**environment: str) -> list[Any]:
    done = manage("shell", "--no-imports", "-c", _ASK, **environment)
    assert done.returncode == 0, done.stderr
    return [json.loads(line) for line in done.stdout.splitlines() if line.startswith("[")]


def test_a_restored_server_answers_as_the_original_did(
    alice: Actor, real_embedder: None, embedder_socket: str, place: Path
) -> None:
    for name in SETS:
        dataset = _loaded(name)
        load = load_messages if dataset.unit == "message" else load_memories
        load(dataset, actor=alice, with_embedder=True)
    model = {"CAIRN_EMBEDDER": "local", "CAIRN_EMBEDDER_SOCKET": embedder_socket}
    before = _asked(**urls_of(""), **model)
    backup = backed_up(place / "backups")
    home = str(place / "home")
    done = manage("restore", backup, CAIRN_HOME=home)
    assert done.returncode == 0, done.stderr
    with embedded_postgres(Path(home), durable=True) as restored:
        urls = {"DATABASE_URL": restored.app_url, "CAIRN_OWNER_DATABASE_URL": restored.owner_url}
        after = _asked(CAIRN_HOME=home, **urls, **model)
    # On a busy machine the embedder may be too late for a question, which is then answered by its words.
    read = [(was, now) for was, now in zip(before, after, strict=True) if not (was[-1] or now[-1])]
    different = [(was, now) for was, now in read if was != now]
    print(f"  {len(read)} of {len(before)} questions asked before and after, {len(different)} answered differently.")
    assert len(before) > 1_500 and len(read) > 0.9 * len(before)
    assert sum(bool(known or said) for (*_, known, said, _), _ in read) > 1_000
    # Restoring builds the graph of neighbours anew, which is approximate: one in five hundred may end otherwise.
    assert len(different) <= len(read) // 500, different[:3]
