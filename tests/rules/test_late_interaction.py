"""Late interaction: signs stand for vectors, each token of a question finds its nearest, chance grows with length."""

import numpy as np
import pytest

from memory.rules.late_interaction import AskedTokens, count, interaction, nearest, pack

DIMENSIONS = 384


def units(rows: int, seed: int) -> np.ndarray:
    vectors = np.random.default_rng(seed).standard_normal((rows, DIMENSIONS)).astype(np.float32)
    return vectors / np.linalg.norm(vectors, axis=1, keepdims=True)


def asked(vectors: np.ndarray) -> AskedTokens:
    return AskedTokens(["word"] * len(vectors), vectors)


def test_a_token_takes_a_bit_a_component() -> None:
    packed = pack(units(7, seed=1))
    assert (len(packed), count(packed, DIMENSIONS), count(b"", DIMENSIONS)) == (7 * 48, 7, 0)


@pytest.mark.parametrize("cosine", [0.0, 0.3, 0.6, 0.9])
def test_signs_keep_the_cosine(cosine: float) -> None:
    one, other = units(400, seed=2), units(400, seed=3)
    across = other - np.sum(other * one, axis=1, keepdims=True) * one
    across /= np.linalg.norm(across, axis=1, keepdims=True)
    turned = cosine * one + np.sqrt(1 - cosine**2) * across
    found = [nearest(asked(one[row : row + 1]), [pack(turned[row : row + 1])])[0, 0] for row in range(400)]
    assert np.mean(found) == pytest.approx(cosine, abs=0.01)
    assert np.std(found) < 0.06


def test_each_token_of_the_question_finds_its_nearest_in_each_text() -> None:
    question, noise = units(3, seed=4), units(40, seed=5)
    texts = [
        pack(np.concatenate([noise[:9], question[1:2]])),
        b"",
        pack(question[::-1]),
        pack(noise[9:]),
    ]
    found = nearest(asked(question), texts)
    assert found.shape == (4, 3)
    assert (found > 0.8).tolist() == [[False, True, False], [False] * 3, [True] * 3, [False] * 3]
    assert (found[1] == -1).all()


def test_what_nobody_has_read_and_questions_without_tokens_are_no_error() -> None:
    question = asked(units(2, seed=6))
    seen = interaction(question, [3.0, 1.0], [None, pack(question.vectors)])
    assert seen.counts.tolist() == [0, 2]
    assert seen.weights.tolist() == [0.75, 0.25]
    assert nearest(question, []).shape == (0, 2)
    assert interaction(asked(units(0, seed=1)), [], [b"", None]).cosines.shape == (2, 0)


def test_of_a_long_question_the_heaviest_tokens_ask() -> None:
    question = asked(units(40, seed=9))
    seen = interaction(question, [1.0, 2.0] * 20, [pack(question.vectors[1:2]), pack(question.vectors[:1])])
    assert seen.cosines.shape == (2, 32)
    assert seen.weights.sum() == pytest.approx(1.0)
    assert (seen.weights == seen.weights.max()).sum() == 20
    assert seen.cosines[0].argmax() == 1


def test_in_a_long_text_a_token_is_near_by_chance() -> None:
    question, noise = asked(units(1, seed=7)), units(200, seed=8)
    near = 0.5 * question.vectors + np.sqrt(0.75) * noise[:1]
    texts = [pack(near), pack(np.concatenate([near, noise[1:]]))]
    short, long = interaction(question, [1.0], texts).stretched(0.25, 0.1, 40)[:, 0]
    assert 0 < long < short < 1
