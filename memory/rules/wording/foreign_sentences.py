"""A step of wording: takes people and moods out of sentences in other languages than English, and keeps the rest."""

import re

from memory.rules.languages.which import language_of
from memory.rules.languages.word_lists import by_language, pairs, regex
from memory.rules.persons import mark_persons
from memory.rules.persons.contacts import PERSON
from memory.rules.persons.east_asian import is_east_asian, without_people
from memory.rules.wording.exclamations import without_exclamations
from memory.rules.wording.foreign_first_person import without_first_person
from memory.rules.wording.markup import tidy, without_markup
from memory.rules.wording.moods import without_foreign_moods
from memory.rules.wording.preambles import without_person_preamble

_IDENTIFIER = re.compile(r"[a-z]+\d*(?:-(?!se\b)|[_./])\w|[a-z]+\d")
_PERSONS = regex("sentences_abroad", "persons")
_TEAM = {code: told[0] for code, told in by_language("sentences_abroad", "team").items()}
_FRAME = re.compile(regex("sentences_abroad", "frame"), re.IGNORECASE)
_FOUND_OUT = re.compile(regex("sentences_abroad", "found_out"), re.IGNORECASE)
_CONVINCED = re.compile(regex("sentences_abroad", "convinced"), re.IGNORECASE)
_THANKS = re.compile(regex("sentences_abroad", "thanks"), re.IGNORECASE)
_CLAUSE = re.compile(regex("sentences_abroad", "clause"), re.IGNORECASE)
# `…, vertelde PERSON` and `…, m'a confirmé PERSON`: a short clause that only says who told it.
_INQUIT = re.compile(regex("sentences_abroad", "inquit"))
_BY = re.compile(regex("sentences_abroad", "by"), re.IGNORECASE)
_ACTING = re.compile(regex("sentences_abroad", "acting"), re.IGNORECASE)
_ONESELF = (
    (re.compile(r"(?:^|(?<=[.;:,] ))(?:Ich habe|Ich hab|Wir haben|Habe|Haben wir) (?:uns |mich |mir )?"), ""),
    (re.compile(r"\b[Ww]ir haben\b"), "das Team hat"),
    (re.compile(r"\b(?:ich habe|ich hab|hab ich|habe ich|haben wir)\b"), "hat das Team"),
    (re.compile(r"\b[Ww]ir (?P<verb>[a-zäöüß]{2,}(?:en|ern|eln)|sind)\b"), "wir"),
    (re.compile(r"(?:^|(?<=[.;:,] ))(?:J['’]ai|Nous avons) "), ""),
    (re.compile(r"\bj['’]ai\b|\bnous avons\b"), "l'équipe a"),
    (re.compile(r"\b[Nn]ous (?P<verb>[a-zéèêçâ]{3,})ons\b"), "nous"),
    (
        re.compile(
            r"(?:^|(?<=[.;:,] ))(?:Hemos|He|Yo he|Nosotros hemos|Eu|Io ho|Ho|Abbiamo|Noi abbiamo|Ik heb|We hebben|"
            r"Wij hebben) (?=\w)"
        ),
        "",
    ),
    (re.compile(r"\b(?:ik heb|we hebben|wij hebben)\b"), "het team heeft"),
)  # fmt: skip
_IRREGULAR = pairs("sentences_abroad", "third_person", "de")


def foreign(sentence: str) -> str:
    """A sentence of another language without people, moods, markup and its first person; all else stays as it is."""
    text = tidy(without_markup(without_exclamations(sentence)))
    if is_east_asian(marked := mark_persons(text)):
        return tidy(without_people(marked)).strip(" ,;:–—-、，；")
    language = language_of(text)
    text = mark_persons(text)
    if PERSON in text:
        text = _without_persons(without_person_preamble(text), _TEAM.get(language, ""))
    text = without_foreign_moods(_CONVINCED.sub("", _FOUND_OUT.sub("", text)).strip())
    text = _impersonal(without_exclamations(text))
    text = without_first_person(text, language)
    text = tidy(text).strip(" ,;:–—-")
    text += sentence.rstrip()[-1] if text and text[-1].isalnum() and sentence.rstrip()[-1:] in (".", "。") else ""
    begun = text != sentence and language and sentence[:1].isupper() and not _IDENTIFIER.match(text)
    return text[:1].upper() + text[1:] if begun else text


# `com a Cidinha`, `del Gigi`, `der Uwe`: names that are said with their article.
_ARTICLE = re.compile(regex("sentences_abroad", "article"), re.IGNORECASE)
_BARE = {
    "do": "de ", "da": "de ", "ao": "a ", "al": "a ", "alla": "a ", "del": "de ", "della": "di ", "dal": "da ",
    "dalla": "da ", "pelo": "por ", "pela": "por ",
}  # fmt: skip


def _unarticled(found: re.Match[str]) -> str:
    return _BARE.get(found["said"].lower(), "")


def _without_persons(text: str, team: str) -> str:
    text = _ARTICLE.sub(_unarticled, text)
    text = _CLAUSE.sub(lambda found: "" if found[0][-1] != "," else ",", _FRAME.sub("", text))
    text = _BY.sub("", _INQUIT.sub("", _THANKS.sub("", text))).strip()
    if team:
        text = re.sub(rf"(?<!\w)(?P<and>e|y|et|und|en) {_PERSONS}, ", rf"\g<and> {team} ", text)
        text = _ACTING.sub(lambda found: f"{found['start']}{team}", text)
    return re.sub(rf"\s?\(?(?:cc:?|@)?\s?{PERSON}\)?(?:['’]s)?", "", text)


def _impersonal(text: str) -> str:
    for pattern, replacement in _ONESELF:
        if replacement == "wir":
            text = pattern.sub(lambda found: f"das Team {_third_person(found['verb'])}", text)
        elif replacement == "nous":
            text = pattern.sub(lambda found: f"l'équipe {found['verb'].removesuffix('e')}e", text)
        else:
            text = pattern.sub(replacement, text)
    return text


def _third_person(verb: str) -> str:
    """`nutzen` → `nutzt`, `speichern` → `speichert`, `hatten` → `hatte`."""
    if verb in _IRREGULAR:
        return _IRREGULAR[verb]
    if verb.endswith("ten") and not verb.endswith(
        ("arbeiten", "testen", "starten", "warten", "leiten", "bieten", "achten", "halten")
    ):
        return verb[:-1]
    stem = verb.removesuffix("en") if verb.endswith("en") else verb.removesuffix("n")
    return f"{stem}et" if stem.endswith(("t", "d")) else f"{stem}t"
