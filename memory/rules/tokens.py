"""How many tokens a text costs a model, well enough for budgets."""

CHARACTERS_PER_TOKEN = 4


def estimate(text: str) -> int:
    """Tokens of `text`, at the usual four characters each, at least 1."""
    return max(1, round(len(text) / CHARACTERS_PER_TOKEN))


def snippet(text: str, length: int = 80) -> str:
    """The first `length` characters on one line, cut at a word with an ellipsis."""
    line = " ".join(text.split())
    if len(line) <= length:
        return line
    cut = line[: length - 1].rsplit(" ", 1)[0]
    return (cut if len(cut) > length // 2 else line[: length - 1]) + "…"
