"""The part of redaction that finds where to look: each place of a literal that a secret may stand beside.

Literals that share a stem (`pass`, `auth`) are found by one search for it: most of the time of a harmless text
goes into searches that find nothing.
"""

from hooks.secret_names import named_secret
from hooks.secret_rules import Rule
from hooks.secret_words import book

# All that judging a name looks at, and of how many such places the harmless are remembered.
_BEFORE_A_NAME, _BEHIND_A_NAME, _REMEMBERED = 64, 700, 64


class Places:
    """The token rules by the first three (some have two) characters of their prefixes; every literal by its stem."""

    def __init__(self):
        self.by_start: dict[str, list[Rule]] = {}
        self._in_text, self._in_folded = _Stems(), _Stems()
        for rank, row in enumerate(book().tokens, start=1):
            rule = Rule(rank, row, True)
            for literal in row.get("anywhere", ()):
                self._in_text.rules(literal).append(rule)
            for head in sorted({start[:3] for start in rule.starts}):
                self.by_start.setdefault(head, []).append(rule)
        for rank, row in enumerate(book().marks, start=500):
            self._in_folded.rules(row["mark"]).append(Rule(rank, row, row.get("live", False)))
        for anchor in book().anchors:
            self._in_folded.rules(anchor)

    def spans(self, text, folded):
        """`(start, end, rank, kind, live)` of each secret beside one of the literals."""
        yield from self._in_text.spans(text, folded, text)
        yield from self._in_folded.spans(text, folded, folded)


class _Stems:
    """Literals with their rules, by the stem that one search looks for.

    The search runs over one byte a character, in which a single emoji does not make the text four times as wide;
    only literals of other scripts are looked for in the text itself.
    """

    def __init__(self):
        self._narrow: dict[bytes, dict[bytes, tuple[str, int, list[Rule]]]] = {}
        self._wide: dict[str, list[Rule]] = {}

    def rules(self, literal):
        """The rules to be tried at `literal`, to be added to; without any the literal is (part of) a name."""
        if not literal.isascii():
            return self._wide.setdefault(literal, [])
        stem = next((stem for stem in book().stems if stem in literal), literal)
        entry: tuple[str, int, list[Rule]] = (literal, literal.index(stem), [])
        return self._narrow.setdefault(stem.encode(), {}).setdefault(literal.encode(), entry)[2]

    def spans(self, text, folded, within):
        narrow = within.encode("latin-1", "replace")
        for stem, literals in self._narrow.items():
            at = narrow.find(stem)
            if at >= 0:
                yield from _beside(text, folded, narrow, at, stem, literals)
        if not within.isascii():
            for literal, rules in self._wide.items():
                at = within.find(literal)
                if at >= 0:
                    yield from _beside(text, folded, within, at, literal, {literal: (literal, 0, rules)})


def first(text, folded, at, rules):
    """The span of the first of the rules that sees a secret at `at`, or None."""
    for rule in rules:
        if rule.starts and not text.startswith(rule.starts, at):
            continue
        span = rule.span(text, folded, at)
        if span:
            return (*span, rule.rank, rule.kind, rule.live)
    return None


def _beside(text, folded, within, at, stem, literals):
    """What stands beside the literals of a stem, each searched past the end of what was found beside it before."""
    looks = [(key, offset, _look(text, folded, word, rules)) for key, (word, offset, rules) in literals.items()]
    free = [0] * len(looks)
    while at >= 0:
        for number, (literal, offset, look) in enumerate(looks):
            start = at - offset
            if start >= free[number] and within.startswith(literal, start):
                found = look(start)
                free[number] = max(found[1], start + 1) if found else start + len(literal)
                if found:
                    yield found
        at = within.find(stem, at + len(stem))


def _look(text, folded, literal, rules):
    if rules:
        return lambda at: first(text, folded, at, rules)
    words = book()
    return _once(text, lambda at: named_secret(text, folded, at, literal, words))


def _once(text, look):
    """`look`, but not again at what reads the same as before: a wall of one word repeated costs no more than a page."""
    harmless: set[tuple[int, str]] = set()

    def looked(at):
        before = min(at, _BEFORE_A_NAME)
        around = before, text[at - before : at + _BEHIND_A_NAME]
        if around in harmless:
            return None
        found = look(at)
        if not found:
            if len(harmless) >= _REMEMBERED:
                harmless.clear()
            harmless.add(around)
        return found

    return looked
