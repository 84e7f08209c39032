"""The numbers of the history's ranking, in one place; tuned on the development sets (tests/bench/tune.py)."""

from dataclasses import dataclass


@dataclass(frozen=True)
class Weights:
    """How the terms of a message's relevance add up.

    `exchange` weighs the words of a message together with those it replies to, `around` those of two places on each
    side, `session` its session's; `meaning`, `before`, `after` and `session_meaning` the cosines of the message, of
    the two beside it, and the best of its session. `near` and `far` are the parts of the words of messages one and
    two places away that count as a message's own; `saturation` is the word weight at which half of a word's worth
    is reached. Unrelated texts reach a cosine of `noise_floor`.

    `tokens` weighs the late interaction of a message, together with `tokens_before` of that of the message before it,
    and `session_tokens` that of its session. A token's nearest in an unrelated text of `usual_tokens` tokens reaches
    `token_floor`, and the more there are to choose from the higher: `token_growth` for each factor of e.
    """

    own: float = 0.0
    exchange: float = 0.4
    around: float = 1.0
    session: float = 0.7
    meaning: float = 0.4
    before: float = 0.15
    after: float = 0.1
    session_meaning: float = 0.35
    near: float = 0.5
    far: float = 0.25
    saturation: float = 0.9
    heaviest_word: float = 1.9  # k1 + 1, which a stored word weight never reaches
    noise_floor: float = 0.15
    tokens: float = 0.7
    tokens_before: float = 0.95
    session_tokens: float = 0.25
    token_floor: float = 0.25
    token_growth: float = 0.1
    usual_tokens: float = 40.0

    @property
    def words(self) -> float:
        """What all words can reach."""
        return self.own + self.exchange + self.around + self.session

    @property
    def meanings(self) -> float:
        """What all cosines can reach."""
        return self.meaning + self.before + self.after + self.session_meaning

    @property
    def interactions(self) -> float:
        """What late interaction can reach, beside 1 for the words and the meaning."""
        return self.tokens + self.session_tokens


DEFAULT = Weights()
MESSAGE_ALONE = Weights(
    own=1.0,
    exchange=0.0,
    around=0.0,
    session=0.0,
    meaning=0.4,
    before=0.0,
    after=0.0,
    session_meaning=0.0,
    tokens_before=0.0,
    session_tokens=0.0,
)


@dataclass(frozen=True)
class Priors:
    """What makes a message an answer, whatever it is about: factors of its relevance.

    A short one loses up to `length` (half of it at `usual_length` bytes); who is named in the question, what replies
    to a question and what ends with one gain and lose a little. Outside of the period that the question names
    `elsewhen` remains, e times less of the rest every `fading` days; what lies further than `horizon` days from
    everything found is not what was meant.
    """

    length: float = 0.4
    usual_length: float = 220.0
    speaker: float = 0.09
    reply: float = 0.09
    question: float = 0.07
    elsewhen: float = 0.4
    fading: float = 7.0
    horizon: float = 31.0


PRIORS = Priors()


@dataclass(frozen=True)
class Cuts:
    """Where there is no answer: not even the best stands out.

    Its relevance is not `clear`, and with the best meaning it does not reach `stands_out`; its late interaction does
    not reach `tokens`, and `tokens_growth` more for each factor of e in the number of messages, for the more there are
    the more one of them reaches by chance. (Among a handful every word is rare, and nothing else tells.) Of words
    alone, it does not reach `words_stand_out`. A message that is close enough in meaning (`telling`) is found without a
    word in common; one that is beside an answer needs less (`touching`). `stretch`: hardly any message has all that a
    question could wish for; good answers score 0.5 to 1.
    """

    clear: float = 0.3
    stands_out: float = 0.55
    tokens: float = 0.18
    tokens_growth: float = 0.035
    words_stand_out: float = 0.2
    telling: float = 0.4
    touching: float = 0.1
    stretch: float = 1.4
    stretch_of_words: float = 1.8


CUTS = Cuts()


@dataclass(frozen=True)
class SessionWeights:
    """What the order of sessions is made of beside the relevance of a session's best message.

    `meaning` weighs the mean of its `best` highest cosines, `covered` the part of the question's words that it has
    anywhere, and `length` the logarithm of its bytes: a long session has something on everything.
    """

    meaning: float = 0.2
    best: int = 4
    covered: float = 0.1
    length: float = 0.025


SESSIONS = SessionWeights()
