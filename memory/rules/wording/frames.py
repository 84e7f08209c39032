"""A step of wording: takes off what frames a statement (greetings, "it turns out that", who found it, remarks)."""

import re

from memory.rules.literals import MASKED, literals
from memory.rules.persons.contacts import PERSON
from memory.rules.vocabulary import TECHNICAL, TECHNOLOGY, TOOLS
from memory.rules.wording.attributions import (
    ABOUT_PERSON,
    ABSENT,
    AGREED,
    ASIDE,
    ATTRIBUTION,
    CONTACT,
    CREDITED,
    ENCLOSED,
    INQUIT,
    LEARNED,
    ONLY,
    PERSON_DID,
    SIGNED,
    THANKS,
    TO_WHOM,
    TOLD_BY,
)
from memory.rules.wording.morphology import is_past
from memory.rules.wording.openers import LEAD, REMEMBER

_SUBJECT = (
    rf"(?:I|we|you|{PERSON}|the team|they|someone|somebody|nobody|no one|he|she|everyone|everybody|us all|"
    rf"the (?:team|logs?|profiler?|docs?|debugger|tests?|output|trace|investigation|benchmarks?))"
)
_ADVERB = (
    r"(?:just |also |finally |eventually |recently |then |now |already |quickly |later |only |actually |kindly |"
    r"always |again |can |could |did )*"
)
_FOUND = (
    r"found(?: out)?|notic(?:ed|e)|reali[sz]ed?|discovered|learn(?:ed|t)|figured out|confirm(?:ed|s)?|"
    r"verif(?:ied|y)|saw|see|observed?|know|knew|established|determined|concluded|tracked (?:it|this|"
    r"that) down(?: to)?|"
    r"reported|reports?|pointed out|mentioned|noted|notes?|said|says?|told (?:me|us|everyone|them)|"
    r"tell(?:s)? (?:me|us)|explained|explains?|reminded (?:me|us|everyone)|remind(?:s)?|remember(?:ed|s)?|"
    r"got confirmation|checked(?: and)?|spotted|identified|suggested|suggests|"
    r"proposed|proposes|recommended|recommends|insisted|insists|requested|warned(?: me| us)?|clarified|stressed|"
    r"emphasi[sz]ed|show(?:s|ed)|reveal(?:s|ed)|prove(?:s|d)|indicate[sd]?|agree(?:d|s)?(?! (?:not )?to\b| on\b)|"
    r"swears?|admitted"
)
_REPORTED = re.compile(
    rf"^(?:and |but |so |then |now |today |also |as )?{_SUBJECT}(?:['’]ve|['’]d| have| had|"
    rf" has)? ?{_ADVERB}(?:{_FOUND})(?: the hard way)?(?:\s(?:in|at|during|on|to|via|over|earlier|"
    rf"again)(?:\s[^\s,.;:]+){{1,6}}?(?=\sthat\s))?(?P<that>,? that(?: the following)?[:,]?| the following[:,]?|"
    rf"[:,])?\s",
    re.IGNORECASE,
)
_ASKED = re.compile(
    rf"^{_SUBJECT} (?:asked|wants?|wanted|told|reminded|begged) (?:me|us|everyone|you|"
    rf"the team) to (?:write (?:this|it) down|note(?: this)?(?: down)?|remember|document(?: this)?|"
    rf"share(?: this)?|pass (?:this|it) on|keep in mind|mention|record)(?: that|:)?[,:]?\s",
    re.IGNORECASE,
)
_VERB = re.compile(
    r"\b(?:is|are|was|were|has|had|have|does|doesn['’]t|do|don['’]t|did|didn['’]t|can|can['’]t|cannot|will|"
    r"won['’]t|would|must|should|needs?|fails?|failed|uses?|returns?|"
    r"breaks?|broke|expects?|requires?|crash\w*|times? out|timed|leaks?|causes?|caused|throws?|hangs?|never|"
    r"always|sets?|gets?|runs?|takes?|drops?|swallows?|works?|only|supports?|ignores?|wasn['’]t|isn['’]t|"
    r"aren['’]t|weren['’]t)\b",
    re.IGNORECASE,
)
_PREAMBLE = re.compile(r"^(?P<frame>[^:\n]{2,80}):\s+(?=\S)")
_PERSONAL = re.compile(
    rf"\b(?:I|I['’]m|I['’]ve|we|we['’]re|we['’]ve|my|our|me|us|you|guess|after|turns?|story|thing|hair|hours?|"
    rf"days?|digging|let['’]s|lets|talk(?:ed|ing)|spoke|chat(?:ted)?|meeting|call|heard|asked|funny|finally|"
    rf"decide|agreed?|morning|everyone|folks|lesson|til|fyi|psa|note|nobody|no one|not sure|no idea|"
    rf"don['’]t (?:ask|know)|dunno)\b|{PERSON}",
    re.IGNORECASE,
)
_SPENT = re.compile(
    rf"^(?:and |so |ok |then )?{_SUBJECT}(?:['’]ve| have| had)? ?{_ADVERB}(?:spent|wasted|lost|burned|burnt|"
    rf"needed|took)\s(?:about |over |almost |nearly |like |the (?:whole|entire|last) |all |half |my |our |a |"
    rf"{MASKED}|\w+)[^.;]{{0,110}}?"
    r"(?:\band (?:it )?turn(?:s|ed) out(?: that)?|, ?(?:and |but )?(?:it )?turn(?:s|ed) out(?: that)?|"
    r"[;–—:-] ?(?:it )?turn(?:s|ed) out(?: that)?|\band (?:finally |eventually )?(?:found|discovered|learned|"
    r"figured|realized|noticed)(?: out)?(?: that)?|"
    r"\b(?:before|until) (?:I|we) (?:finally )?(?:found|realized|noticed|discovered|figured)(?: out)?(?: that)?|"
    r"\bonly to (?:find|discover|learn|realize)(?: out)?(?: that)?|\bbecause\b|[;–—:]|, (?:and|but)\b|,)\s",
    re.IGNORECASE,
)
_SUPPOSED = re.compile(
    rf"^(?:at first |initially |originally )?(?:{_SUBJECT} (?:first |initially |originally |all |"
    rf"always )*(?:thought|assumed|suspected|believed|expected|figured)|(?:{PERSON}['’]s|the|my|our) (?:first |"
    rf"initial )?(?:hypothesis|theory|guess|suspicion|assumption|thought|hunch|"
    rf"idea) was)\b[^.;]{{3,120}}?[,;–—-]+ ?(?:but |however |yet )?(?:actually |in fact |in reality |in the end |"
    rf"instead )?(?:it turn(?:s|ed) out (?:that )?|(?=it (?:was|is)\b|the \w+ (?:\w+ )?(?:shows?|showed|is|was|"
    rf"has|had)\b|the (?:real|actual|true)\b))",
    re.IGNORECASE,
)
_TALKED = re.compile(
    rf"^(?:after |following |in |as per |per )?(?:talk(?:ed|ing)|speak(?:ing)|spoke|chatt?(?:ed|ing)|"
    rf"discuss(?:ed|ing)(?: it| this)?|meeting|a (?:quick |long |short )?(?:call|chat|meeting|discussion|talk|"
    rf"sync)|(?:my|our) (?:call|chat|meeting|discussion|talk|sync)) (?:(?:it|this|that) (?:through|over) )?(?:with|to|"
    rf"w/) "
    rf"{PERSON}(?:(?:, | and |, and ){PERSON})*(?: (?:from|in|of|at) (?:the )?\w+(?: team)?)?(?:[,:;–—-]+\s?|"
    rf"\s(?=we\b|I\b|the\b|it\b))",
    re.IGNORECASE,
)
_AFTER_TALK = re.compile(
    r"^after (?:[^\s,.;:]+ ){0,6}?(?:meetings?|discussions?|debates?|arguments?|calls?|chats?|back and forth|talks?|"
    r"arguing|"
    r"discussing|thinking|sleeping|experiments?|deliberation)\b[^,.;:]{0,40}?(?:,\s?|\s(?=(?:we|I)(?:['’](?:re|m|ve|"
    r"ll))?\s))",
    re.IGNORECASE,
)
_WAS_RIGHT = re.compile(
    rf"^(?:{PERSON}(?:(?:, | and | & ){PERSON})*|we|I) (?:was|were|is|are) (?:so |absolutely |totally )?(?:right|"
    rf"wrong|not wrong)"
    rf"\b[^,.;:]{{0,30}}[,:;–—-]\s?",
    re.IGNORECASE,
)
_MEETING = re.compile(
    r"^(?P<decision>decision|agreement|outcome|conclusion|result)s? (?:from|of|in|at|made|after|"
    r"today)\b[^:]{0,60}:\s",
    re.IGNORECASE,
)
_PERSONAL_CLAUSE = re.compile(
    r"^(?P<frame>[^,;.:`]{3,70})(?:, (?:but|anyway|however|still)|; (?:but |anyway )?| [–—-] (?:but |anyway )?|"
    r", (?=the\b|it turn))\s?",
    re.IGNORECASE,
)
_REQUEST = re.compile(
    rf"^(?:{PERSON}|they|management|legal|the client|the customer|product) (?:asked|wants?|wanted|told|requested|"
    rf"needs?|begged) (?:me|us|everyone|the team|you) to (?=\w)",
    re.IGNORECASE,
)
_RULES_THAT = re.compile(
    r"^we (?:prefer|use|keep|run|require|store|deploy|avoid|pin)\b|\b(?:never|always|must|cannot|"
    r"don['’]t (?!ask|know)|do not|not allowed)\b",
    re.IGNORECASE,
)
_LOOKED = re.compile(
    r"^(?:after |by )?(?:looking|going|digging|reading|searching) (?:at|through|into|over|"
    r"deeper into) [^,.;:`\d]{3,60}, "
    r"(?=\S)",
    re.IGNORECASE,
)
_DID = re.compile(
    r"\b(?:fixed|added|removed|changed|moved|replaced|switched|bumped|rewrote|broke|disabled|enabled|migrated|dropped|"
    r"raised|"
    r"lowered|reverted)\b",
    re.IGNORECASE,
)
_STATES = re.compile(
    r"^(?!(?:the|that|this|it|what|one|so|my|our|I|we)\b)\S+ (?:\S+ )?(?:is|are|runs?|uses?|has|owns?|lives?) ",
    re.IGNORECASE,
)
_DAY = re.compile(r"\b(?:on )?(\d{4}-\d\d-\d\d)\b")
_GROUP = re.compile(
    rf"(?:{PERSON}|\b(?:[Mm]e|I))(?:(?:, | and | & |, and )(?:{PERSON}|me\b|I\b))+|{PERSON}(?= (?:(?:also|just|"
    rf"then|later|already|had|has|have) )*(?P<verb>\w+))"
)


def unframed(words: str, restore: object = None) -> tuple[str, str]:
    """The words without what frames them, and a date (`2026-03-18`) that fell away with the frame, or ""."""
    words, found_on = _without_tellers(words), ""
    if CONTACT.match(words) or PERSON_DID.match(words) or (THANKS.match(words) and PERSON in words):
        return "", ""
    for _ in range(4):
        before = words
        words = _LOOKED.sub("", _without_preamble(words))
        words = _MEETING.sub(lambda m: "Decision: " if m["decision"].lower() != "result" else "", words)
        remember = REMEMBER.match(words)
        if remember:
            words = words[remember.end() :].rstrip(" ?")
        for frame in (_SPENT, _SUPPOSED, _ASKED, _TALKED, _REQUEST):
            framed = frame.match(words)
            if framed:
                day = _DAY.search(restore(framed[0]) if callable(restore) else framed[0])
                found_on = day[1] if day else found_on
                words = words[framed.end() :]
        words = ATTRIBUTION.sub("", LEAD.sub("", words)).lstrip(" ,")
        words = ASIDE.sub(_kept_space, words).strip()
        reported = _REPORTED.match(words)
        if reported and ((reported["that"] or "").strip() or _VERB.search(words, reported.end())):
            words = words[reported.end() :]
        if words == before:
            break
    return words, found_on


def _without_tellers(words: str) -> str:
    """Words without the clauses that say whose word it is; persons who act stay, as `we`."""
    words = LEAD.sub("", words) if PERSON in words else words
    if PERSON not in words:
        return CREDITED.sub("", words)
    if ABOUT_PERSON.match(words) or (_is_thanks(words) and not CREDITED.match(words)):
        return ""
    words = ABSENT.sub("", CREDITED.sub("", LEARNED.sub("", SIGNED.sub(".", words))))
    words = _WAS_RIGHT.sub("", _AFTER_TALK.sub("", _TALKED.sub("", words)))
    for told in (TOLD_BY, AGREED, INQUIT, ENCLOSED, ATTRIBUTION):
        rest = told.sub(lambda found: found[0][-1] if found[0][-1] in ".;" else "", words).lstrip(" ,:;")
        words = rest if _is_telling(rest) else words
    return _as_group(ONLY.sub("only one person", TO_WHOM.sub("", words)))


def _is_thanks(words: str) -> bool:
    """Whether a whole sentence thanks somebody, and for nothing that would be a fact."""
    return bool(THANKS.match(words.rstrip(" .!"))) and not re.search(MASKED, words) and len(words.split()) < 14


def _is_telling(words: str) -> bool:
    """Whether words still say something: more than two of them are left."""
    return len(words.split()) > 2


def _kept_space(match: re.Match[str]) -> str:
    """An aside between words leaves one space, one at the end nothing."""
    rest = match.string[match.end() : match.end() + 1]
    return " " if rest and rest not in ",.;!?)" else ""


def _as_group(words: str) -> str:
    """Persons who did something as `we`, whose clauses are said impersonally later."""
    if PERSON not in words:
        return words
    return _GROUP.sub(lambda m: "we" if not m["verb"] or is_past(m["verb"]) or PERSON in m[0][1:] else m[0], words)


def _without_preamble(words: str) -> str:
    """`After two days of pulling hair: …` says nothing before its colon; `Root cause: …` does."""
    found = _PREAMBLE.match(words) or _PERSONAL_CLAUSE.match(words)
    if not found or not _PERSONAL.search(found["frame"]):
        return words
    frame = found["frame"]
    words_ = [word.strip("'’,.()") for word in frame.split()]
    known = sum(word.lower() in TECHNICAL for word in words_)
    named = bool(TECHNOLOGY.search(frame.lower())) or any(
        word.lower() in TOOLS or (len(word) > 2 and word[:2].isupper()) for word in words_
    )
    if (
        known > 1
        or (known and _DID.search(frame))
        or named
        or _RULES_THAT.search(frame)
        or _STATES.match(frame)
        or re.search(MASKED, frame)
        or any(item.kind not in ("amount", "number", "date") for item in literals(frame))
    ):
        return words
    return words[found.end() :]
