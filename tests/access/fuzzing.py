"""What the tests share that make their questions up: how many, which names of rows, and what must not show."""

import os
from collections.abc import Callable

from hypothesis import HealthCheck, Phase, given, seed, settings
from hypothesis import strategies as st

from tests.access.conftest import INSIDERS, MEMBER
from tests.access.refs import DAY, OTHER, PRIVATE, SHARED, Refs
from tests.access.samples import TOLD
from tests.access.visitors import ANONYMOUS, MALLORY

# How many questions each door gets from each visitor, for a longer look: CAIRN_FUZZ_EXAMPLES=200.
EXAMPLES = int(os.environ.get("CAIRN_FUZZ_EXAMPLES", "3"))
CURATOR = next(who for who in INSIDERS if who.role == "curator")


def told_of(refs: Refs) -> list[str]:
    """Words that stand in texts of such rows, and in no name by which a question reaches them."""
    texts = [f"{refs.word} {word}" for word in ("mill", "gateway", "title", "prompt", "found")]
    return texts if refs.around else [*texts, *(refs.text(who) for who in ("alice", "carol", "mallory", "branch"))]


# What each of them may not be told.
HIDDEN = {
    MEMBER: [*told_of(OTHER), *told_of(PRIVATE)],
    CURATOR: [*told_of(OTHER), *told_of(PRIVATE)],
    MALLORY: [*told_of(SHARED), *told_of(PRIVATE)],
    ANONYMOUS: [*told_of(OTHER), *told_of(SHARED), *told_of(PRIVATE)],
}


def _of(name: Callable[[Refs], str]) -> st.SearchStrategy[str]:
    """Rows of one kind: the team's own, mostly."""
    return st.sampled_from([name(refs) for refs in (SHARED, SHARED, SHARED, PRIVATE, OTHER)])


_MEMORY = st.sampled_from(["active", "draft", "forgotten", "pinned", "disputed"]).flatmap(
    lambda status: _of(lambda refs: refs.memory(status))
)
_SESSION = _of(lambda refs: refs.text("session-one"))
_TURN = _of(lambda refs: refs.text("turn-one"))
_NUMBER = _of(lambda refs: str(refs.pk(1)))
_PROJECT = _of(lambda refs: refs.project)
_PERSON = _of(lambda refs: refs.text("bob"))
_TAG = _of(lambda refs: refs.text("tag-one"))
ROWS = st.one_of(_MEMORY, _SESSION, _TURN, _NUMBER, _PROJECT, _PERSON, _TAG)
_DAY = st.sampled_from([DAY, "2026-03-19T10:30:00+01:00", "2026-12-31"])
_FACT = st.sampled_from([TOLD, TOLD.replace("4.2", "5.0"), f"{TOLD} password = hunter2hunter2"])
# What names in requests stand for.
_MEANT: dict[str, st.SearchStrategy] = {
    **dict.fromkeys(("ref", "id", "supersedes", "keep"), _MEMORY),
    **dict.fromkeys(("session", "session_id"), _SESSION),
    **dict.fromkeys(("after", "before", "since", "until", "occurred_at"), _DAY),
    **dict.fromkeys(("q", "query"), st.sampled_from(["mill retries a gateway timeout", "pump", "why three times"])),
    "ids": st.lists(_MEMORY, min_size=1, max_size=3),
    "contents": st.lists(_FACT, min_size=1, max_size=3),
    "projects": st.lists(_PROJECT, min_size=1, max_size=2),
    "project": _PROJECT,
    "turn": _TURN,
    "content": _FACT,
    "agent_id": _of(lambda refs: refs.text("agent-one")),
    "assignee": _PERSON,
    "day": _DAY,
    "verdict": st.sampled_from(["helpful", "dismiss", "supersede", "merge"]),
    "type": st.sampled_from(["decision", "failure", "pattern"]),
}


def meant(name: str, place: str = "") -> st.SearchStrategy:
    """What a request says under this name (at this address, where `ref` stands for what is there)."""
    kinds = {"/sessions/": _SESSION, "/contradictions/": _NUMBER, "/rules/": _NUMBER, "/blocks/": _NUMBER}
    here = [rows for part, rows in kinds.items() if name == "ref" and part in place]
    return here[0] if here else _MEANT.get(name, ROWS)


# Beside plain text: what breaks those who parse, count, compare or store.
ODD = st.one_of(
    st.text(max_size=30),
    st.integers(-(10**30), 10**30).map(str),
    st.sampled_from([
        *("", " ", "\x00", "%", "_", "\\", "'", '"', "<b>", "{{x}}", "\u202e", "\ufffe", "İ", "١", "²", "1e9", "NaN"),
        *("2026-02-30", "0000-00-00", "9999-12-31T23:59:59+14:00", "0001-01-01", "2026-W99", "2026-13", "10:00"),
        *("all", "true", "a,b,,", "*", "a:*", "((((", "a" * 5000, "NOT AND OR", "-----", "../../etc/passwd"),
        *("github.com", "git@:", "https://[::1", "00000000", "0" * 32, "contradiction:", "contradiction:1", "🜁"),
    ]),
)  # fmt: skip


def many(strategy: st.SearchStrategy, check: Callable[..., None], *, examples: int = EXAMPLES) -> None:
    """Check so many of them, the same in each run."""

    @seed(20)
    @settings(
        max_examples=examples,
        phases=[Phase.generate],
        database=None,
        deadline=None,
        suppress_health_check=list(HealthCheck),
    )
    @given(strategy)
    def checked(value: object) -> None:
        check(value)

    checked()
