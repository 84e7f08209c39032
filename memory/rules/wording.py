"""A step of distilling: impersonal wording, with identifiers, paths, versions, numbers and error texts to the letter."""

import re

from memory.rules.clauses import without_subjects
from memory.rules.decisions import as_decision
from memory.rules.literals import MASKED, Mask
from memory.rules.morphology import is_past
from memory.rules.persons import PERSON, mark_persons

_EMOJI = re.compile("[\U0001f000-\U0001faff\u2600-\u27bf\u2b00-\u2bff\ufe0f\u200d]|(?<!\\w)[:;]-?[)(DPp](?!\\w)")
_EMPHASIS = re.compile(r"(?<![\w*])(\*{1,3}|~~)(?=\S)([^*~\n]{1,300}?)(?<=\S)\1(?![\w*])|(?<![\w_])__([^_\n]{1,200})__(?![\w_])")
_LINK = re.compile(r"!?\[([^\]\n]{1,200})\]\(([^()\s]{1,400})\)")
_HTML = re.compile(r"</?(?:b|i|em|strong|br|p|div|span|details|summary|kbd|sub|sup|u|a)(?:\s[^<>]{0,200})?/?>", re.IGNORECASE)
_SPACES = re.compile(r"[ \t\u00a0]{2,}")
_REMARK = (
    r"annoying|frustrating|great|nice|painful|sad|awesome|stupid|ridiculous|a pain|a nightmare|weird|awful|terrible|horrible|crazy|insane|"
    r"super \w+|so \w+|really \w+|very \w+|pretty \w+|cool|unfortunate|a shame|a relief|lovely|embarrassing|infuriating|exhausting|fun|funny"
)
_ASIDE = re.compile(
    rf"[,;]?\s*(?:[,–—-]\s?|\()?(?:which|that|this|it)(?:['’]s| is| was| has been) (?:just |honestly |kind of |really |so |super |very )*(?:{_REMARK})(?: (?:to|for) (?:me|us|debug|everyone)[^,.;)]*)?\)?(?=[,.;!?)]|$)|"
    r"\s?[(–—-]\s?(?:ugh|sigh|lol|haha|sorry|finally|yay|phew|facepalm|grr+|argh+|wtf|smh|imo|imho|fwiw|afaik|tbh)\s?\)?(?=[,.;!?)]|$)|"
    r"(?:^|(?<=[.!?,;]\s))(?:ugh+|sigh|phew|yay|woo+hoo+|hooray|argh+|grr+|damn(?: it)?|wtf|lol|haha+|omg|sorry(?: about that)?|my bad|tbh|imo|imho|fwiw|afaik|honestly|frankly)\b[\s,!.:;–—-]*",
    re.IGNORECASE,
)
_FILLER = re.compile(
    r"(?<![\w-])(?:basically|literally|totally|actually|obviously|of course|clearly|honestly|frankly|really|very|super|quite|pretty(?= (?:much|sure|\w+ly))|kind of|sort of|kinda|sorta|"
    r"of course|needless to say|as you (?:know|can see)|as (?:mentioned|discussed|expected)(?: (?:above|before|earlier))?|just(?! as| in)|simply|somehow|damn|fucking|freaking|bloody|goddamn|stupid(?:ly)?|"
    r"annoyingly|frustratingly|sadly|unfortunately|luckily|fortunately|thankfully|hopefully|interestingly|surprisingly|amazingly|ironically|at the end of the day|to be (?:honest|fair|clear)|"
    r"for what it['’]s worth|if you ask me|in my (?:humble )?opinion|as far as (?:I|we) (?:know|can tell)|I (?:must|have to) (?:say|admit)|you know|I mean|please|kindly|lol|haha)(?![\w-]),?\s?",
    re.IGNORECASE,
)
_SUBJECT = rf"(?:I|we|you|{PERSON}|the team|they|someone|he|she|everyone|us all)"
_ADVERB = r"(?:just |also |finally |eventually |recently |then |now |already |quickly |later |only |later |actually )*"
_REPORTED = re.compile(
    rf"^(?:and |but |so |then |now |today |also )?{_SUBJECT}(?:['’]ve|['’]d| have| had| has)? ?{_ADVERB}(?:found(?: out)?|notic(?:ed|e)|reali[sz]ed?|discovered|learn(?:ed|t)|figured out|"
    rf"confirm(?:ed)?|verif(?:ied|y)|saw|see|observed?|know|kn[eo]w|established|determined|concluded|tracked (?:it|this|that) down(?: to)?|can (?:see|confirm)|could see|reported|pointed out|mentioned|"
    rf"noted|said|says|told (?:me|us|{PERSON})|explained|reminded (?:me|us)|remember(?:ed|s)?|got confirmation|checked(?: and)?|spotted|identified)(?P<that>(?: that| the following)?[:,]?)\s",
    re.IGNORECASE,
)
_VERB = re.compile(
    r"\b(?:is|are|was|were|has|had|have|does|doesn['’]t|do|don['’]t|did|didn['’]t|can|can['’]t|cannot|will|won['’]t|would|must|should|needs?|fails?|failed|uses?|returns?|"
    r"breaks?|broke|expects?|requires?|crash\w*|times? out|timed|leaks?|causes?|caused|throws?|hangs?|never|always|sets?|gets?|runs?|takes?|drops?|swallows?|works?|only|supports?|ignores?)\b",
    re.IGNORECASE,
)
_LEAD = re.compile(
    r"^(?:(?:so(?!\s(?:far|that|long|many|much|called))|ok(?:ay)?(?! to)|anyways?|basically|actually|btw|by the way|fyi|psa|tl;?dr|turns? out|as it turn(?:s|ed) out|it turn(?:s|ed) out|turned out|i see|and so|"
    r"the (?:thing|point|catch|kicker|funny part|weird part|takeaway|upshot|bottom line|gist) is|long story short|heads[ -]up|just (?:a )?(?:fyi|note|heads[ -]up)|note(?: to self)?|reminder|remember|please note|quick (?:note|update|one|heads[ -]up)|"
    r"after (?:\w+ )?(?:hours|days|a while|lots|a lot|some|much|a bit|further|more|a long|an? \w+|extensive|careful|\w+ (?:hours?|days?|minutes?))(?: of)?(?: \w+){0,3}?(?: (?:debugging|digging|investigati\w+|research\w*|profiling|discussion|testing|back and forth|thought))?|"
    r"after (?:debugging|digging|investigati\w+|research\w*|profiling|discussing|testing|reading|looking)[^,:]{0,60})"
    r"(?:\s?[,:–—!-]+\s?that\s|\sthat\s|\s?[,:;!.–—-]+\s*|\s+)"
    r"|(?:well|oh|ah+|hm+|uh|um|yeah|yes|yep|yup|no|nope|nah|right|great|perfect|excellent|nice|awesome|amazing|good|cool|wonderful|fantastic|done|all done|fixed|found (?:it|the (?:issue|problem|bug))|got it|exactly|correct|"
    r"you(?:['’]re| are) (?:absolutely |totally |completely )?right|good (?:point|catch|question|idea|news|call|morning)|great (?:question|point|catch|news|idea)|bad news|unfortunately|fortunately|luckily|sadly|interesting(?:ly)?|surprisingly|"
    r"importantly|finally|ugh+|argh+|wow|sorry|thanks?(?: you)?(?: so much| a lot| all)?|thx|ty|cheers|please|guys|folks|hey|hi|hello|all|everyone|team|morning|update|info|question|answer|makes sense|i (?:see|understand)|sure(?: thing)?|of course|absolutely|"
    r"indeed|in (?:short|summary|conclusion|fact|other words|practice|the end)|to (?:summari[sz]e|recap|sum up|clarify)|in case you missed it|as (?:discussed|mentioned|expected|suspected|promised|noted)(?: (?:above|before|earlier|in \w+))?|first(?:ly)?|second(?:ly)?|lastly|also|plus|additionally|"
    rf"furthermore|moreover|meanwhile|next|then|now|one more thing|side note|small note|minor|small|important|warning|careful|attention|achtung|(?:hi|hey|hello|thanks|dear|morning) (?:{PERSON}|all|team|everyone|folks|guys|there)|{PERSON})"
    r"\s?[,:;!.–—-]+\s*)+",
    re.IGNORECASE,
)
_SPENT = re.compile(
    rf"^(?:and |so |ok |then )?{_SUBJECT}(?:['’]ve| have| had)? ?{_ADVERB}(?:spent|wasted|lost|burned|burnt|needed|took)\s(?:about |over |almost |nearly |like |the (?:whole|entire|last) |all |half |my |our |a |{MASKED}|\w+)[^.;]{{0,110}}?"
    r"(?:\band (?:it )?turn(?:s|ed) out(?: that)?|, ?(?:and |but )?(?:it )?turn(?:s|ed) out(?: that)?|[;–—:-] ?(?:it )?turn(?:s|ed) out(?: that)?|\band (?:finally |eventually )?(?:found|discovered|learned|figured|realized|noticed)(?: out)?(?: that)?|"
    r"\b(?:before|until) (?:I|we) (?:finally )?(?:found|realized|noticed|discovered|figured)(?: out)?(?: that)?|\bonly to (?:find|discover|learn|realize)(?: out)?(?: that)?|\bbecause\b|[;–—:]|, (?:and|but)\b|,)\s",
    re.IGNORECASE,
)
_ATTRIBUTION = re.compile(
    rf"\s?(?:[,(–—-]\s?)?\b(?:(?:big |huge |many )?(?:thanks|thank you|kudos|props|credits?|shout-?out|hat tip|h/t)(?: (?:to|for))?|according to|per|cc:?|ping|courtesy of|(?:as )?(?:suggested|requested|reported|found|spotted|noticed|proposed|reviewed|approved|written|raised|discovered|"
    rf"pointed out|mentioned|discussed|agreed|confirmed|recommended|implemented|made|done|caught|fixed) (?:by|with)|together with|along with|pair(?:ed|ing) with|with|from|by|via|as) (?:our \w+ |the \w+ )?@?{PERSON}(?:(?:, | and | & |, and )@?{PERSON})*"
    rf"(?: (?:suggested|said|pointed out|noted|mentioned|proposed|requested|wanted|asked))?(?: for (?:finding|spotting|catching|the \w+|this|that|it|pointing)[^.,;)]*)?\)?",
    re.IGNORECASE,
)
_PERSON_DID = re.compile(rf"^{PERSON}(?:(?:, | and | & ){PERSON})* (?:{_ADVERB})(?:found|fixed|spotted|caught|noticed|did|wrote|reviewed|approved|merged|discovered|helped|solved|pushed)(?: (?:it|this|that|them|the (?:bug|issue|fix|problem|pr)))?(?: (?:too|today|yesterday|first|out|down))?[.!]*$", re.IGNORECASE)
_THANKS = re.compile(rf"^(?:thanks|thank you|kudos|props|shout-?out|credits?|hat tip|cc|ping|hi|hello|hey|bye|cheers)\b[^.]*$", re.IGNORECASE)
_FEELING = re.compile(
    r"\b(?:I|we)(?:['’]m| am|['’]re| are| was| were| feel| felt)? (?:so |really |very |super |just |pretty |a bit |kind of )*(?:happy|glad|sad|frustrated|annoyed|tired|exhausted|excited|sorry|afraid|worried|confused|relieved|proud|curious|stressed|burned out|burnt out|angry|"
    r"impressed|embarrassed|love|hate|like|enjoy|dislike)(?: (?:that|about|with|to|how|of)\b)?",
    re.IGNORECASE,
)
_DISCOVERED_ON = re.compile(r"\b(?:on )?(\d{4}-\d\d-\d\d)\b")
_DANGLING_END = re.compile(r"(?:\s(?:and|or|but|because|so|that|with|by|from|to|for|as|the|a|an|of|in|on|at|via|which))+\s?[.!]*$|[\s,;:–—-]+$", re.IGNORECASE)


def impersonal(sentence: str) -> str:
    """One sentence without people, first person, feelings and filler; empty when nothing is left of it.

    Dates are expected to be absolute already: a date that falls away with its frame ("I spent hours on this
    yesterday and …") is kept as "Identified 2026-03-18."
    """
    plain = _tidy(_without_markup(sentence))
    mask = Mask(mark_persons(plain), open_kinds=_OPEN_KINDS)
    words, found_on = _without_frame(mask)
    if not words:
        return ""
    decided = as_decision(words)
    words = without_subjects(decided)
    words = _without_persons(words)
    text = _finished(mask.restore(words))
    if found_on and text and found_on not in text:
        text += f" Identified {found_on}."
    return text


def foreign(sentence: str) -> str:
    """A sentence of another language: people and markup go, everything else stays as it is."""
    text = mark_persons(_tidy(_without_markup(sentence)))
    text = re.sub(rf"\s?\(?(?:cc:?|@)?\s?{PERSON}\)?(?:['’]s)?", "", text)
    return _tidy(text).strip(" ,;:–—-")


_OPEN_KINDS = frozenset({"email"})


def _without_markup(text: str) -> str:
    text = _LINK.sub(lambda m: m[1] if m[2] in m[1] or m[2].startswith("#") else f"{m[1]} ({m[2]})", text)
    text = _HTML.sub(" ", text)
    for _ in range(2):
        text = _EMPHASIS.sub(lambda m: m[2] or m[3], text)
    return _EMOJI.sub(" ", text).replace("**", "")


def _tidy(text: str) -> str:
    text = _SPACES.sub(" ", text).strip()
    text = re.sub(r"\s+([,.;:!?)])(?=\s|$)", r"\1", text)
    text = re.sub(r"!+|\.{2,}(?=\s*$)", ".", text) if "`" not in text else text
    return text.strip(" -–—•>")


def _without_frame(mask: Mask) -> tuple[str, str]:
    """The masked words without lead-ins, attributions and remarks, and a date that went with them."""
    words, found_on = _as_group(mask.text), ""
    if _PERSON_DID.match(words) or _THANKS.match(words) and PERSON in words:
        return "", ""
    for _ in range(3):
        before = words
        spent = _SPENT.match(words)
        if spent:
            day = _DISCOVERED_ON.search(mask.restore(spent[0]))
            found_on = day[1] if day else found_on
            words = words[spent.end() :]
        words = _ATTRIBUTION.sub("", _LEAD.sub("", words)).lstrip(" ,")
        words = _ASIDE.sub("", words)
        reported = _REPORTED.match(words)
        if reported and (reported["that"].strip() or _VERB.search(words, reported.end())):
            words = words[reported.end() :]
        if words == before:
            break
    words = _FILLER.sub("", words)
    return words.strip(" ,;:.–—-") and words.strip(" ,;:–—-"), found_on


_GROUP = re.compile(rf"(?:{PERSON}|\b(?:[Mm]e|I))(?:(?:, | and | & |, and )(?:{PERSON}|me\b|I\b))+|{PERSON}(?= (?:(?:also|just|then|later|already|had|has|have) )*(?P<verb>\w+))")


def _as_group(words: str) -> str:
    """Persons who did something as `we`, whose clauses are said impersonally later."""
    return _GROUP.sub(lambda m: "we" if not m["verb"] or is_past(m["verb"]) or PERSON in m[0][1:] else m[0], words)


def _without_persons(words: str) -> str:
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


_COMMON_STARTS = frozenset(
    """a an the this that these those there it its if when while after before since because for from in on at to with without by as all any each
    every no not only both most many some new old cannot can could do does did must should will may might never always use uses used using set tests
    test builds build deploys retries retry logic connections sessions requests users everything nothing anything be is are was were instead once until
    whenever unless where which what how why who formerly one two three four five several decision reason fixed secrets logs migrations queries jobs
    tables columns workers services errors timestamps dates prices money passwords tokens files images tags feature code data local global automatic
    manual unit integration end background async sync production staging development database cache caching access admin public private""".split()
)


def _is_common(text: str) -> bool:
    """Whether the first word is plain English; the name of a package (pnpm, httpx) keeps its small letter."""
    first = text.split(None, 1)[0].strip(",;:.").lower()
    return first in _COMMON_STARTS or first.endswith(("ing", "ed", "tion", "tions", "ment", "ments", "ness", "ity", "ence", "ance", "ally"))
