"""A model server for the tests of what models distill."""

from collections.abc import Iterator

import pytest

from memory.adapters.distiller import distiller
from memory.distill import asking, breaker
from tests.adapters.llm_servers import KINDS, Model, running_model
from tests.distill.model_turns import fact, said


@pytest.fixture
def model(settings: object, monkeypatch: pytest.MonkeyPatch) -> Iterator[Model]:
    """A model server that every team's turns go to, with nothing to wait for."""
    monkeypatch.setattr(asking, "back_off", lambda state: 0.0)
    with running_model() as running:
        settings.CAIRN_DISTILLER = "openai"  # type: ignore[attr-defined]
        settings.CAIRN_LLM_URL = running.url  # type: ignore[attr-defined]
        settings.CAIRN_LLM_MODEL = "m1"  # type: ignore[attr-defined]
        settings.CAIRN_LLM_TIMEOUT = 20.0  # type: ignore[attr-defined]
        running.otherwise = said(fact())
        yield running
        for kind in KINDS:
            settings.CAIRN_DISTILLER = kind  # type: ignore[attr-defined]
            breaker.breaker_of(distiller(kind)).note_success()
