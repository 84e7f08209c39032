"""The part of redaction that finds where to look: each place of a literal that a secret may stand beside.

Literals that share a stem (`auth`) are found by one search for it, and so are stems that look alike: most of the
time of a harmless text goes into searches that find nothing.
"""

from hooks.secret_names import may_name, named_secret
from hooks.secret_rules import REACH, Rule, over_lines
from hooks.secret_words import book

# All that judging a name looks at, and of how many such places the harmless are remembered.
_BEFORE_A_NAME, _BEHIND_A_NAME, _REMEMBERED = 264, 700, 64
_TOKEN_CHARACTERS = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789._-"  # noqa: S105 - the alphabet of tokens


class Places:
    """The token rules by the first three characters of their prefixes; every literal by its needle.

    Literals are looked for in small letters and in one byte a character, in which a single emoji does not make the
    text four times as wide. Letters of one class of the rule file (`alike`) are one letter to the search, so that
    one search finds several stems; what it found is then compared to the letter.
    """

    def __init__(self):
        self.by_start: dict[str, list[Rule]] = {}
        self._alike = _classes(book().alike)
        self._near: dict[bytes, dict[bytes, dict[str, tuple[int, list[Rule]]]]] = {}
        self._signs: dict[bytes, dict[bytes, list[Rule]]] = {}
        self._wide: dict[str, list[Rule]] = {}
        for rank, row in enumerate(book().tokens, start=1):
            self._add_token(Rule(rank, row, True), row.get("anywhere", ()))
        for rank, row in enumerate(book().marks, start=500):
            rules = self._rules(row["mark"], row.get("needs", ""))
            rules.append(Rule(rank, row, row.get("live", False)))
        for anchor in book().anchors:
            self._rules(anchor)
        self._letters = {literal: next(sign for sign in literal if not sign.isascii()) for literal in self._wide}
        self._grouped: dict[bytes, dict[bytes, list]] = {}
        self._single: dict[bytes, dict[bytes, list]] = {}
        for needle, stems in self._near.items():
            grouped = {stem: _by_offset(literals) for stem, literals in stems.items()}
            # What no other stem looks like is found to the letter: it has rarer letters then, and leaps are longer.
            alone = len(grouped) == 1
            (self._single if alone else self._grouped)[next(iter(grouped)) if alone else needle] = grouped

    def spans(self, text, folded, seen):
        """`(start, end, rank, kind, live)` of each secret beside one of the literals; adds the needles to `seen`."""
        narrow = folded.encode("latin-1")
        alike = narrow.translate(self._alike)
        for searched, needles in ((narrow, self._single), (alike, self._grouped)):
            for needle, stems in needles.items():
                at = searched.find(needle)
                if at >= 0:
                    seen.add(needle)
                    yield from _meant(text, folded, (narrow, searched), (at, needle), stems)
        for sign, marks in self._signs.items():
            if sign in narrow:
                for mark, rules in marks.items():
                    if mark in narrow:
                        yield from _in_front(text, folded, narrow, (sign, mark), rules)
        if not text.isascii():
            yield from self._wide_spans(text)

    def _wide_spans(self, text):
        """Those of literals that are not of ASCII."""
        written = self._written_in(text)
        if written:
            folded = text.replace("\u0130", "i").lower()  # the one letter whose lower case is longer
            for literal, rules in written.items():
                at = folded.find(literal)
                if at >= 0:
                    itself = {literal: [(0, (literal,), (rules,))]}
                    yield from _meant(text, folded, (folded, folded), (at, literal), itself)

    def needle_of(self, anchor):
        """What `spans` has seen wherever the anchor stands."""
        stem = next((stem for stem in book().stems if stem in anchor), anchor).encode()
        return stem if stem in self._single else stem.translate(self._alike)

    def _add_token(self, rule, anywhere):
        for literal in anywhere:
            self._rules(literal.lower()).append(rule)
        for head in sorted({head for start in rule.starts for head in _heads(start)}):
            self.by_start.setdefault(head, []).append(rule)

    def _rules(self, literal, needs=""):
        """The rules to be tried at `literal`, to be added to; without any the literal is (part of) a name.

        Where `needs` must stand behind the literal, that rarer sign is what is looked for.
        """
        if needs:
            return self._signs.setdefault(needs.encode(), {}).setdefault(literal.encode(), [])
        if not literal.isascii():
            return self._wide.setdefault(literal, [])
        stem = next((stem for stem in book().stems if stem in literal), literal)
        stems = self._near.setdefault(stem.encode().translate(self._alike), {})
        entry: tuple[int, list[Rule]] = (literal.index(stem), [])
        return stems.setdefault(stem.encode(), {}).setdefault(literal, entry)[1]

    def _written_in(self, text):
        """The literals, with their rules, of which the text has the first letter that is not of ASCII."""
        letters = {sign for sign in self._letters.values() if sign in text or sign.upper() in text}
        return {literal: rules for literal, rules in self._wide.items() if self._letters[literal] in letters}


def _by_offset(literals):
    """`(offset, literals, their rules)` of a stem's literals: those that have it at one place are compared at once."""
    groups: dict[int, dict[str, list[Rule]]] = {}
    for literal, (offset, rules) in literals.items():
        groups.setdefault(offset, {})[literal] = rules
    return [(offset, tuple(group), tuple(group.values())) for offset, group in groups.items()]


def _heads(start):
    """The first three characters of tokens that start so; a start of two stands before each character of tokens."""
    return (start[:3],) if len(start) > 2 else [start + third for third in _TOKEN_CHARACTERS]


def _classes(groups):
    """A table for `bytes.translate`: each character of a group becomes the group's first."""
    table = bytearray(range(256))
    for group in groups:
        for character in group.encode():
            table[character] = ord(group[0])
    return bytes(table)


def first(text, folded, at, rules):
    """The span of the first of the rules that sees a secret at `at`, or None."""
    for rule in rules:
        if rule.starts and not text.startswith(rule.starts, at):
            continue
        span = rule.span(text, folded, at)
        if rule.starts:
            span = over_lines(rule, text, at, span) or span
        if span:
            return (*span, rule.rank, rule.kind, rule.live)
    return None


def _meant(text, folded, searched, first_place, stems):
    """What stands beside the stems that a needle finds, each literal past what was found beside it before."""
    exact, alike = searched
    at, needle = first_place
    size = len(needle)
    looks: dict[bytes, list] = {}
    while at >= 0:
        stem = exact[at : at + size]
        if stem in stems:
            if stem not in looks:
                looks[stem] = [
                    (offset, group, _states(text, folded, group, rules)) for offset, group, rules in stems[stem]
                ]
            for offset, group, states in looks[stem]:
                if at >= offset and folded.startswith(group, at - offset):
                    yield from _beside(folded, at - offset, states)
        at = alike.find(needle, at + 1)


def _states(text, folded, literals, rules):
    """Of each literal: itself, how to look beside it, and from where on, past what was found."""
    return [[each, _look(text, folded, each, its), 0] for each, its in zip(literals, rules, strict=True)]


def _beside(folded, start, states):
    for state in states:
        literal, look, free = state
        if start >= free and folded.startswith(literal, start):
            found = look(start)
            state[2] = max(found[1], start + 1) if found else start + len(literal)
            if found:
                yield found


def _in_front(text, folded, narrow, sign_and_mark, rules):
    """What stands beside a mark that has the sign behind it or at its end, within reach; leaps from sign to mark to
    sign."""
    sign, mark = sign_and_mark
    free, at = 0, narrow.find(sign)
    while at >= 0:
        start = narrow.find(mark, max(free, at + 1 - REACH), at + 1)
        while start >= 0:
            found = first(text, folded, start, rules)
            free = max(found[1], start + 1) if found else start + len(mark)
            if found:
                yield found
            start = narrow.find(mark, free, at + 1)
        free = max(free, at)
        following = narrow.find(mark, free)
        at = narrow.find(sign, following) if following >= 0 else -1


def _look(text, folded, literal, rules):
    if rules:
        return lambda at: first(text, folded, at, rules)
    words = book()
    once = _once(text, lambda at: named_secret(text, folded, at, literal, words))
    return lambda at: once(at) if may_name(text, folded, at, literal, words) else None


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
