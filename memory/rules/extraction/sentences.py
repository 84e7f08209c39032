"""Cuts a block into sentences; code, paths, versions and abbreviations hold no full stop."""

import re

_CODE = re.compile(r"(?<!`)(`+)(?!`).{1,600}?(?<!`)\1(?!`)", re.DOTALL)
_STOP = re.compile(
    r"(?:(?<![.!?…])[.!?…]++[\"'”’)\]]*+(?=\s+[\"'“‘«„¿¡(\[*]{0,2}(?:[A-Z0-9`À-ÞА-ЯЁ]|[./_@$#-]{0,2}[a-z_]+[\w./-]*[._/(])))"
    r"|[。！？]+[”」』）)]*|\n+"
)
_ABBREVIATED = re.compile(
    r"(?:\b(?:e\.g|i\.e|etc|vs|cf|approx|incl|resp|no|fig|al|ca|bzw|z\.B|d\.h|u\.a|ex|p\.ex|т\.д|т\.е|Dr|Mr|Ms|St)|"
    r"(?:^|\s)\(?(?:\d{1,2}|[A-Za-z]))\.$"
)


def sentences(text: str, *, code_begins: bool = False) -> list[str]:
    """The sentences of one block in order, without blanks around them; `code_begins` one that begins with code too.

    The ranker learned from English that is not cut there.
    """
    sign = "X" if code_begins else "x"
    masked = _CODE.sub(lambda found: sign * len(found[0]), text)
    parts, start = [], 0
    for stop in _STOP.finditer(masked):
        if _ABBREVIATED.search(masked[max(0, stop.start() - 12) : stop.end()].rstrip()):
            continue
        parts.append(text[start : stop.end()].strip())
        start = stop.end()
    parts.append(text[start:].strip())
    return [part for part in parts if part]
