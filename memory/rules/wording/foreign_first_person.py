"""A step of wording: says `our` and `we use` without the team in other languages, where that is mechanical and safe."""

import re
from collections.abc import Callable

_VOWEL = "aeiouàâéèêîïôœùûhAEIOUÀÂÉÈÊÎÏÔŒÙÛ"
# German nouns whose ending tells their article.
_DER = (
    r"(?:\w*[a-zäöü])?(?:er|or|ismus|job|dienst|cache|build|knoten|code|client|prozess|standard|branch|service|"
    r"index|stack|token)"
)
_DAS = (
    r"(?:\w*[a-zäöü])?(?:ing|ment|end|system|schema|repo|repository|gateway|skript|team|projekt|konto|netz|modul|"
    r"paket|limit|chen)"
)
_GERMAN: tuple[tuple[str, str], ...] = (
    ("unsere", "die"),
    ("unserem", "dem"),
    ("unseren", "den"),
    ("unserer", "der"),
    ("unseres", "des"),
    (rf"unser(?=(?: \w+(?:e|er|es))? (?:[\w-]+-)?{_DAS}\b)", "das"),
    (rf"unser(?=(?: \w+e[rs]?)? (?:[\w-]+-)?{_DER}\b)", "der"),
    (r"bei uns", "hier"),
)
_FRENCH: tuple[tuple[str, str], ...] = (
    (r"chez nous,? ?", ""),
    (r"de nos", "des"),
    (r"à nos", "aux"),
    (r"nos", "les"),
    (rf"notre (?=[{_VOWEL}])", "l'"),
    (r"de notre(?= \w*(?:ment|age|eur|eau|cache|cluster|code|serveur|dépôt|site|service)\b)", "du"),
    (r"notre(?= \w*(?:ment|age|eur|eau|cache|cluster|code|serveur|dépôt|site|service)\b)", "le"),
    (r"notre(?= \w*(?:tion|té|ie|ure|ance|ence|base|file|branche|clé|requête|plateforme|équipe|chaîne)\b)", "la"),
)
_SPANISH: tuple[tuple[str, str], ...] = (
    ("de nuestro", "del"),
    ("a nuestro", "al"),
    ("nuestro", "el"),
    ("nuestra", "la"),
    ("nuestros", "los"),
    ("nuestras", "las"),
)
_PORTUGUESE: tuple[tuple[str, str], ...] = (
    ("(?P<before>d[oa]s?|n[oa]s?|ao|à|aos|às|pel[oa]s?) noss[oa]s?", r"\g<before>"),
    ("de nosso", "do"),
    ("de nossa", "da"),
    ("em nosso", "no"),
    ("em nossa", "na"),
    ("(?:o )?nosso", "o"),
    ("(?:a )?nossa", "a"),
    ("(?:os )?nossos", "os"),
    ("(?:as )?nossas", "as"),
)
_ITALIAN: tuple[tuple[str, str], ...] = (
    (
        r"(?P<before>il|la|le|del(?:la|le)?|al(?:la|le)?|nel(?:la|le)?|dal(?:la|le)?|sul(?:la|le)?|i|dei|ai|nei) "
        r"nostr[oaie](?= (?!s[^aeiou]|[aeiouzhxy]|gn|ps)[a-z])",
        r"\g<before>",
    ),
    (r"da noi,? ?", ""),
)
_POLISH: tuple[tuple[str, str], ...] = ((r"nasz(?:a|e|ego|ej|emu|ym|ymi|ych|ą)? ", ""), (r"u nas,? ?", ""))
_RUSSIAN: tuple[tuple[str, str], ...] = ((r"наш(?:а|е|и|его|ей|ему|им|ем|их|ими|у)? ", ""), (r"у нас,? ?", ""))
_DUTCH: tuple[tuple[str, str], ...] = (("onze", "de"),)
# What is done as a rule, said of nobody: the plural where the object has the plural's article or a number.
_SAID_OF_NOBODY = {
    "usamos": ("se usa", "se usan"),
    "utilizamos": ("se utiliza", "se utilizan"),
    "guardamos": ("se guarda", "se guardan"),
    "desplegamos": ("se despliega", "se despliegan"),
    "ejecutamos": ("se ejecuta", "se ejecutan"),
    "necesitamos": ("se necesita", "se necesitan"),
    "mantenemos": ("se mantiene", "se mantienen"),
    "evitamos": ("se evita", "se evitan"),
    "tenemos": ("hay", "hay"),
    "decidimos": ("se decidió", "se decidió"),
    "elegimos": ("se eligió", "se eligieron"),
    "limitamos": ("se limita", "se limitan"),
    "cambiamos": ("se cambia", "se cambian"),
    "elegí": ("se eligió", "se eligieron"),
    "cambié": ("se cambió", "se cambiaron"),
    "subí": ("se subió", "se subieron"),
    "añadí": ("se añadió", "se añadieron"),
    "agregué": ("se agregó", "se agregaron"),
    "puse": ("se puso", "se pusieron"),
    "quité": ("se quitó", "se quitaron"),
    "arreglé": ("se arregló", "se arreglaron"),
    "corregí": ("se corrigió", "se corrigieron"),
    "actualicé": ("se actualizó", "se actualizaron"),
    "moví": ("se movió", "se movieron"),
    "migré": ("se migró", "se migraron"),
    "borré": ("se borró", "se borraron"),
    "configuré": ("se configuró", "se configuraron"),
    "desplegué": ("se desplegó", "se desplegaron"),
    "reinicié": ("se reinició", "se reiniciaron"),
    "activé": ("se activó", "se activaron"),
    "desactivé": ("se desactivó", "se desactivaron"),
}
_PORTUGUESE_SAID = {
    "usamos": "usa-se",
    "utilizamos": "utiliza-se",
    "guardamos": "guarda-se",
    "temos": "há",
    "rodamos": "roda-se",
    "mantemos": "mantém-se",
    "evitamos": "evita-se",
    "decidimos": "decidiu-se",
    "escolhemos": "escolheu-se",
    "trocamos": "trocou-se",
    "migramos": "migrou-se",
    "precisamos": "precisa-se",
    "escolhi": "escolheu-se",
    "mudei": "mudou-se",
    "troquei": "trocou-se",
    "adicionei": "adicionou-se",
    "coloquei": "colocou-se",
    "removi": "removeu-se",
    "corrigi": "corrigiu-se",
    "atualizei": "atualizou-se",
    "movi": "moveu-se",
    "migrei": "migrou-se",
    "apaguei": "apagou-se",
    "configurei": "configurou-se",
    "reiniciei": "reiniciou-se",
    "reverti": "reverteu-se",
    "ativei": "ativou-se",
    "desativei": "desativou-se",
}
_ITALIAN_SAID = {
    "usiamo": ("si usa", "si usano"),
    "utilizziamo": ("si utilizza", "si utilizzano"),
    "teniamo": ("si tiene", "si tengono"),
    "evitiamo": ("si evita", "si evitano"),
    "salviamo": ("si salva", "si salvano"),
}
_POLISH_SAID = {
    "używamy": "używa się",
    "korzystamy": "korzysta się",
    "trzymamy": "trzyma się",
    "unikamy": "unika się",
    "zdecydowaliśmy": "zdecydowano",
    "wybraliśmy": "wybrano",
    "zmieniliśmy": "zmieniono",
    "przenieśliśmy": "przeniesiono",
    "usunęliśmy": "usunięto",
    "dodaliśmy": "dodano",
    "ustawiliśmy": "ustawiono",
}
_PLURAL = r"(?= (?:los|las|i|gli|le|dos|tres|due|tre|[2-9]|\d\d))"


def _compiled(pairs: tuple[tuple[str, str], ...]) -> tuple[tuple[re.Pattern[str], str], ...]:
    return tuple(
        (
            re.compile(rf"(?<![\w'-]){old}(?!\w)", re.IGNORECASE)
            if not old.endswith((" ", "?", "[a-z])", "])"))
            else re.compile(rf"(?<![\w'-]){old}", re.IGNORECASE),
            new,
        )
        for old, new in pairs
    )


_OURS = {
    "de": _compiled(_GERMAN),
    "fr": _compiled(_FRENCH),
    "es": _compiled(_SPANISH),
    "pt": _compiled(_PORTUGUESE),
    "it": _compiled(_ITALIAN),
    "pl": _compiled(_POLISH),
    "ru": _compiled(_RUSSIAN),
    "nl": _compiled(_DUTCH),
}
_HINTS = {
    "de": ("nser", "bei uns"),
    "fr": ("otre", "nos ", "chez nous"),
    "es": ("uestr", "mos ", "é ", "í ", "puse "),
    "pt": ("oss", "mos ", "ei ", "i "),
    "it": ("ostr", "iamo ", "da noi"),
    "pl": ("asz", "śmy ", "my ", "u nas"),
    "ru": ("аш", "у нас"),
    "nl": ("nze",),
}


def _verbs(said: dict[str, tuple[str, str]]) -> tuple[tuple[re.Pattern[str], str], ...]:
    pairs = []
    for verb, (one, many) in said.items():
        pairs += [(rf"{verb}{_PLURAL}", many), (verb, one)]
    return tuple((re.compile(rf"(?<![\w'-]){old}(?!\w)", re.IGNORECASE), new) for old, new in pairs)


_SAID = {
    "es": _verbs(_SAID_OF_NOBODY),
    "it": _verbs(_ITALIAN_SAID),
    "pt": tuple(
        (re.compile(rf"(?<![\w'-])(?P<no>não )?{verb}(?!\w)", re.IGNORECASE), said)
        for verb, said in _PORTUGUESE_SAID.items()
    ),
    "pl": _compiled(tuple(_POLISH_SAID.items())),
}


def without_first_person(text: str, language: str) -> str:
    """`Nuestro despliegue usa …` → `El despliegue usa …`, `Usamos Valkey` → `Se usa Valkey`; all else stays."""
    folded = text.lower()
    if not any(hint in folded for hint in _HINTS.get(language, ())):
        return text
    for pattern, said in (*_OURS[language], *_SAID.get(language, ())):
        text = pattern.sub(_cased(said), text)
    return text


def _cased(said: str) -> Callable[[re.Match[str]], str]:
    """The replacement, with a capital where there was one; `não usamos` → `não se usa`."""

    def replace(found: re.Match[str]) -> str:
        groups = found.groupdict()
        if groups.get("no"):
            verb, mark, _ = said.partition("-")
            return f"{groups['no']}{'se ' if mark else ''}{verb}"
        new = found.expand(said)
        return new[:1].upper() + new[1:] if found[0][:1].isupper() else new

    return replace
