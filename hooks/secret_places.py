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
        # Two ways of reading letters alike: those of words, and those of options, of which each text has many.
        self._alike, self._flags = _classes(book().alike), _classes([book().flags])
        self._near: dict[str, dict[str, dict[str, tuple[int, list[Rule]]]]] = {}
        self._signs: dict[str, dict[str, list[Rule]]] = {}
        self._wide: dict[str, list[Rule]] = {}
        for rank, row in enumerate(book().tokens, start=1):
            self._add_token(Rule(rank, row, True), row.get("anywhere", ()))
        for rank, row in enumerate(book().marks, start=500):
            rules = self._rules(row["mark"], row.get("needs", ""))
            rules.append(Rule(rank, row, row.get("live", False)))
        for anchor in book().anchors:
            self._rules(anchor)
        self._letters = _first_letters(self._wide)
        self._grouped: dict[str, dict[str, list]] = {}
        self._single: dict[str, dict[str, list]] = {}
        self._options: dict[str, dict[str, list]] = {}
        for needle, stems in self._near.items():
            grouped = {stem: _by_offset(literals) for stem, literals in stems.items()}
            # What no other stem looks like is found to the letter: it has rarer letters then, and leaps are longer.
            alone = len(grouped) == 1
            searched = self._options if needle.startswith(" -") else self._single if alone else self._grouped
            searched[next(iter(grouped)) if alone and searched is self._single else needle] = grouped

    def spans(self, text, folded, seen):
        """`(start, end, rank, kind, live)` of each secret beside one of the literals; adds the needles to `seen`."""
        alike = _as_read(folded, self._alike)
        options = _as_read(folded, self._flags) if " -" in folded else ""
        for searched, needles in ((folded, self._single), (alike, self._grouped), (options, self._options)):
            # Most texts have few of them. To ask a string for each takes half as long as to ask bytes for its place.
            found = [needle for needle in needles if needle in searched]
            for needle in found:
                seen.add(needle)
                yield from _meant(text, folded, searched, (searched.find(needle), needle), needles[needle])
        for sign, marks in self._signs.items():
            if sign in folded:
                for mark, rules in marks.items():
                    if mark in folded:
                        yield from _in_front(text, folded, (sign, mark), rules)
        if not text.isascii():
            yield from self._wide_spans(text)

    def _wide_spans(self, text):
        """Those of literals that are not of ASCII."""
        letters = [letter for letter in self._letters if letter in text]
        if letters:
            folded = text.replace("\u0130", "i").lower()  # the one letter whose lower case is longer
            written = {literal: None for letter in letters for literal in self._letters[letter] if literal in folded}
            for literal in written:
                itself = {literal: [(0, (literal,), (self._wide[literal],))]}
                yield from _meant(text, folded, folded, (folded.find(literal), literal), itself)

    def needle_of(self, anchor):
        """What `spans` has seen wherever the anchor stands."""
        stem = next((stem for stem in book().stems if stem in anchor), anchor)
        return stem if stem in self._single else _as_read(stem, self._alike)

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
            return self._signs.setdefault(needs, {}).setdefault(literal, [])
        if not literal.isascii():
            return self._wide.setdefault(literal, [])
        stem = next((stem for stem in book().stems if stem in literal), literal)
        table = self._flags if stem.startswith(" -") else self._alike
        stems = self._near.setdefault(_as_read(stem, table), {})
        entry: tuple[int, list[Rule]] = (literal.index(stem), [])
        return stems.setdefault(stem, {}).setdefault(literal, entry)[1]


def _as_read(folded, table):
    return folded.encode("latin-1").translate(table).decode("latin-1")


def _first_letters(literals):
    """The literals by a letter of theirs that is not of ASCII, small or capital; the fewer letters, the better."""
    common = "".join(literals)
    letters: dict[str, list[str]] = {}
    for literal in literals:
        rare = max((sign for sign in literal if not sign.isascii()), key=common.count)
        for letter in {rare, rare.upper()}:
            letters.setdefault(letter, []).append(literal)
    return letters


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
    at, needle = first_place
    size = len(needle)
    states: dict[str, list] = {}  # of each literal: how to look beside it, and from where on
    while at >= 0:
        for offset, group, rules in stems.get(folded[at : at + size], ()):
            if at >= offset and folded.startswith(group, at - offset):
                yield from _beside(text, folded, at - offset, zip(group, rules, strict=True), states)
        at = searched.find(needle, at + 1)


def _beside(text, folded, start, group, states):
    for literal, rules in group:
        if not folded.startswith(literal, start):
            continue
        if literal not in states:
            states[literal] = [_look(text, folded, literal, rules), 0]
        look, free = states[literal]
        if start >= free:
            found = look(start)
            # The blank at the end of ` -p ` begins ` -P `, too.
            states[literal][1] = max(found[1], start + 1) if found else start + max(1, len(literal) - 1)
            if found:
                yield found


def _in_front(text, folded, sign_and_mark, rules):
    """What stands beside a mark that has the sign behind it or at its end, within reach; leaps from sign to mark to
    sign."""
    sign, mark = sign_and_mark
    free, at = 0, folded.find(sign)
    while at >= 0:
        start = folded.find(mark, max(free, at + 1 - REACH), at + 1)
        while start >= 0:
            found = first(text, folded, start, rules)
            free = max(found[1], start + 1) if found else start + len(mark)
            if found:
                yield found
            start = folded.find(mark, free, at + 1)
        free = max(free, at)
        following = folded.find(mark, free)
        at = folded.find(sign, following) if following >= 0 else -1


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
