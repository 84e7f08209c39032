"""A step of wording: says verbs of the first person of nobody by their endings (`añadí X` → `se añadió X`)."""

import re
from collections.abc import Callable

_NO_VERBS = frozenset(
    """rené salomé bernabé vanderlei wanderlei claudinei sidnei valdinei ronei ednei rudinei qué porqué café caché
    perché poiché finché benché anziché affinché purché giacché nonché sicché comité chassé bebé puré chalé cliché
    también aquí allí así ahí casi sí mí olé esté dé té sé israelí maniquí rubí colibrí paté carné ballet josé andré
    noé hincapié tupé bidé parqué rentré jersé canapé consomé lei sei hei rei frei grei arrei""".split()
)
_SPANISH = re.compile(
    r"(?<![\w'’./-])(?P<no>(?:no )?(?:l[aoe]s? )?)(?P<verb>[A-ZÁÉÍÓÚa-záéíóúñ][a-záéíóúñü]{2,}[éí])(?![\w./-])"
)
_PORTUGUESE = re.compile(
    r"(?<![\w'’./-])(?P<no>(?:não|que|quando|onde|já|também|só|porque|como|ainda|nunca|eu) )?(?:[oa]s? )?"
    r"(?P<verb>[A-Za-z][a-záéíóúâêôãõç]{2,}ei)(?![\w./-])",
    re.IGNORECASE,
)
_PLURAL = re.compile(r" (?:los|las|unos|unas|dos|tres|cuatro|cinco|[2-9]|\d\d+)\b")
# Present and irregular verbs, which no ending tells from nouns.
_IRREGULAR = {
    "es": {
        "quiero": "se quiere", "puedo": "se puede", "pude": "se pudo", "hice": "se hizo", "quise": "se quiso",
        "necesito": "se necesita", "prefiero": "se prefiere", "puse": "se puso", "tuve": "hubo", "tengo": "hay",
        "dejé": "quedó", "dije": "se dijo", "reduje": "se redujo", "introduje": "se introdujo", "traje": "se trajo",
        "propongo": "se propone", "pongo": "se pone", "hago": "se hace", "voy a": "se va a", "vi": "se vio",
        "he": "se ha", "había": "se había", "estoy": "se está",
    },
    "pt": {
        "quero": "quer-se", "posso": "pode-se", "fiz": "fez-se", "pus": "pôs-se", "prefiro": "prefere-se",
        "decidi": "decidiu-se", "consegui": "conseguiu-se", "resolvi": "resolveu-se", "descobri": "descobriu-se",
        "percebi": "percebeu-se", "vi": "viu-se", "escrevi": "escreveu-se", "defini": "definiu-se",
        "inseri": "inseriu-se", "excluí": "excluiu-se", "incluí": "incluiu-se", "abri": "abriu-se",
        "preferi": "preferiu-se", "recebi": "recebeu-se", "esqueci": "esqueceu-se", "subi": "subiu-se",
        "desfiz": "desfez-se", "refiz": "refez-se", "reescrevi": "reescreveu-se", "reduzi": "reduziu-se",
        "converti": "converteu-se", "dividi": "dividiu-se", "perdi": "perdeu-se", "medi": "mediu-se",
        "substituí": "substituiu-se", "construí": "construiu-se", "tenho": "há", "vou": "vai-se",
    },
    "it": {
        "posso": "si può", "voglio": "si vuole", "devo": "bisogna", "preferisco": "si preferisce", "vedo": "si vede",
        "propongo": "si propone",
    },
}  # fmt: skip
_MINE: dict[str, tuple[tuple[re.Pattern[str], str], ...]] = {
    language: tuple((re.compile(rf"(?<![\w'’-]){pattern}", re.IGNORECASE), said) for pattern, said in pairs)
    for language, pairs in {
        "es": ((r"mis (?=\w+as\b)", "las "), (r"mis ", "los "), (r"mi (?=\w+(?:a|ión|dad)\b)", "la "), (r"mi ", "el ")),
        "pt": (
            (r"(?P<b>[oa]s?|d[oa]s?|n[oa]s?|ao?s?|pel[oa]s?) (?:meu|minha)s? ", r"\g<b> "),
            (r"meu ", "o "), (r"minha ", "a "), (r"meus ", "os "), (r"minhas ", "as "),
        ),
        "it": ((r"(?P<b>il|la|i|le|del(?:la|le)?|dei|al(?:la|le)?|nel(?:la|le)?|sul(?:la|le)?|"
        "dal(?:la)?) mi[oaei]e? ", r"\g<b> "),),
        "fr": ((r"mon (?=[aeiouhéèê])", "l'"), (r"mon ", "le "), (r"ma (?=\w)", "la "), (r"mes ", "les ")),
        "de": (
            (r"meine ", "die "), (r"meinem ", "dem "), (r"meinen ", "den "), (r"meiner ", "der "), (r"meines ", "des "),
            (r"mein ", "ein "),
        ),
    }.items()
}  # fmt: skip
_ITALIAN = (
    (
        re.compile(
            r"(?:^|(?<=[.;:,] )|(?<=\be )|(?<=\bpoi ))(?:l['’])?(?:io )?(?:ho|avevo) (?=\w+[tsr][oaie]\b)", re.I
        ),
        "",
    ),
    (re.compile(r"\bho (?=\w+[ts]o\b)"), "si è "),
    (re.compile(r"\bavevo (?=\w+[ts]o\b)"), "si era "),
)
_FRENCH_VERBS = {
    "ai": "a", "suis": "est", "vais": "va", "peux": "peut", "veux": "veut", "dois": "doit", "fais": "fait",
    "mets": "met", "viens": "vient", "prends": "prend", "vois": "voit", "sais": "sait", "crois": "croit",
}  # fmt: skip
_FRENCH = re.compile(
    r"(?<![\w'’])(?:je |j['’])(?P<no>(?:ne |n['’]|l['’]|le |la |les |y |en )*)(?P<verb>[^\W\d_]+)", re.IGNORECASE
)
_GERMAN_VERBS = {
    "bin": "ist", "habe": "hat", "hab": "hat", "werde": "wird", "gebe": "gibt", "nehme": "nimmt", "lese": "liest",
    "sehe": "sieht", "lasse": "lässt", "fahre": "fährt", "halte": "hält", "laufe": "läuft", "warte": "wartet",
    "teste": "testet", "starte": "startet", "arbeite": "arbeitet", "würde": "würde", "wurde": "wurde", "werfe": "wirft",
}  # fmt: skip
_GERMAN = re.compile(
    r"(?<![\w'’])ich (?P<verb>[a-zäöüß]{2,})\b(?! ich)|(?<![\w'’])(?P<before>[A-Za-zäöüß]{2,}(?:e|te|bin|kann|muss|"
    r"darf|soll|will|"
    r"war)) ich\b",
    re.IGNORECASE,
)
_ICH = re.compile(r"(?<![\w'’])ich(?![\w'’-])", re.IGNORECASE)


def said_of_nobody(text: str, language: str) -> str:
    """Verbs and possessives of the first person singular without it; all else stays."""
    rewrite = _BY_LANGUAGE.get(language)
    if not rewrite:
        return text
    text = rewrite(text)
    for pattern, said in _MINE.get(language, ()):
        text = pattern.sub(_cased(said), text)
    return text


def _cased(said: str) -> Callable[[re.Match[str]], str]:
    def replace(found: re.Match[str]) -> str:
        new = found.expand(said)
        return new[:1].upper() + new[1:] if found[0][:1].isupper() else new

    return replace


def _irregular(text: str, language: str) -> str:
    words = _IRREGULAR_WORDS[language]

    def replace(found: re.Match[str]) -> str:
        said = _IRREGULAR[language][found["verb"].lower()]
        return _joined(found, said) if language == "pt" else _cased_as(found, f"{found['no'] or ''}{said}")

    return words.sub(replace, text)


_BEFORE = r"(?P<no>(?:não|que|quando|onde|já|também|só|porque|como|ainda|nunca) )?"
_AFTER_ES_HE = {
    "he": r"he(?= \w+(?:[aií]do|to|cho)\b)",
    "había": r"(?!)",
    "estoy": r"estoy(?= \w+ndo\b)",
    "vi": r"vi(?= (?:el|la|los|las|un|una|que)\b)",
}
_IRREGULAR_WORDS = {
    language: re.compile(
        rf"(?<![\w'’./-]){_BEFORE if language == 'pt' else '(?P<no>(?:no |non ))?'}(?P<verb>"
        + "|".join(
            _AFTER_ES_HE.get(verb, verb) if language == "es" else verb for verb in sorted(said, key=len, reverse=True)
        )
        + r")(?![\w./-])",
        re.IGNORECASE,
    )
    for language, said in _IRREGULAR.items()
}


def _cased_as(found: re.Match[str], new: str) -> str:
    return new[:1].upper() + new[1:] if found[0][:1].isupper() else new


def _joined(found: re.Match[str], said: str) -> str:
    """`adicionou-se`, but `que se adicionou`."""
    verb, mark, _ = said.partition("-")
    before = found["no"] or ""
    before = "" if before.lower() == "eu " else before
    return _cased_as(found, f"{before}{'se ' if mark else ''}{verb}" if before else said)


def _spanish(text: str) -> str:
    return _SPANISH.sub(_spanish_verb, _irregular(text, "es"))


def _spanish_verb(found: re.Match[str]) -> str:
    verb = found["verb"]
    small = verb.lower()
    at_start = not found.string[: found.start()].strip() or found.string[: found.start()].rstrip()[-1:] in ".:;!?¡"
    if (
        small in _NO_VERBS
        or _OF_NOUN.search(found.string[: found.start()])
        or (verb[0].isupper() and not at_start)
        or (verb[0].isupper() and found["no"])
    ):
        return found[0]
    many = bool(_PLURAL.match(found.string, found.end())) or "os " in found["no"] or "as " in found["no"]
    if small.endswith(("aré", "eré", "iré")) and len(small) > 5:
        said = f"{small[:-1]}{'án' if many else 'á'}"
    else:
        said = _third_spanish(small, many)
    no = "no " if found["no"].lower().startswith("no ") else ""
    return _cased_as(found, f"{no}se {said}")


_OF_NOUN = re.compile(
    r"(?<!\w)(?:el|un|una|unos|unas|de|del|al|en|con|por|para|a|su|sus|este|esta|ese|esa|cada|sin|sobre|entre|mi|"
    r"tu)\s$",
    re.IGNORECASE,
)


def _third_spanish(verb: str, many: bool) -> str:
    stem = verb[:-1]
    if verb.endswith("í"):
        ending = ("yeron" if many else "yó") if stem.endswith(("a", "e", "o")) else ("ieron" if many else "ió")
        return stem + ending
    for written, spoken in (("qu", "c"), ("gu", "g"), ("c", "z")):
        if stem.endswith(written):
            stem = stem.removesuffix(written) + spoken
            break
    return stem + ("aron" if many else "ó")


def _portuguese(text: str) -> str:
    return _PORTUGUESE.sub(_portuguese_verb, _irregular(text, "pt"))


def _portuguese_verb(found: re.Match[str]) -> str:
    verb = found["verb"].lower()
    if verb in _NO_VERBS or (
        found["verb"][0].isupper() and found.string[: found.start()].strip(" ¡¿\"'").rstrip()[-1:].isalnum()
    ):
        return found[0]
    stem = verb[:-2]
    for written, spoken in (("qu", "c"), ("gu", "g"), ("c", "ç")):
        if stem.endswith(written):
            stem = stem.removesuffix(written) + spoken
            break
    return _joined(found, f"{stem}ou-se")


def _italian(text: str) -> str:
    for pattern, said in _ITALIAN:
        text = pattern.sub(said, text)
    return _irregular(text, "it")


def _french(text: str) -> str:
    def replace(found: re.Match[str]) -> str:
        verb = found["verb"]
        third = _FRENCH_VERBS.get(verb) or (verb[:-1] + "t" if verb.endswith(("ais", "is")) else verb)
        return _cased_as(found, f"on {found['no']}{third}")

    return _FRENCH.sub(replace, text)


def _german(text: str) -> str:
    def replace(found: re.Match[str]) -> str:
        verb = found["verb"] or found["before"]
        third = _third_german(verb.lower())
        return _cased_as(found, f"man {third}" if found["verb"] else f"{third} man")

    return _ICH.sub(lambda found: _cased_as(found, "man"), _GERMAN.sub(replace, text))


def _third_german(verb: str) -> str:
    if verb in _GERMAN_VERBS:
        return _GERMAN_VERBS[verb]
    if not verb.endswith("e") or verb.endswith("te"):
        return verb
    stem = verb[:-1]
    return f"{stem}et" if stem.endswith(("t", "d", "gn", "chn", "ffn")) else f"{stem}t"


_BY_LANGUAGE: dict[str, Callable[[str], str]] = {
    "es": _spanish, "pt": _portuguese, "it": _italian, "fr": _french, "de": _german,
}  # fmt: skip
