"""Relative dates of other languages become ISO dates, and words that only look like them stay."""

from datetime import datetime, timedelta, timezone

import pytest

from memory.rules.dates import absolute_dates

NOW = datetime(2026, 3, 19, 10, 0, tzinfo=timezone(timedelta(hours=1)))  # a Thursday


@pytest.mark.parametrize(
    ("text", "dated"),
    [
        ("Seit vorgestern ist der Build rot.", "Seit 2026-03-17 ist der Build rot."),
        ("Le job échoue depuis hier.", "Le job échoue depuis 2026-03-18."),
        ("Il y a 3 jours, la CI est tombée.", "2026-03-16, la CI est tombée."),
        ("Hace dos días cambió el límite.", "2026-03-17 cambió el límite."),
        ("Amanhã o deploy para.", "2026-03-20 o deploy para."),
        ("Na sexta-feira passada o disco encheu.", "2026-03-13 o disco encheu."),
        ("昨日のデプロイ", "2026-03-18のデプロイ"),
        ("上周升级了 Node", "2026-03-09升级了 Node"),
    ],
)
def test_a_relative_date_is_made_absolute(text: str, dated: str) -> None:
    assert absolute_dates(text, now=NOW) == dated


@pytest.mark.parametrize(
    "text", ("Der Cache liegt hier und ist voll.", "Jeden Morgen läuft der Export.", "El cron corre por la mañana.")
)
def test_what_only_looks_like_a_date_stays(text: str) -> None:
    assert absolute_dates(text, now=NOW) == text
