"""Public benchmarks are read as their authors publish them, and measured as trec_eval would."""

import gzip
import json
import math
from collections.abc import Callable
from io import StringIO
from pathlib import Path
from typing import Any

import pytest
from django.core.management import CommandError, call_command

from memory.models import Team
from memory.recall import evaluation

CORPUS = [
    {
        "_id": "MED-10",
        "title": "Statin use and breast cancer",
        "text": "Statins were not tied to survival.",
        "metadata": {},
    },
    {"_id": "MED-14", "title": "", "text": "Plant sterols lower the cholesterol of adults by a tenth."},
    {"_id": "MED-118", "title": "Alkylphenols", "text": "Human samples of alkylphenols were measured in Kyoto."},
    {"_id": "MED-0", "title": "", "text": ""},
]
QUERIES = [
    {"_id": "PLAIN-2", "text": "Do cholesterol statin drugs cause breast cancer?", "metadata": {}},
    {"_id": "PLAIN-3", "text": "Where were samples of alkylphenols measured?"},
]
QRELS = "query-id\tcorpus-id\tscore\nPLAIN-2\tMED-10\t2\nPLAIN-2\tMED-14\t1\nPLAIN-3\tMED-118\t1\nPLAIN-3\tMED-10\t0\n"

LOCOMO = [
    {
        "sample_id": "conv-26",
        "conversation": {
            "speaker_a": "Caroline",
            "speaker_b": "Melanie",
            "session_1_date_time": "1:56 pm on 8 May, 2023",
            "session_1": [
                {"speaker": "Caroline", "dia_id": "D1:1", "text": "Hey Mel! Good to see you!"},
                {
                    "speaker": "Melanie",
                    "dia_id": "D1:2",
                    "text": "Look at my pottery bowl!",
                    "img_url": ["https://example.com/bowl.jpg"],
                    "blip_caption": "a photo of a bowl with flowers",
                },
            ],
            "session_10_date_time": "8:56 pm on 20 July, 2023",
            "session_10": [
                {"speaker": "Caroline", "dia_id": "D10:1", "text": "I joined the activist group Connected."}
            ],
        },
        "qa": [
            {
                "question": "Which activist group did Caroline join?",
                "answer": "Connected",
                "evidence": ["D10:1"],
                "category": 4,
            },
            {
                "question": "Who showed a pottery bowl with flowers?",
                "answer": "a bowl",
                "evidence": ["D1:2; D1:1"],
                "category": 1,
            },
            {"question": "What is her blood type?", "adversarial_answer": "0", "evidence": [], "category": 5},
        ],
    }
]
LONGMEMEVAL = [
    {
        "question_id": name,
        "question_type": "single-session-user",
        "question": "Which degree do I have?",
        "answer": "Business Administration",
        "question_date": "2023/05/30 (Tue) 23:40",
        "haystack_session_ids": ["sharegpt_1", "answer_280352e9"],
        "haystack_dates": ["2023/05/20 (Sat) 02:21", "2023/05/20 (Sat) 02:57"],
        "haystack_sessions": [
            [{"role": "user", "content": "Recommend a novel."}, {"role": "assistant", "content": "Try Middlemarch."}],
            [
                {"role": "user", "content": "I have a degree in Business Administration.", "has_answer": True},
                {"role": "assistant", "content": "Congratulations!", "has_answer": False},
            ],
        ],
        "answer_session_ids": ["answer_280352e9"],
    }
    for name in ("e47becba", "e47becba_abs")
]  # fmt: skip
PAIRS = [
    {"query": "who keeps the sessions", "positive": "Sessions are kept in Valkey.", "negative": "Logs go to Loki."},
    {"anchor": "where do logs go", "pos": ["Logs go to Loki.", "Vector sends logs."], "neg": ["Tea is hot."]},
    {"question": "what is hot", "positives": [{"text": "Tea is hot."}], "hard_negatives": []},
]  # fmt: skip


@pytest.fixture
def write(tmp_path: Path) -> Callable[..., Path]:
    """Writes a file: text as it is, a list as one JSON value, or as JSON lines."""

    def written(name: str, content: Any, *, lines: bool = True) -> Path:
        path = tmp_path / name
        path.parent.mkdir(parents=True, exist_ok=True)
        text = content
        if not isinstance(content, str):
            text = "\n".join(map(json.dumps, content)) if lines else json.dumps(content, indent=1)
        data = text.encode()
        path.write_bytes(gzip.compress(data) if name.endswith(".gz") else data)
        return path

    return written


@pytest.fixture
def beir(write: Callable[..., Path]) -> Callable[..., Path]:
    """A BEIR folder, with these files in the place of its own."""

    def folder(**files: Any) -> Path:
        write("nfcorpus/corpus.jsonl", files.get("corpus", CORPUS))
        write("nfcorpus/queries.jsonl.gz", files.get("queries", QUERIES))
        for split in files.get("splits", ["test", "train"]):
            write(f"nfcorpus/qrels/{split}.tsv", files.get("qrels", QRELS))
        return write("nfcorpus/corpus.jsonl", files.get("corpus", CORPUS)).parent

    return folder


def report(path: Path, *options: str) -> dict[str, Any]:
    out = StringIO()
    call_command("evaluate_recall", "--json", *options, "--external", str(path), stdout=out)
    return json.loads(out.getvalue())


@pytest.mark.django_db
def test_a_beir_folder_is_measured_with_its_grades(beir: Callable[..., Path]) -> None:
    found = report(beir())
    assert (found["dataset"], found["docs"], found["queries"]) == ("nfcorpus", 3, 2)
    unit = found["units"]["memory"]
    assert (unit["hit@1"], unit["mrr"], unit["recall@5"]) == (1.0, 1.0, 0.75)
    # Of the first question the one of grade 2 is found, the one of grade 1 is not.
    assert unit["ndcg@10"] == pytest.approx((2 / (2 + 1 / math.log2(3)) + 1) / 2, abs=1e-4)
    assert found["empty"] == 0.0 and set(found["search_ms"]) == {"p50", "p95"}
    assert not Team.objects.filter(name__startswith="evaluation-").exists()


@pytest.mark.django_db
def test_a_split_is_chosen_by_name_and_an_unknown_one_is_told_with_those_there_are(beir: Callable[..., Path]) -> None:
    folder = beir(splits=["dev", "train"])
    with pytest.raises(CommandError, match=r"no qrels/test.tsv; --split names one of: dev, train"):
        report(folder)
    assert report(folder, "--split", "dev")["queries"] == 2


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("content", "unit", "docs", "questions"), [(LOCOMO, "message", 3, 2), (LONGMEMEVAL, "message", 4, 1)]
)
def test_conversations_are_searched_as_history(
    write: Callable[..., Path], content: list, unit: str, docs: int, questions: int
) -> None:
    found = report(write("talks.json", content, lines=False))
    assert (found["docs"], found["queries"], set(found["units"])) == (docs, questions, {unit, "session"})
    assert found["units"][unit]["hit@5"] == 1.0 and found["units"]["session"]["hit@1"] == 1.0


def test_conversations_keep_their_days_their_images_and_who_spoke(write: Callable[..., Path]) -> None:
    talk = evaluation.read_external(write("talks.json", LOCOMO, lines=False))
    assert isinstance(talk, evaluation.Dataset)
    assert talk.documents[1].text == "Melanie: Look at my pottery bowl! [image: a photo of a bowl with flowers]"
    assert talk.documents[2].at == "2023-07-20T20:56:00+00:00" and talk.documents[2].group == "conv-26/session_10"
    assert talk.questions[1].relevant == {"conv-26/D1:1", "conv-26/D1:2"}
    haystack = evaluation.read_external(write("long.json", LONGMEMEVAL, lines=False))
    assert isinstance(haystack, evaluation.Dataset)
    assert haystack.documents[0].at == "2023-05-20T02:21:00+00:00" and haystack.documents[1].role == "assistant"
    assert len(haystack.limited(1).documents) == 4


@pytest.mark.django_db
def test_pairs_are_asked_over_all_texts_of_their_file(write: Callable[..., Path]) -> None:
    found = report(write("pairs.jsonl.gz", PAIRS))
    assert (found["dataset"], found["docs"], found["queries"]) == ("pairs", 4, 3)
    assert found["units"]["memory"]["hit@5"] == 1.0
    assert report(write("pairs.jsonl", PAIRS), "--limit", "1")["queries"] == 1


def test_a_run_of_another_search_is_measured_as_trec_eval_does(write: Callable[..., Path]) -> None:
    run = write("bm25.run", "q1 Q0 b 1 1.5 bm25\nq1 Q0 a 2 2.5 bm25\nq1 Q0 x 3 0.5 bm25\nq9 Q0 a 1 1 bm25\n")
    qrels = write("test.qrels", "q1 0 a 1\nq1 0 b 3\nq1 0 c 0\nq2 0 a 1\n")
    found = report(run, "--qrels", str(qrels))
    gained, ideal = 1 + 3 / math.log2(3), 3 + 1 / math.log2(3)
    assert found["queries"] == 2 and found["empty"] == 0.5
    assert found["units"]["run"]["ndcg@10"] == pytest.approx(gained / ideal / 2, abs=1e-4)
    assert found["units"]["run"]["mrr"] == 0.5 and found["units"]["run"]["recall@5"] == 0.5
    with pytest.raises(CommandError, match="--qrels"):
        report(run)


@pytest.mark.parametrize(
    ("files", "told"),
    [
        ({"corpus": [*CORPUS[:2], {"_id": "x"}]}, r"corpus.jsonl, line 3: an object with _id and text"),
        ({"corpus": "{}\n\n{"}, r"corpus.jsonl, line 1"),
        ({"queries": '{"_id": "PLAIN-2", "text": "a"}\n\n[1]'}, r"queries.jsonl.gz, line 3: no JSON object"),
        ({"qrels": QRELS + "PLAIN-2 MED-10 1\n"}, r"test.tsv, line 6: query-id, corpus-id and score"),
        ({"qrels": QRELS + "PLAIN-9\tMED-10\t1\n"}, r"test.tsv, line 6: there is no query PLAIN-9"),
        ({"qrels": "query-id\tcorpus-id\tscore\nPLAIN-2\tMED-10\t0\n"}, r"nfcorpus has no question with an answer"),
    ],
)
def test_a_beir_folder_that_cannot_be_read_is_refused_with_the_line(
    beir: Callable[..., Path], files: dict[str, Any], told: str
) -> None:
    with pytest.raises(CommandError, match=told):
        report(beir(**files))


@pytest.mark.parametrize(
    ("name", "content", "told"),
    [
        ("pairs.jsonl", '{"query": "a", "positive": "b"}\n{"query": "a"}\n', r"pairs.jsonl, line 2: a query/question"),
        ("pairs.jsonl", '{"query": "a", "positive": "b"}\n{"query"\n', r"pairs.jsonl, line 2: no JSON"),
        ("talk.json", '[{"conversation": {},\n "qa": [}]', r"talk.json, line 2: no JSON"),
        ("talk.json", '[{"conversation": {}}]', r"talk.json, entry 1: KeyError\('qa'\)"),
        ("talk.json", "[1]", r"talk.json, entry 1"),
        ("a.run", "q1 Q0 a 1 much bm25\n", r"a.run, line 1: qid, Q0, docid"),
        ("empty.jsonl", "\n\n", r"empty.jsonl is empty"),
    ],
)
def test_a_file_that_is_no_benchmark_is_refused_with_the_line(
    write: Callable[..., Path], name: str, content: str, told: str
) -> None:
    with pytest.raises(CommandError, match=told):
        report(write(name, content))


def test_nothing_to_measure_and_a_file_that_is_not_there_are_told(tmp_path: Path) -> None:
    with pytest.raises(CommandError, match="Name a file"):
        call_command("evaluate_recall")
    with pytest.raises(CommandError, match="does not exist"):
        report(tmp_path / "absent.jsonl")
    with pytest.raises(CommandError, match="does not exist"):
        report(tmp_path)


@pytest.mark.django_db
def test_a_person_reads_a_table(beir: Callable[..., Path], capsys: pytest.CaptureFixture[str]) -> None:
    call_command("evaluate_recall", "--external", str(beir()))
    shown = capsys.readouterr().out
    assert "nfcorpus: 3 documents, 2 questions" in shown
    assert "ndcg@10" in shown and "0.000 of the questions answered with nothing; search p50" in " ".join(shown.split())
