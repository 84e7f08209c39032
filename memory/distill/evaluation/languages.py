"""Tells the language of a turn by its script and smallest words, well enough to part a report by it."""

import re

from memory.rules.material import TurnMaterial

_CODE = re.compile(r"```.*?(?:```|\Z)|`[^`\n]*`|(?<![!-~])[!-~]*?[/\\_<>{}=][!-~]*", re.DOTALL)
_SAMPLE = 4_000  # characters that are enough to tell
_FEWEST_LETTERS = 12
_SCRIPTS = {
    "ja": re.compile(r"[\u3040-\u30ff]"),
    "ko": re.compile(r"[\uac00-\ud7af]"),
    "zh": re.compile(r"[\u4e00-\u9fff]"),
    "ru": re.compile(r"[\u0400-\u04ff]"),
}
# A Chinese or Japanese character is about half a word, and developers name their tools in English.
_SCRIPT_SHARE = 0.15
_LETTER = re.compile(r"[^\W\d_]")
_WORD = re.compile(r"[^\W\d_]+")
_WORDS = {
    "en": "the and is are to of in it that for with this on not be can you was should have when all why how",
    "pt": "o os um uma é são não em do da no na que para com por se você ao mais mas foi está ser isso",
    "es": "el la los las un una es son no en del que para con por se al más pero fue está hay como y",
    "fr": "le la les un une est sont pas dans du des que pour avec sur et il elle ce mais plus je nous",
    "de": "der die das ein eine ist sind nicht in den dem mit für auf und wird zu es aber auch wir ich bitte",
    "it": "il lo gli un una è sono non di che per con del della nel si ma anche più come e questo",
}
_KNOWN = {language: frozenset(words.split()) for language, words in _WORDS.items()}


def language_of(material: TurnMaterial) -> str:
    """The language that the developer writes in, as an ISO 639-1 code; by the answer where the prompt is too short."""
    prompt = _CODE.sub(" ", material.prompt[:_SAMPLE])
    # Above or below what somebody pasted stand their own words.
    lines = prompt.strip().splitlines() or [""]
    if script := _script(lines[0]) or _script(lines[-1]):
        return script
    enough = len(_LETTER.findall(prompt)) >= _FEWEST_LETTERS
    return _language(prompt if enough else _CODE.sub(" ", material.answer[:_SAMPLE]))


def _language(text: str) -> str:
    if script := _script(text):
        return script
    words = [word.lower() for word in _WORD.findall(text)]
    hits = {language: sum(word in known for word in words) for language, known in _KNOWN.items()}
    best = max(hits, key=lambda language: hits[language])
    return best if hits[best] or text.isascii() else "other"


def _script(text: str) -> str:
    """The language of a script of its own, where enough of the text is written in it."""
    letters = len(_LETTER.findall(text))
    for language, script in _SCRIPTS.items():
        if len(script.findall(text)) > _SCRIPT_SHARE * letters:
            return language
    return ""
