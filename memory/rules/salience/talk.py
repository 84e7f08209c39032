"""A step of salience: sentences of people among themselves (intent, mood, address, empty reports), in English."""

import re

from memory.rules.literals import Literal, literals
from memory.rules.needles import Needle

# What someone is about to do, after an opener or a clause of time: `Sure thing, I'll …`, `Now that …, I'm going to`.
_INTENT = Needle(
    r"^(?:(?:now that|once|after|before|when|as soon as|since|while)\b[^,:;]{3,90}, |"
    r"[\w']++(?: [\w']++){0,3} ?[,!.–—-]+ ){0,2}"
    r"(?:i'?ll|i will|i'm (?:just |now |also )?(?:going to|gonna|about to|off to|taking over)|let me|lemme|gonna|"
    r"i (?:only|just) (?:want|need)(?:ed)? to|"
    r"(?:now |first |just )?(?:looking|digging|reading|working|going|taking over|checking|heading|closing|logging)\b"
    r"(?= (?:at|into|through|on|off|out|over|from|the)\b))(?! (?:always|never)\b)|"
    r"^(?:will|gonna) (?:look|check|clean|tidy|fix|update|get|report|come|try|do|squash|write|see|ping)\b"
)
_STRONG = Needle(
    r"^i swear\b|\bi(?:'d| would)? (?:have|need) to think\b|"
    r"\bcan't (?:look at|stand|face|bear|stomach|deal with) (?:this|that|these|those) [^.;]{1,40} any ?more\b|"
    r"\bcan't say much\b|\bone more (?:stack ?trace|ticket|meeting|log|pr)\b|\bsoundtrack\b|\bsong for\b|"
    r"\bfingers crossed\b|\b(?:had|has|have|got) (?:me|us) (?:in tears|crying|laughing|rolling|in stitches)\b|"
    r"\bcheer(?:ing|ed)? (?:\w+ )?up\b|\bgive me (?:\w+ ){0,2}(?:minutes?|moments?|seconds?|secs?|hours?|days?)\b|"
    r"\bget over the\b|\bi owe\b|\bowes? (?:you|me|us)\b|\b(?:bearing|bear) with\b|\bfor (?:your|the) patience\b|"
    r"\bcan't (?:wait to|(?:look at|stare at|see|read|face|bear|stand|stomach) (?:any )?(?:another|more|one more))\b|"
    r"\b(?:been|being) (?:so |absolutely |really |just )?(?:brutal|exhausting|crazy|rough|insane|wild)\b|"
    r"\b(?:see you|take care|logging off|signing off|good night|have a (?:good|great|nice|lovely))\b|"
    r"\bfeeling (?:a (?:little )?(?:bit )?)?(?:\w+ )?(?:ignored|lonely|lost|sad|tired|down|stuck|stupid|guilty|"
    r"left)\b|"
    r"\bnobody (?:has |have )?(?:looked|reviewed|answered|replied|cares)\b|\b(?:go ahead|go for it|sounds good)\b|"
    r"\bwhenever (?:you're|you are|you)\b|\bping me\b|\bwelcome aboard\b|\bone moment\b|\bwhen(?:ever)? you (?:get|"
    r"have|find) (?:a|the|some) (?:chance|minute|moment|time)\b|\bpromised?[.!]?$|"
    r"\bwent (?:really |so |very |super )?(?:well|smoothly|great)\b|\bkind to us\b|\bnot naming names\b|\bmy brain\b|"
    r"\bclear(?:er)? picture\b|\b(?:decide|discuss|talk|sit down|figure it out) (?:it )?(?:together|later)\b|"
    r"\bin charge of the (?:music|food|drinks|snacks|cake)\b|\b(?:drives?|driving) (?:me|us) (?:insane|crazy|mad|"
    r"nuts)\b|"
    r"\b(?:grab(?:bing)?|having|getting) (?:some |a )?(?:lunch|coffee|dinner|food|drink)\b|"
    r"^(?:phew|wow|oh|man|omg|argh|ugh|ah|well|gosh|boy)?[\s,!.]*what an? \w+(?: \w+)?\W*$|"
    r"\b(?:kind of|sort of|a bit|feels?|felt) (?:sluggish|slow|weird|off|strange|funny)\b|\b(?:my|my own|"
    r"the) imagination\b"
)
# A report that something is looked at, and that nothing is known yet.
_EMPTY_REPORT = Needle(
    r"\b(?:aware of|know about) (?:the|an?|this|these|some) (?:\w+ )?(?:problems?|issues?|incident|outage)\b|"
    r"\b(?:team|we) (?:is|are|'re) (?:still |currently |actively )?(?:investigating|looking into|working on it)\b|"
    r"\blooking into it\b|\bno (?:further|new|more) (?:information|news|details?)\b|\b(?:engineers|people|"
    r"folks) are on it\b|"
    r"\bas soon as (?:there's|there is|we (?:have|know))\b|\bhang in there\b|\bstill (?:poking|fighting|"
    r"struggling)\b|"
    r"\b(?:don't|do not) know (?:more|anything|much)\b|\bnext update\b|\bmore (?:news|details|info\w*) (?:soon|"
    r"later)\b|"
    r"^(?:bump|wip|draft|ping|reminder|up)\b[\s.,!:-]*(?:$|(?:any|please|not|nothing|i |still))|"
    r"\b(?:any|some) (?:news|updates?)\b|\bi can (?:never|hardly) (?:find|remember|recall|keep)\b|"
    r"^it(?:'s| has| is) been (?:open|waiting|sitting|lying) (?:for|since|there|"
    r"around)\b|"
    r"\b(?:i've|i have|i'm|been) (?:\w+ )?(?:waiting|sitting|staring)\b|^(?:don't|do not) (?:expect|look at it|"
    r"mind)\b|"
    r"^didn't (?:expect|see) (?:that|it|this)\b|^just pushed\b|"
    r"^@[\w-]+,? (?:please|can|could|would|pls|plz)\b|^(?:and |also )?(?:give|grant|hand|send)\b[^.:]*\b(?:access|"
    r"too|as well)\W*$"
)
# What is told in spite of the tone.
_TELLS = Needle(
    r"\b(?:because|due to|caused? by|root cause|culprit|instead of|rather than|requires?|decided|must|never|always|"
    r"turn(?:s|ed) out|unless|only (?:when|if|works|on|in)|expires?d?|deprecated)\b"
)
_FRAME = re.compile(
    r"^(?:(?:i|i['’]\w+|let me|ich|je|j['’]\w+|voy|vou|eu|io|ik|ja|я|yo|fiquei)\b[^:;`]{2,70}?:\s+(?=\S+ \S+ \S)|"
    r"(?:let me|i['’]ll|i will|to) be (?:clear|honest|frank|precise|blunt)[,:] |"
    r"(?:i'm|we're)\b[^,;:]{2,40}, but (?=(?:it's |it is )?confirmed|the cause)|"
    r"(?:no idea|not sure|no clue|keine ahnung|boh|ni idea|aucune idée|sei lá|geen idee|nie wiem|не знаю)\b"
    r"[^,;:]{0,40}[,;] (?:but|aber|pero|ma|mais|mas|maar|ale|но) )",
    re.IGNORECASE,
)
_FIRM = frozenset(
    "template code url path file call version flag variable dotted snake camel issue sha amount package ip uuid "
    "kebab redacted acronym number".split()
)
_TIME = re.compile(
    r"^\W?\d+(?:[.,]\d+)?\s?(?:days?|weeks?|months?|years?|hours?|hrs?|minutes?|mins?|h|x|times|people)$"
)
_NUMBERED = re.compile(r"(?<!\w)[A-Z][\w.+-]+ $")  # `Java 11`, not `in 5 …`
_DIRECT = re.compile(r"\b(?:i|i'm|i've|i'd|me|my|mine|you guys|y'all|guys|folks|everybody|everyone)\b")
_HARDLY = 0.6  # one word of the trade


def is_firm(sentence: str) -> bool:
    """Whether a sentence holds something to be kept to the letter: a name in code, a version, a measure."""
    return any(found.kind in _FIRM and not _is_loose(found, sentence) for found in literals(sentence))


def _is_loose(found: Literal, sentence: str) -> bool:
    """Whether a figure only tells how long or how many, as people say it of anything."""
    if found.kind == "number":
        return len(found.text) < 3 and not _NUMBERED.search(sentence[max(0, found.start - 24) : found.start])
    return found.kind == "amount" and bool(_TIME.match(found.text))


def after_frame(sentence: str) -> str:
    """What is told after `I'll be honest: …` or `no idea why, but …`; empty without such a frame."""
    found = _FRAME.match(sentence)
    return sentence[found.end() :] if found else ""


def is_direct(folded: str, technical: float) -> bool:
    """Whether a sentence is about the speaker or to the others, with one word of the trade at most."""
    return technical < _HARDLY and bool(_DIRECT.search(folded.replace("’", "'")))


def talk(folded: str) -> str | None:
    """`plan`, `status` or `personal` for a sentence that holds nothing firm and only keeps a conversation going."""
    plain = folded.strip().lstrip("-*• ").replace("’", "'")
    if _TELLS.search(plain):
        return None
    if _INTENT.match(plain):
        return "plan"
    if _EMPTY_REPORT.search(plain):
        return "status"
    return "personal" if _STRONG.search(plain) else None
