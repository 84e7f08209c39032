"""A step of wording: takes off who said so, whatever the name (`Comme le disait X ce matin, Y` → `Y`)."""

import re

from memory.rules.literals import Mask
from memory.rules.needles import Needle
from memory.rules.wording.trade_words import signs, trade

_SAYS = (
    # English
    r"said|says?|saying|remind|explain|mention|tells?|telling|told|puts?|noted|notes|mentions?|mentioned|pointed out|"
    r"points out|reminded|"
    r"reminds|reminding|explained|explains|would say|used to say|warned|warns|predicted|taught|teaches|insisted|"
    r"insists|"
    r"preach\w*|repeat\w*|suggest\w*|hammers? home|drilled|"
    # French
    r"dis(?:ait|aient|ent|ais)?|dit|dites|rappel\w+|soulign\w+|remarquer|expliqu\w+|rép[èé]t\w+|signal\w+|précis\w+|"
    r"évoqu\w+|mentionn\w+|suggér\w+|prédi\w+|racont\w+|"
    # Spanish and Portuguese
    r"dec[ií]an?|dijo|dijeron|dicen?|record\w+|recuerd\w+|coment\w+|explic\w+|señal\w+|apunt[óa]\w*|avis\w+|repet\w+|"
    r"repite|"
    r"insist\w+|suger\w+|sugir\w+|mencion\w+|advirt\w+|adviert\w+|diz|dizem|dizia\w*|disse\w*|lembr\w+|falou|falava|"
    r"fala|"
    r"ensin\w+|apontou|apontava|cont(?:ó|ou|aba|ava)|"
    # Italian
    r"dice(?:va|vano)?|detto|ricord\w+|spieg\w+|segnal\w+|notare|ripet\w+|sottoline\w+|sugger\w+|avvert\w+|insegn\w+|"
    # German and Dutch
    r"sag(?:t|te|ten|en)|gesagt|mein(?:t|te|ten)|angemerkt|anmerk\w+|bemerk\w+|erwähn\w*|erklär\w*|erinner\w*|beton\w*|"
    r"predig\w*|hinwies|hinweist|warnt\w*|schrieb|schreibt|vorschlug|feststell\w+|pflegt\w*|empfahl|riet|wusste|"
    r"zei|zegt|opmerkte|aangaf|uitlegde|vertelde|noemde"
)
_DATE = r"[12]\d{3}-\d\d-\d\d"
_FREE = rf"(?:[^,:;`\d()]|{_DATE})"
_AS = Needle(
    rf"(?P<start>^|(?<=[.;:–—-]\s))(?:as|(?:tal )?(?:como|come)|comme|wie|zoals|jak)\s(?P<said>(?:{_FREE}{{0,45}}\s)?"
    rf"(?:l['’])?(?:{_SAYS})(?!\w){_FREE}{{0,60}})\s?[,:]\s+(?=\S)|"
    rf"(?P<middle>,\s|\s?\(|\s[–—-]\s)(?:as|(?:tal )?(?:como|come)|comme|wie|zoals|"
    rf"jak)\s(?P<aside>(?:{_FREE}{{0,45}}\s)?"
    rf"(?:l['’])?(?:{_SAYS})(?!\w)(?:[^,:;`\d().]|{_DATE}){{0,60}}?)(?P<end>,|\)|\s[–—-](?=\s)|(?=[:;.!]*$)|"
    rf"(?=[:;]\s))",
    re.IGNORECASE,
)
_TELLS = (
    r"(?:(?:siempre |sempre |ya |já |toujours )?(?:cuenta|contó|dice|dijo|comenta|comentó|avisa|avisó|recuerda|recordó|"
    r"confirma|confirmó|explica|explicó|apunta|apuntó|sopla|sopló|chiva|asegura|aseguró|jura|juró|insiste en|"
    r"ha (?:dicho|"
    r"contado|confirmado|recordado|avisado|comentado)|han (?:dicho|contado|confirmado|recordado|avisado|comentado)|"
    r"contou|disse|falou|avisou|lembrou|confirmou|explicou|conta|diz|jurou|garantiu|"
    r"racconta|ricorda|conferma|segnala|assicura|spiega|giura|ha (?:detto|raccontato|ricordato|confermato|segnalato|"
    r"spiegato|assicurato)|hanno (?:detto|confermato|ricordato)|"
    r"(?:dit|raconte|confirme|rappelle|signale|explique|jure|assure)|a (?:\w+ment )?(?:dit|raconté|confirmé|rappelé|"
    r"signalé|expliqué|assuré|juré|soufflé))n?)"
)
_TOLD_ME = Needle(
    rf"^(?:(?:me|nos|mi|ci|m['’]|nous)\s?{_TELLS})\b(?P<said>[^.:;`\d,]{{0,45}}(?:,[^,.:;`\d]{{2,45}},)?)"
    r"\s(?:(?:que|che)\s|qu['’](?=\w))(?=\S)",
    re.IGNORECASE,
)


def without_teller(sentence: str) -> str:
    """A sentence without the clause that names who said so; `as the docs say` names no person and stays."""
    told = _TOLD_ME.match(sentence)
    if told and _is_of_people(told["said"]):
        sentence = _begun(sentence[told.end() :])
    sentence = _TO_SORROW.sub("Dabei ", sentence)
    if not _MAY.search(sentence):
        return sentence
    bare = _AS.sub(_dropped, sentence)
    return bare if bare[:8] == sentence[:8] else _begun(bare)


_TO_SORROW = Needle(
    r"^(?:(?:sehr )?zum (?:großen )?(?:leidwesen|bedauern|entsetzen|verdruss|kummer|ärger)|mit (?:dem )?segen) "
    r"(?:von|des|der|unseres|unserer|meines) [^\s,:.]+ (?=\w)",
    re.IGNORECASE,
)
_MAY = re.compile(r"(?<!\w)(?:as|como|come|comme|wie|zoals|jak)\s", re.IGNORECASE)


def _dropped(found: re.Match[str]) -> str:
    said = found["said"] or found["aside"]
    if not _is_of_people(said):
        return found[0]
    if found["middle"] is None:
        return ""
    return "," if found["end"] == "," and found["middle"].startswith(",") else _joint(found)


def _joint(found: re.Match[str]) -> str:
    """What joins the words around an aside: nothing around brackets, the dash where only one stood."""
    return "" if found["end"] in ("", ")") or found["middle"].strip() in "–—-" else found["end"]


_OF_THINGS = re.compile(
    r"\b(?:manual|manuale|manuel|handbuch|anleitung|docs?|spec|readme|changelog|name|nombre|nome|nom|title|"
    r"message|mensaje|mensagem|messaggio|meldung|error|warning|license|lizenz|guide|guía|guia|guida|ley|lei|legge|"
    r"gesetz|"
    r"loi|law|policy|contract|vertrag|contrato|contratto|contrat|table|above|below|so|it|be)\b",
    re.IGNORECASE,
)

_AT = re.compile(r"@[\w.-]+")


def _is_of_people(said: str) -> bool:
    mask = Mask(_AT.sub(" ", said))
    return not signs(mask.text, mask) and not trade(mask.text) and not _OF_THINGS.search(said)


def _begun(told: str) -> str:
    first = told.split(None, 1)[0] if told else ""
    return told[:1].upper() + told[1:] if first.isalpha() and first.islower() else told
