"""A step of wording: finds people by how they are reached or addressed (@mentions, e-mails, phones, titles)."""

import re

from memory.rules.needles import Needle
from memory.rules.persons.east_asian import EAST_ASIAN, PEOPLE, PERSON
from memory.rules.persons.names import is_first_name, is_known

_NOT_MENTIONS = frozenset(
    """property dataclass override staticmethod classmethod pytest app media import keyframes latest next beta
    alpha canary param params return
    returns throws deprecated see types cached_property lru_cache cache inject injectable component autowired
    bean entity test before after
    transactional abstractmethod wraps contextmanager shared_task task receiver register fixture mock patch input
    output click celery
    route router get post put delete controller service repository module main layer apply tailwind include
    supports font-face page
    pytest-fixture nullable notnull id column table json builder data getter setter slf4j test-case parametrize
    hookimpl atomic retry
    login_required staticfiles admin action api_view permission_classes overload final runtime_checkable typing
    validator field_validator""".split()
)
_MENTION = re.compile(r"(?<![\w/`.@\"'])@([A-Za-z][\w-]{1,38})\b(?![\w/(@]|\.\w)")
_DOTTED_MENTION = re.compile(r"(?<![\w/`.@\"'])@([a-z][a-z-]{1,20})\.([a-z][a-z-]{0,20})\b(?![\w/(@.]\w|\()")
_EMAIL = re.compile(r"<?\b[\w.+-]{1,64}@[A-Za-z0-9-]{1,63}(?:\.[A-Za-z0-9-]{1,63}){0,3}\.[A-Za-z]{2,24}\b(?![.-]?\w)>?")
# A name that an address explains: `Jo Doe (jo@acme.example)`.
_NAMED_MAIL = re.compile(
    r"\b[A-ZÀ-Ž][\w'’-]{1,24}(?: [A-ZÀ-Ž][\w'’.-]{0,24}){0,2} "
    r"[(<](?:mailto:)?[\w.+-]{1,64}@[\w-]{1,63}(?:\.[\w-]{1,63}){1,4}[)>]"
)
# A name that a team or a nickname explains: `Biscuit from QA found`, `Biscuit (our oracle) fixed`.
_INTRODUCED = re.compile(
    r"(?:^|(?<=[.!?] ))(?:[A-ZÀ-Ž][a-zà-ž'’-]{1,20} ){1,3}(?:(?:from|in|over (?:in|at)) (?:the )?(?:QA|[Oo]ps|"
    r"[Ss]upport|"
    r"[Ss]ecurity|[Ss]ales|[Mm]arketing|[Ff]inance|[Ll]egal|[Ii]nfra|[Pp]latform|[Dd]ata|[Dd]esign|[Pp]roduct|"
    r"[Bb]illing)"
    r"(?: team)?|\((?:the|our|my|aka) [^()]{3,40}\))(?= (?:discovered|found|noticed|reported|spotted|says|said|"
    r"confirmed|"
    r"told|tested|pinned|fixed|added|removed|changed|moved|wrote|made|put|set|asked|insists|insisted|saw|proved|"
    r"showed)\b)"
)
_PHONE = re.compile(
    r"(?<![\w.])(?:\+\d{1,3}[\s.-]?(?:\(0?\d{1,4}\)[\s.-]?)?(?:\d{2,5}[\s.-]?){2,4}\d{2,4}|"
    r"\(\d{3}\)\s?\d{3}-\d{4})(?!\w|\.\d)"
)
_TITLE = (
    r"(?:Dr|Mr|Mrs|Ms|Mx|Prof|Professor|Herr|Herrn|Frau|Mme|Mlle|Monsieur|Madame|Sr|Sra|Srta|Señor|Señora|Sig|Signor|"
    r"Signora|Dhr|Mevr|Mevrouw|Meneer|Pan|Pani|Pana|Dona|Doña|Seu|Ing|Dipl\.-Ing|Sir|Miss|Lic|Don)\b\.?|"
    r"(?:dott\.ssa|dr\.ssa|prof\.ssa|sig\.ra|sig\.na|avv\.ssa|dra\.)(?=\s[A-ZÀ-Ž])|(?:ing|dott|dott\.ssa|dr|dra|avv|"
    r"arch|geom|rag|sig|sig\.ra|prof|prof\.ssa|mme|mlle|sr|sra|lic|eng|enga)\.(?=\s[A-ZÀ-Ž])"
)
_TITLED = re.compile(
    rf"(?<![\w.])(?:(?:{_TITLE})\s){{1,3}}(?:(?:van|von|de|der|den|al|el) )*[A-ZÀ-ÖØ-ÞĀ-Ž][\w'’-]{{1,20}}"
    rf"(?: (?:(?:van|von|de|der|den) )*[A-ZÀ-ÖØ-ÞĀ-Ž][a-zà-ž'’-]{{1,20}}(?!\w))?(?<!['’]s)"
)
_TITLES = Needle(rf"(?<![\w.])(?:{_TITLE})\s")
_HONORIFIC = re.compile(r"\b[A-ZÀ-Ž][a-zà-ž]{1,15}-(?:san|sama|kun|chan|sensei|ji|bhai|hyung|nim)\b")
_TRAILER = re.compile(
    r"^[ \t]*(?:[A-Z][a-z]+(?:-[a-z]+)*-by|Author|Committer|Cc|From|To|Reviewers?|Assignee|CC|"
    r"Commit):[ \t][^\n]*(?:@|<)[^\n]*$"
    r"|^[ \t]*(?:Co-Authored-By|Co-authored-by|Signed-off-by|Reviewed-by|Acked-by|Tested-by|Reported-by|"
    r"Suggested-by):[^\n]*$"
    r"|^[ \t]*🤖 Generated with [^\n]*$",
    re.MULTILINE,
)
_TOLD = re.compile(
    r"\b(?:thanks|thank|cc|ask|asked|ping|pinged|tell|told|by|with|from|hi|hey|to|per|contact|and)[,:]?\s$",
    re.IGNORECASE,
)
_DOES = re.compile(
    r" and I\b|, | (?:can|could) you\b| (?:said|found|noticed|asked|told|confirmed|wants|fixed|agreed)\b"
)


_NAMED_MARK = re.compile(
    r"(?:tagged|tag|labell?ed|label|marked|marker|decorated with|decorator|decorador|annotation|anotação|"
    r"Annotation|decoratore|dekorator) $"
)


def mark_contacts(text: str) -> str:
    """`text` with who is mentioned, written to or titled as `PERSON`; commit trailers are gone."""
    if "@" in text or "-by:" in text.lower() or "🤖" in text:
        text = _TRAILER.sub("", text)
        text = _NAMED_MAIL.sub(PERSON, text)
        text = _EMAIL.sub(_email, text)
        text = _DOTTED_MENTION.sub(_dotted, text)
        text = _MENTION.sub(_mention, text)
    if "(" in text or " from " in text:
        text = _INTRODUCED.sub(PERSON, text)
    if "+" in text or "(" in text:
        text = _PHONE.sub(PERSON, text)
    text = mark_titled(text)
    if "-" in text or not text.isascii():
        text = _HONORIFIC.sub(PERSON, text)
        text = PEOPLE.sub(PERSON, text) if EAST_ASIAN.search(text) else text
    return text


def mark_titled(text: str) -> str:
    """`text` with everybody who is spoken of by a title (`Herr Dr. Pfeiffer`, `l'ing. Bevilacqua`) as `PERSON`."""
    return _TITLED.sub(PERSON, text) if _TITLES.search(text) else text


def _email(match: re.Match[str]) -> str:
    """`git@github.com` is an address of a machine, not of a person."""
    return match[0] if match[0].lstrip("<").startswith("git@") else PERSON


def _dotted(match: re.Match[str]) -> str:
    """`@li.wei` where a name or its place says so; `@app.route` is a decorator."""
    named = is_first_name(match[1]) or is_first_name(match[2]) or len(match[2]) == 1
    told = _TOLD.search(match.string[max(0, match.start() - 12) : match.start()])
    told = told or _DOES.match(match.string, match.end())
    return PERSON if (named or told) and match[1] not in _NOT_MENTIONS else match[0]


def _mention(match: re.Match[str]) -> str:
    if _NAMED_MARK.search(match.string, max(0, match.start() - 16), match.start()):
        return match[0]
    if _is_annotation(match):
        return match[0]
    around = match.string[match.end() : match.end() + 14].lower()
    if match[1].lower() in _NOT_MENTIONS or around.startswith((" decorator", " annotation", " rule", " scope")):
        return match[0]
    return PERSON


# `@JsonCreator`, `@Scheduled`: two capitals, or an English word with a capital, that nobody is asked or thanked by.
_CAPITALS = re.compile(r"[A-Z][a-z0-9]+[A-Z]\w*$")


def _is_annotation(match: re.Match[str]) -> bool:
    name = match[1]
    if not name[0].isupper() or is_first_name(name) or not (_CAPITALS.match(name) or is_known(name)):
        return False
    before = match.string[max(0, match.start() - 24) : match.start()]
    return not (_SPOKEN_TO.search(before) or _ACTS.match(match.string, match.end()))


_ACTS = re.compile(
    r" and I\b|,? (?:can|could|would) you\b|,? please\b| (?:said|found|noticed|asked|told|confirmed|wants|fixed|"
    r"agreed|thinks)\b"
)
_SPOKEN_TO = re.compile(
    r"\b(?:thanks|thank you|thank|thx|ty|cc|ask|asked|ping|pinged|tell|told|hi|hey|hello|hola|hallo|bonjour|ciao|"
    r"contact|kudos|props|to|merci|danke|gracias|grazie|obrigad[oa]|valeu|h/t|congrats|birthday|love)"
    r"(?: \w+)?[,:]?\s$",
    re.IGNORECASE,
)
