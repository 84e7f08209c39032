"""How much of a long question is looked up word by word: looking up costs the square of its different words."""

import re

# So many different pieces are looked up, of them so many from the beginning, where people say what it is about; the
# rest are those that tell most, by their form: what was pasted has names and numbers.
MOST, _FIRST = 200, 120
# Of one string without a space no more, or a single one would be all.
_MOST_OF_ONE = 40
_WIDE = "぀-ヿ㐀-䶿一-鿿가-힯฀-๿"
# What the text search makes words of, or more: parts of names, numbers, a few letters of a script without spaces.
_PIECE = re.compile(rf"[{_WIDE}]{{1,4}}|[A-Z]+[a-z]*|[^\W\d_A-Z{_WIDE}]+|\d+")
_NAMELIKE = re.compile(r"[\d_]|[a-z][A-Z]|\w[./:-]\w")


def looked_up(question: str) -> str:
    """The question, or of a long one the strings whose words are looked up, in its order."""
    if len(set(_PIECE.findall(question))) <= MOST:
        return question
    strings = [_cut(each) for each in question.split()]
    pieces = [set(_PIECE.findall(each)) for each in strings]
    kept, taken = set[int](), set[str]()
    telling = sorted(range(len(strings)), key=lambda at: (not _NAMELIKE.search(strings[at]), -len(strings[at])))
    for most, order in ((_FIRST, range(len(strings))), (MOST, telling)):
        for at in order:
            if len(taken) >= most:
                break
            if len(taken | pieces[at]) <= most:
                kept.add(at)
                taken |= pieces[at]
    return " ".join(strings[at] for at in sorted(kept))


def _cut(string: str) -> str:
    """The string up to its fortieth piece."""
    for number, found in enumerate(_PIECE.finditer(string), 1):
        if number == _MOST_OF_ONE:
            return string[: found.end()]
    return string
