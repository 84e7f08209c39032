"""A step of wording: takes people and moods out of sentences in other languages than English, and keeps the rest."""

import re

from memory.rules.persons import mark_persons
from memory.rules.persons.contacts import PERSON
from memory.rules.persons.east_asian import is_east_asian, without_people
from memory.rules.small_words import language_of
from memory.rules.wording.exclamations import without_exclamations
from memory.rules.wording.foreign_first_person import without_first_person
from memory.rules.wording.markup import tidy, without_markup
from memory.rules.wording.moods import without_foreign_moods
from memory.rules.wording.preambles import without_person_preamble
from memory.rules.wording.romance import romance

_IDENTIFIER = re.compile(r"[a-z]+\d*(?:-(?!se\b)|[_./])\w|[a-z]+\d")
_PERSONS = rf"@?{PERSON}(?:(?:,| und| et| y| e| en| i| &)+ @?{PERSON})*"
_TEAM = {
    "de": "das Team",
    "fr": "l'équipe",
    "es": "el equipo",
    "pt": "a equipe",
    "it": "il team",
    "nl": "het team",
    "pl": "zespół",
    "ru": "команда",
}
_SAID = (
    r"(?:hat|a|ha|heeft|avait|aveva|l['’]a|nous a|m['’]a|ci ha|mi ha|me ha|nos ha)? ?(?:gesagt|gemeldet|gemerkt|"
    r"bemerkt|herausgefunden|"
    r"festgestellt|entdeckt|erklärt|vorgeschlagen|sagte?|meinte?|fand heraus|stellte fest|merkte an|wies darauf hin|"
    r"dit|remarqué|découvert|signalé|trouvé|expliqué|constaté|rappelé|confirmé|noté|montré|pense|"
    r"dijo|dice|notó|descubrió|encontró|señaló|avisó|confirmó|comentó|explicó|recordó|dicho|notado|descubierto|"
    r"encontrado|"
    r"disse|diz|percebeu|descobriu|encontrou|avisou|confirmou|comentou|explicou|lembrou|achou|notou|"
    r"detto|notato|scoperto|trovato|segnalato|confermato|spiegato|ricordato|"
    r"zei|zegt|ontdekte|merkte op|vond|meldde|gezegd|ontdekt|gemeld|gevonden|opgemerkt|"
    r"powiedział|zauważył|odkrył|znalazł|zgłosił|potwierdził|przypomniał|mówi|twierdzi|сказал|заметил|обнаружил|"
    r"нашёл)[ay]?"
)
_THAT = r"(?:,? (?:dass|que|che|dat|że|что)|:|,? qu['’])"
_FRAME = re.compile(
    rf"^(?:(?:danke|dank) an|merci à|gracias a|obrigad[oa] (?:a|ao|à)|grazie a|dzięki|dank aan|dankzij|laut|nach|"
    rf"según|segundo|"
    rf"selon|volgens|według|d['’]après|secondo|mit|avec|con|com|met|z) {_PERSONS}(?: (?:besprochen|abgesprochen|"
    rf"geklärt|entschieden))?[,:!.]?\s?|"
    rf"^{_PERSONS} {_SAID}{_THAT}\s?|^{PERSON}(?:によると|说|提到|建议|指出|认为|告诉)[、，,:：]?|"
    rf"^(?:(?:hallo|hey|hi|moin|salut|bonjour|hola|oi|olá|ciao|cześć|hoi),? )?{_PERSONS}[,:!]\s",
    re.IGNORECASE,
)
_FOUND_OUT = re.compile(
    r"^(?:ich habe (?:gerade |heute |eben )?(?:gemerkt|herausgefunden|festgestellt|gelernt|gesehen|bemerkt)|"
    r"wir haben (?:gemerkt|"
    r"herausgefunden|festgestellt|gelernt|gesehen)|mir ist aufgefallen|j['’]ai (?:découvert|remarqué|constaté|appris|"
    r"vu|trouvé)|nous avons "
    r"(?:découvert|remarqué|constaté|appris|vu)|(?:yo )?(?:he )?(?:descubrí|noté|aprendí|descubierto|notado|aprendido|"
    r"vi)|hemos "
    r"(?:descubierto|notado|visto)|(?:eu )?(?:descobri|percebi|notei|aprendi|vi)|(?:io )?ho (?:scoperto|notato|"
    r"imparato|visto)|abbiamo "
    r"(?:scoperto|notato|visto)|ik heb (?:gemerkt|ontdekt|geleerd|gezien)|we hebben (?:gemerkt|ontdekt|gezien)|"
    r"(?:odkryłem|zauważyłem|odkryłam|zauważyłam|odkryliśmy|zauważyliśmy))(?: (?:heute|hoy|oggi|vandaag|hoje|"
    r"dziś))?(?:,? dass|,? que|,? qu['’]|"
    r",? che|,? dat|,? że|:)\s?",
    re.IGNORECASE,
)
_CONVINCED = re.compile(
    r"^[^:,.;]{0,40}\b(?:mi ha|m['’]a|me ha|hat mich|me|heeft me) (?:\w+ )?(?:convinto|convaincue?|convencido|"
    r"convenceu|überzeugt|"
    r"overtuigd)[:,]\s",
    re.IGNORECASE,
)
_THANKS = re.compile(
    rf"(?:^|[,;.!(–—-]\s?|\s)\(?(?:(?:vielen |besten |1000 )?danke?(?: schön)?(?: an)?|merci(?: beaucoup)?(?: à)?|"
    rf"(?:muchas )?gracias(?: a)?|"
    rf"(?:muito )?obrigad[oa](?: a| ao| à)?|valeu|grazie(?: mille)?(?: a)?|bedankt|dank je(?:wel)?|dzięki|dziękuję|"
    rf"super|bravo|"
    rf"gut gemacht|cc),? {_PERSONS}(?:[^,.;:!?)\d`]{{0,60}}(?=[,.;:!?)](?!\w)|$))?[!.)]*",
    re.IGNORECASE,
)
_CLAUSE = re.compile(
    rf"(?:^|,\s|\s?\(|\s[–—-]\s)(?:wie|comme|como|come|zoals|jak|laut|según|segundo|selon|secondo|volgens|według|"
    rf"d['’]après|dixit|par|was|ce que|lo que|"
    rf"o que|cosa che|wat|co|en mede)\b[^,.;:(){PERSON}]{{0,30}}\s?{_PERSONS}[^,.;:()]{{0,40}}(?:\)|,|(?=[.;:]|$))",
    re.IGNORECASE,
)
# `…, vertelde PERSON` and `…, m'a confirmé PERSON`: a short clause that only says who told it.
_INQUIT = re.compile(
    rf"(?:,|;|\s[–—-]|"
    rf"[，（(])\s?[^,.;:()，。（）`\d]{{2,40}}?\s?{_PERSONS}(?:\s[^,.;:()`\d]{{0,24}})?\)?(?=\s*[.!。:;)）]|"
    rf"\s*$)|"
    rf"[（(]\s?{_PERSONS}[^()（）]{{0,12}}[)）]|"
    rf"^{_PERSONS}(?:と|に|とも)?(?:の)?(?:相談|話し合|協議|議論|確認)(?:した結果|って|して|の結果|の上)?、?|"
    rf"[，,]\s?[\u4e00-\u9fff]{{2,3}}(?:在|正在)(?:协调|处理|跟进|排查|看|修|负责)(?=[。.]|$)",
)
_BY = re.compile(
    rf"\s?\(?\b(?:(?:zusammen |gemeinsam |besprochen )?mit|von|durch|bei|an|für|par|avec|à|chez|pour|de|d['’]|por|con|"
    rf"para|a|com|ao|da|do|di|"
    rf"dal|door|van|met|aan|przez|z|od|dla|via|cc:?|от|с)\s?{_PERSONS}\)?(?!['’]s)",
    re.IGNORECASE,
)
_ACTING = re.compile(
    rf"(?P<start>^|[.;:!?,]\s|\b(?:und|et|y|e|en|i|dass|que|che|weil|mais|aber|pero|mas|ma|maar|"
    rf"ale)\s){_PERSONS}"
    r"(?=\s(?!(?:der|die|das|ein|eine|le|la|les|un|une|el|los|las|o|os|as|um|uma|il|lo|gli|de|het|een)\s))",
    re.IGNORECASE,
)
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
_IRREGULAR = {
    "haben": "hat", "sind": "ist", "werden": "wird", "müssen": "muss", "dürfen": "darf", "können": "kann",
    "sollen": "soll",
    "wollen": "will", "lesen": "liest", "geben": "gibt", "nehmen": "nimmt", "halten": "hält", "lassen": "lässt",
    "laufen": "läuft", "fahren": "fährt", "sehen": "sieht", "hatten": "hatte", "waren": "war", "wurden": "wurde",
    "wissen": "weiß", "treffen": "trifft", "messen": "misst", "werfen": "wirft", "mussten": "musste",
    "konnten": "konnte",
}  # fmt: skip


def foreign(sentence: str) -> str:
    """A sentence of another language without people, moods, markup and its first person; all else stays as it is."""
    text = tidy(without_markup(without_exclamations(sentence)))
    if is_east_asian(marked := mark_persons(text)):
        return tidy(without_people(marked)).strip(" ,;:–—-、，；")
    language = romance(text, language_of(text))
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
_ARTICLE = re.compile(
    rf"(?<![\w'’])(?P<said>o|a|os|as|il|la|el|lo|der|die|den|dem|do|da|ao|al|alla|del|della|dal|dalla|pelo|pela) "
    rf"(?=@?{PERSON})",
    re.IGNORECASE,
)
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
