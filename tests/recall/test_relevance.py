"""What search must keep with the real model: hand-written facts, their questions, and some that nobody can answer."""

from pathlib import Path
from typing import Any

import pytest

from memory import access
from memory.models import Team
from memory.recall import evaluation
from memory.recall.evaluation import Ablation

SETS = Path(__file__).parent / "sets"
pytestmark = [pytest.mark.django_db, pytest.mark.xdist_group("embedder")]


def measured(name: str, ablation: Ablation = evaluation.WHOLE) -> dict[str, Any]:
    foreign = evaluation.load(SETS / "foreign.jsonl").questions
    return evaluation.evaluate(evaluation.load(SETS / f"{name}.jsonl"), ablation, foreign)


def test_a_teams_questions_are_answered_and_foreign_ones_are_not(real_embedder: None) -> None:
    whole, lexical = measured("team"), measured("team", Ablation(embedder=False))
    found = whole["units"]["memory"]
    assert found["hit@1"] >= 0.9 and found["hit@5"] >= 0.92
    assert whole["no_answer"]["empty"] >= 0.9 and lexical["no_answer"]["empty"] >= 0.85
    for measure in ("hit@1", "hit@5", "ndcg@10", "mrr"):
        assert found[measure] >= lexical["units"]["memory"][measure], measure


def test_what_developers_abbreviate_is_found_where_it_is_spelt_out(real_embedder: None) -> None:
    whole, lexical = measured("abbreviated"), measured("abbreviated", Ablation(embedder=False))
    assert whole["units"]["memory"]["hit@1"] >= 0.95 and lexical["units"]["memory"]["hit@1"] >= 0.9
    assert whole["no_answer"]["empty"] >= 0.9


@pytest.mark.parametrize("language", ["german", "spanish", "chinese", "japanese"])
def test_other_languages_are_found_by_their_words(language: str, real_embedder: None) -> None:
    lexical = measured(language, Ablation(embedder=False))["units"]["memory"]
    whole = measured(language)["units"]["memory"]
    assert lexical["hit@1"] >= 0.75 and whole["hit@1"] >= 0.875


@pytest.mark.parametrize("language", ["german", "spanish"])
def test_a_teams_own_stemmer_finds_its_language(language: str) -> None:
    dataset = evaluation.load(SETS / f"{language}.jsonl")
    with evaluation.scratch_team() as actor:
        with access.scope(team=actor.team, system=True):
            Team.objects.filter(pk=actor.team.pk).update(search_config=language)
        answers = list(evaluation._as_memories(dataset, Ablation(embedder=False), actor))
    first = [answer.documents[:1] == list(answer.question.relevant) for answer in answers]
    assert sum(first) >= 7
