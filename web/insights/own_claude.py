"""The section about developers' own Claude: what it costs them, and what it brings the team."""

from memory.recall.insights import own_claude
from web.charts import Table, bar_chart
from web.insights.asked import Asked
from web.insights.dates import by_week, short


def distilled(asked: Asked) -> dict[str, object]:
    """Calls and tokens along time, and the period's sums."""
    found = own_claude.own_claude(actor=asked.actor, period=asked.period)
    days, (calls, tokens), unit = by_week(found.days, found.calls, found.tokens)
    labels = [short(day) for day in days]
    charts = []
    for name, what, numbers in (("own-calls", "Calls", calls), ("own-tokens", "Tokens in and out", tokens)):
        title = f"{what} per {unit} (UTC)"
        says = f"{sum(numbers):,} in all; most in one {unit}: {max(numbers):,}."
        table = Table(title, [unit.capitalize(), "Number"], list(zip(labels, numbers, strict=True)))
        charts.append(bar_chart(name, title, says=says, values=numbers, labels=labels, limit=None, table=table))
    return {"own": found, "anything": bool(found.turns or found.taken_over), "charts": charts}
