"""A step of distilling: impersonal wording, with identifiers, paths, versions, numbers and error texts to the
letter."""

import re

from memory.rules.clauses import with_nouns, without_subjects
from memory.rules.decisions import as_decision
from memory.rules.frames import unframed, without_commit_type
from memory.rules.literals import MASKED, Mask
from memory.rules.persons import PERSON, mark_persons
from memory.rules.vocabulary import TECHNICAL, TOOLS

_EMOJI = re.compile("[\U0001f000-\U0001faff\u2600-\u27bf\u2b00-\u2bff\ufe0f\u200d]|(?<!\\w)[:;]-?[)(DPp](?!\\w)")
_EMPHASIS = re.compile(
    r"(?<![\w*])(\*{1,3}|~~)(?=\S)([^*~\n]{1,300}?)(?<=\S)\1(?![\w*])|(?<![\w_])__([^_\n]{1,200})__(?![\w_])"
)
_LINK = re.compile(r"!?\[([^\]\n]{1,200})\]\(([^()\s]{1,400})\)")
_HTML = re.compile(
    r"`[^`\n]{1,400}`|</?(?:b|i|em|strong|br|p|div|span|details|summary|kbd|sub|sup|u|a)(?:\s[^<>]{0,200})?/?>",
    re.IGNORECASE,
)
_STARS = re.compile(r"`[^`\n]{1,400}`|\*\*")
_SPACES = re.compile(r"[ \t\u00a0]{2,}")
_FILLER = re.compile(
    r"(?<![\w-])(?:basically|literally|totally|actually|obviously|of course|clearly|honestly|frankly|really|very|"
    r"super|quite|pretty(?= (?:much|sure|\w+ly))|kind of|sort of|kinda|sorta|"
    r"of course|needless to say|as you (?:know|can see)|as (?:mentioned|discussed|expected)(?: (?:above|before|"
    r"earlier))?|just(?! as| in)|simply|somehow|damn|fucking|freaking|bloody|goddamn|stupid(?:ly)?|"
    r"annoyingly|frustratingly|sadly|unfortunately|luckily|fortunately|thankfully|hopefully|interestingly|"
    r"surprisingly|amazingly|ironically|at the end of the day|to be (?:honest|fair|clear)|"
    r"for what it['’]s worth|if you ask me|in my (?:humble )?opinion|as far as (?:I|we) (?:know|can tell)|"
    r"I (?:must|have to) (?:say|admit)|you know|I mean|please|kindly|lol|haha)(?![\w-]),?\s?",
    re.IGNORECASE,
)
_MOODS = (
    r"(?:frustrated|annoyed|tired|exhausted|angry|furious|sad|happy|thrilled|relieved|embarrassed|fed up|sick|stressed|"
    r"desperate|proud|glad|grumpy|nervous|worried|excited|mad)"
)
# How somebody felt: in front of what they say, behind it, or as what they love before they say what is so.
_FEELING = re.compile(
    rf"^(?:(?:i|we)(?:['’]m| am|['’]re| are) )?(?:a (?:bit|little) |so |too )?{_MOODS} (?:of|that|to|with|about|at) "
    rf"[^:,;.]{{0,60}}[:,]\s*|"
    rf"(?:,|\s+(?:and|but|so))\s+(?:(?:i|we) )?(?:got|gets?|was|were|am|are|felt|feel|left us) (?:so |a bit )?{_MOODS}"
    rf"(?=[\s.!]*$)|^(?:(?:i|we) )?(?:love|hate|adore|loathe)s? [^,.;:]{{1,40}}? (?:but|though|yet) ",
    re.IGNORECASE,
)
_DANGLING_END = re.compile(
    r"(?:\s(?:and|or|but|because|so|that|with|by|from|to|for|as|the|a|an|of|in|on|at|via|which))+\s?[.!]*$|"
    r"[\s,;:–—-]+$",
    re.IGNORECASE,
)


def impersonal(sentence: str) -> str:
    """One sentence without people, first person, feelings and filler; empty when nothing is left of it.

    Dates are expected to be absolute already: a date that falls away with its frame ("I spent hours on this
    yesterday and …") is kept as "Identified 2026-03-18."
    """
    plain = without_commit_type(_tidy(_without_markup(sentence)))
    mask = Mask(mark_persons(plain), open_kinds=_OPEN_KINDS)
    words, found_on = unframed(mask.text, mask.restore)
    words = _FEELING.sub("", _FILLER.sub("", words)).strip(" ,;:–—-")
    if not words.strip(" .!?"):
        return ""
    rewritten = without_subjects(as_decision(words))
    words = _without_persons(with_nouns(words) if _says_less(words, rewritten) else rewritten)
    text = _finished(mask.restore(words))
    if found_on and text and found_on not in text:
        text += f" Identified {found_on}."
    return text


_MASK = re.compile(MASKED)
_NEGATION = re.compile(
    r"\b(?:not|never|no|nor|none|without|cannot|neither|against|only)\b|n['’]t\b|\b(?:avoid|dropped?|drop|stop|"
    r"stopped|remove[sd]?|reject(?:ed)?|get rid of|got rid of|ditch(?:ed)?|abandon(?:ed)?|retired?|move away)\b",
    re.IGNORECASE,
)


def _says_less(before: str, after: str) -> bool:
    """Whether rewriting lost a literal or a negation; rather clumsy than wrong, the sentence then keeps its clauses."""
    if set(_MASK.findall(before)) - set(_MASK.findall(after)):
        return True
    return len(_NEGATION.findall(after)) < len(_NEGATION.findall(before))


_FOREIGN_FRAME = re.compile(
    rf"^(?:(?:danke|dank) an|merci à|gracias a|obrigad[oa] (?:a|ao|à)|grazie a|laut|nach|según|segundo|selon|"
    rf"d['’]après|"
    rf"secondo) {PERSON}[,:!.]?\s?|^{PERSON} (?:hat gesagt|hat gemeldet|sagt|meint|a dit|dit|dice|dijo|disse|diz|"
    rf"ha detto|dice)(?:, dass| que| che|:)?\s|^{PERSON}(?:によると|说|提到|建议|指出|认为|告诉)[、，,:：]?",
    re.IGNORECASE,
)


def foreign(sentence: str) -> str:
    """A sentence of another language: people and markup go, everything else stays as it is."""
    text = mark_persons(_tidy(_without_markup(sentence)))
    text = _FOREIGN_FRAME.sub("", text)
    text = re.sub(rf"\s?\(?(?:cc:?|@)?\s?{PERSON}\)?(?:['’]s)?", "", text)
    return _tidy(text).strip(" ,;:–—-")


_OPEN_KINDS = frozenset({"email"})


def _without_markup(text: str) -> str:
    text = _LINK.sub(lambda m: m[1] if m[2] in m[1] or m[2].startswith("#") else f"{m[1]} ({m[2]})", text)
    text = _HTML.sub(lambda m: m[0] if m[0][0] == "`" else " ", text)
    for _ in range(2):
        text = _EMPHASIS.sub(lambda m: m[2] or m[3], text)
    return _STARS.sub(lambda m: m[0] if m[0][0] == "`" else "", _EMOJI.sub(" ", text))


def _tidy(text: str) -> str:
    text = _SPACES.sub(" ", text).strip()
    text = re.sub(r"\s+([,.;:!?)])(?=\s|$)", r"\1", text)
    text = re.sub(r"(?<=[\w)\]\"'’])!+(?=\s|$)|\.{2,}(?=\s*$)", ".", text)
    return text.strip(" -–—•>")


def _without_persons(words: str) -> str:
    words = re.sub(rf"{PERSON}['’]s(?:(?:, | and | & ){PERSON}['’]s)+", "the", words)
    words = re.sub(rf"{PERSON}(?:['’]s| ['’]s)", "the", words)
    return re.sub(rf"(?:the |our )?{PERSON}(?:(?:, | and | & ){PERSON})*", "a team member", words)


def _finished(text: str) -> str:
    text = _DANGLING_END.sub("", _tidy(text)).strip(" ,;:–—-")
    text = re.sub(r"\bthe (?:the|a|an) ", "the ", text)
    text = re.sub(r"\ba team member(?:, a team member)+", "team members", text)
    if not text:
        return ""
    if text[0].islower() and _is_common(text):
        text = text[0].upper() + text[1:]
    return text if text.endswith((".", "!", "?", "。", ":", "…")) else text + "."


_NAME_START = re.compile(
    r"^[a-z]+(?:$|[\s,:;.](?=[v<>=~^]?\s?\d)|\s(?:\w+(?:izes|ises|ates|ifies)|breaks|fails|uses|needs|requires|"
    r"returns|drops|ignores|supports|"
    r"expects|throws|crashes|changed|removed|is|was|has|does|doesn['’]t|isn['’]t|can['’]t|cannot)\b)"
)
_ARTICLES = frozenset(
    "the a an all every each since in on at for with from until after before to no this that it there".split()
)


def _is_common(text: str) -> bool:
    """Whether the first word is plain English; the name of a tool or a package keeps its small letter."""
    first = text.split(None, 1)[0].strip(",;:.")
    if not first.isalpha() or not first.islower() or first in TOOLS:
        return False
    return first in _ARTICLES or first in TECHNICAL or not _NAME_START.match(text)
