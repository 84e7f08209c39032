"""One question to a team's model: within its budget, through the breaker, again where that may help; never in a
transaction."""

import time
from collections.abc import Callable
from datetime import date
from typing import TypeVar

from django.conf import settings
from tenacity import RetryCallState, Retrying, retry_if_exception, stop_after_attempt, wait_random_exponential

from memory.adapters.distiller import Completion, Distiller, ModelFailed, Prompt
from memory.distill import budget
from memory.distill.answers import Unreadable
from memory.distill.breaker import breaker_of
from memory.models import Team

ATTEMPTS = 3
# All attempts together, waits included; the lease of a turn (120 s) has to outlast them and the saving.
TOTAL_SECONDS = 75.0
_LONGEST_WAIT_SECONDS = 15.0
_LEAST_SECONDS = 0.05  # an attempt with less time is none
back_off = wait_random_exponential(multiplier=0.5, max=8)

Read = TypeVar("Read")


def ask(door: Distiller, prompt: Prompt, read: Callable[[str], Read], *, team: Team) -> Read:
    """The model's answer as `read` understands it. Raises ModelFailed, whose detail says why there is none.

    Every attempt counts as a call. Waits of more than a few seconds are not made: the rules do the work meanwhile.
    """
    end = time.monotonic() + TOTAL_SECONDS
    attempts = Retrying(
        retry=retry_if_exception(lambda error: isinstance(error, ModelFailed) and _worth_waiting(error, end)),
        wait=_wait,
        stop=stop_after_attempt(ATTEMPTS),
        reraise=True,
    )
    return attempts(_ask_once, door, prompt, read, team, end)


def _ask_once(door: Distiller, prompt: Prompt, read: Callable[[str], Read], team: Team, end: float) -> Read:
    breaker = breaker_of(door)
    breaker.let_through()
    day = budget.count_call(door, team)
    try:
        timeout = max(_LEAST_SECONDS, min(settings.CAIRN_LLM_TIMEOUT, end - time.monotonic()))
        completion = door.complete(prompt, timeout=timeout)
    except ModelFailed as failure:
        breaker.note_failure(failure)
        budget.count_failure(door, team, day)
        raise
    breaker.note_success()
    budget.count_tokens(door, team, day, completion)
    return _understood(completion, read, door, team, day)


def _understood(completion: Completion, read: Callable[[str], Read], door: Distiller, team: Team, day: date) -> Read:
    try:
        return read(completion.text)
    except Unreadable as error:
        budget.count_failure(door, team, day)
        raise ModelFailed(str(error), down=False) from None


def _worth_waiting(failure: ModelFailed, end: float) -> bool:
    return failure.again and failure.wait <= _LONGEST_WAIT_SECONDS and time.monotonic() + failure.wait < end


def _wait(state: RetryCallState) -> float:
    """What the server asked for, and a random, growing while on top, so that workers do not come back together."""
    failure = state.outcome.exception() if state.outcome else None
    asked = failure.wait if isinstance(failure, ModelFailed) else 0.0
    return asked + back_off(state)
