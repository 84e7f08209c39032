"""Draws docs/search-growth.svg from build/search-growth.json: `python -m tests.bench.scale.picture` after the bench."""

import json
from math import log10
from pathlib import Path

from web.charts.scale import ceiling

_ROOT = Path(__file__).resolve().parents[3]
MEASURED = _ROOT / "build" / "search-growth.json"
_PICTURE = _ROOT / "docs" / "search-growth.svg"
_WIDE, _TALL, _LEFT, _TOP = 640, 300, 60, 40
_LINES = {"sql_p50": "half of all", "sql_p95": "95 of 100"}
_STYLE = """
text{font:12px system-ui,sans-serif;fill:#57606a}.title{font-weight:600;font-size:14px}
line{stroke:#8b949e;stroke-opacity:.35}polyline{fill:none;stroke-width:2}
.sql_p50{stroke:#1a7f5a}circle.sql_p50{fill:#1a7f5a}.sql_p95{stroke:#b35900}circle.sql_p95{fill:#b35900}
@media(prefers-color-scheme:dark){text{fill:#c9d1d9}}
"""


def picture(measured: dict[str, dict[str, float]]) -> str:
    """The SVG of {rows: {measure: milliseconds}}: rows by powers of ten to the right, milliseconds upwards."""
    rows = sorted(map(int, measured))
    top = ceiling(max(measured[str(row)][name] for row in rows for name in _LINES))
    first, last = log10(rows[0]), max(log10(rows[-1]), log10(rows[0]) + 1)
    across = {row: _LEFT + (log10(row) - first) / (last - first) * (_WIDE - _LEFT - 90) for row in rows}
    body = [_grid(top), *(_mark(across[row], row) for row in rows)]
    for name, words in _LINES.items():
        points = [(across[row], _height(measured[str(row)][name], top), measured[str(row)][name]) for row in rows]
        body.append(_curve(name, words, points))
    said = "; ".join(f"{row:,} rows: {measured[str(row)]['sql_p50']:.1f} ms" for row in rows)
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {_WIDE} {_TOP + _TALL + 40}" role="img">'
        f"<title>Search over a growing team</title><desc>{said}</desc><style>{_STYLE.strip()}</style>"
        f'<text class="title" x="{_LEFT}" y="20">Search in the database, by memories of one team</text>'
        f"{''.join(body)}</svg>\n"
    )


def _height(value: float, top: float) -> float:
    return _TOP + _TALL * (1 - value / top)


def _grid(top: int) -> str:
    parts = []
    steps = next((steps for steps in (5, 4, 3) if top % steps == 0), 2)
    for share in (step / steps for step in range(steps + 1)):
        y = _height(top * share, top)
        parts.append(f'<line x1="{_LEFT}" x2="{_WIDE - 80}" y1="{y:.1f}" y2="{y:.1f}"/>')
        parts.append(f'<text x="{_LEFT - 8}" y="{y + 4:.1f}" text-anchor="end">{top * share:g} ms</text>')
    return "".join(parts)


def _mark(x: float, rows: int) -> str:
    return f'<text x="{x:.1f}" y="{_TOP + _TALL + 22}" text-anchor="middle">{rows:,}</text>'


def _curve(name: str, words: str, points: list[tuple[float, float, float]]) -> str:
    line = " ".join(f"{x:.1f},{y:.1f}" for x, y, _ in points)
    dots = "".join(
        f'<circle class="{name}" cx="{x:.1f}" cy="{y:.1f}" r="4"><title>{value:.1f} ms</title></circle>'
        for x, y, value in points
    )
    # Beside the end: above it another curve may rise.
    x, y, _ = points[-1]
    label = f'<text x="{x + 10:.1f}" y="{y + 4:.1f}">{words}</text>'
    return f'<polyline class="{name}" points="{line}"/>{dots}{label}'


if __name__ == "__main__":
    _PICTURE.write_text(picture(json.loads(MEASURED.read_text())))
    print(_PICTURE)
