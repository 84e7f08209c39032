"""A step of distilling: tells sentences that state a fact (cause, decision, fix, convention …) from the rest."""

import re
from dataclasses import dataclass

from memory.rules.literals import Literal, literals
from memory.rules.vocabulary import TECHNICAL, TECHNICAL_PARTS, TOOLS

_CUES: tuple[tuple[str, float, str], ...] = (
    ("cause", 3.0,
        r"^\W{0,4}(?:root cause|cause|issue|problem|bug|fix|the fix|solution|decision|reason|rationale|"
        r"limitation|caveat|gotcha|impact|workaround)\*{0,2}:"),
    ("cause", 3.0,
        r"\broot cause\b|\bcaused by\b|\bculprit\b|\bbecause\b|\bdue to\b|\bturn(?:s|ed) out\b|\bthe (?:problem|"
        r"issue|bug|reason|cause|error|failure)(?: here)? (?:is|was|were)\b|\bresult(?:s|ed|ing) (?:in|from)\b|"
        r"\bleads? to\b|\bled to\b|\bstem(?:s|med) from\b|\bcauses?\b(?! of\b)|\bcaused\b|\bwhich (?:means|meant|"
        r"breaks|broke)\b|\bthat['’]s why\b|\bhappen(?:s|ed) (?:when|because|if)\b|\btriggered by\b|"
        r"\bexplains why\b|\bsince (?:\w+ ){1,4}(?:is|are|was|were|does|has|had|needs|only|lacks|lacked)\b"),
    ("failure", 2.5,
        r"\b(?:fail(?:s|ed|ing|ure|ures)?|crash(?:es|ed|ing)?|broken?|breaks|bugs?|regression|timed? ?out|"
        r"timeouts?|deadlock\w*|leak(?:s|ed|ing)?|race condition|swallow\w*|silently|flak[ey]\w*|oom\w*|"
        r"out of memory|segfault\w*|segmentation fault|core dumped|corrupt\w*|hangs?|stuck|data loss|(?:does|"
        r"did)(?: not|n['’]t) work|incident|"
        r"outage|[45]\d\d (?:error|response|status)s?|traceback|vulnerab\w+|mismatch|duplicate[sd]?|exhaust\w+|"
        r"missing|dropped|stale|wrong(?:ly)?|incorrect(?:ly)?)\b|(?:error|exception)s?\b"),
    ("fix", 2.5,
        r"\bfix(?:ed|es)?\b|\bresolved?\b|\bsolved?\b|\bsolution\b|\bworkaround\b|\bwork(?:s|ed)? around\b|"
        r"\bpatched\b|\brevert(?:ed|ing)?\b|\brolled back\b|\bmitigat\w+|\bnow (?:works?|passes|returns?|"
        r"handles?|uses?)\b|\bno longer (?:fails?|crashes|occurs|needed)\b|\bpass(?:es)? (?:now|after)\b"),
    ("decision", 3.0,
        r"\bdecid(?:ed|e)\b|\bdecision\b|\bchose(?:n)?\b|\bpicked\b|\bopted\b|\bsettled on\b|\bwent with\b|"
        r"\bgo(?:ing)? with\b|\bagreed (?:to|on|that|not)\b|\binstead of\b|\brather than\b|\bin favou?r of\b|"
        r"\bswitch(?:ed|ing) (?:from|to)\b|\bmigrat(?:ed|ing) (?:from|to)\b|\bmoved? (?:from|to|away from)\b|"
        r"\breplac(?:ed|ing)\b[^.]{1,80}\b(?:with|by)\b|\brejected\b|\badr\b|\bdropp(?:ed|ing) support\b|"
        r"\bstandardi[sz]\w+ on\b|\btrade-?off\b|\badopt(?:ed|ing)\b|\bwe(?:['’]ll| will) (?:use|go|keep|adopt|"
        r"migrate|switch|move|stick)\b|\bdeprecat(?:e|ed|ing)\b|\bkept over\b"),
    ("convention", 3.0,
        r"\balways\b|\bnever\b|\bmust(?: not)?\b|\bconventions?\b|\bby convention\b|\bfrom now on\b|"
        r"\bgoing forward\b|\bevery (?!(?:thing|one|day|time)\b)\w+|\ball (?:[\w./-]+ ){1,4}(?:must|should|use|"
        r"are|go|have|need|return|live|follow)\b|\b(?:is|are) named\b|\bdo(?: not|n['’]t) (?:use|commit|call|"
        r"mock|put|import|add|edit|push|log|store|hard-?code|run|touch|merge|write|catch|modify|rely)\b|"
        r"\bprefer(?:red|s)?\b|\bavoid\b|\bstandard\b|\bguidelines?\b|\bpolicy\b|\brequired\b|\bnot allowed\b|"
        r"\bforbidden\b|\bmake sure\b|\bshould (?:always|never|not|be)\b|\bshouldn['’]t\b|\bonly (?:use|allowed|"
        r"via|through|in)\b|\bnaming\b|\bstyle ?guide\b|\bbest practice\b|\brule of thumb\b|\bwe use\b|"
        r"\bis used for\b|\bare used for\b|\bmust be\b"),
    ("version", 2.0,
        r"\bupgrad\w+|\bdowngrad\w+|\bbump\w*|\bpinn?(?:ed|s|ing)?\b|\brequires?\b|\bdepend(?:s|ency|encies|"
        r"ed)\b|\bcompatib\w+|\bincompatib\w+|\bminimum\b|\bat least\b|\bruns? on\b|\brunning on\b|\bversions?\b|"
        r"\bpeer dep\w*|\beol\b|\bend of life\b|\blts\b|\brelease[sd]?\b|\bsupports?\b|\bdropp?(?:ed|"
        r"s) support\b|\bships? with\b|\bbuilt on\b|\bbased on\b|\bpowered by\b|\blocked? to\b"),
    ("limitation", 2.5,
        r"\bcan(?:not|['’]t| not)\b|\bdoes(?: not|n['’]t) (?:support|work|allow|handle|accept|have|exist|know|"
        r"scale)\b|\bdo(?:n['’]t| not) support\b|\bunsupported\b|\bnot supported\b|\blimit(?:ed|s|ation|"
        r"ations)?(?: of| to| is)?\b|\bmax(?:imum)?\b|\bonly works\b|\blacks?\b|\bnot possible\b|\bimpossible\b|"
        r"\bunable to\b|\bcaveat\b|\bgotcha\b|\bat most\b|\bup to \d|\bno (?:support|way)\b|\bcapped\b|\bquota\b|"
        r"\bis required\b"),
    ("state", 1.5,
        r"\bcurrently\b|\bright now\b|\bin progress\b|\bblocked\b|\bfreeze\b|\bfrozen\b|\bis down\b|\bare down\b|"
        r"\buntil\b|\bwaiting (?:for|on)\b|\bscheduled\b|\bdeadline\b|\bthis sprint\b|\bmaintenance\b|"
        r"\bongoing\b|\bpending\b|\bdeployed\b|\bshipp?(?:ed|ing|s)\b|\bon (?:branch|staging|production|prod)\b|"
        r"\bis (?:broken|disabled|enabled|running|live|off|on)\b|\bare (?:disabled|enabled)\b|\bhalf ?way\b|"
        r"\bmerged\b"),
    ("change", 1.2,
        r"\b(?:added|removed|renamed|refactored|introduced|implemented|created|deleted|updated|moved|changed|"
        r"extracted|rewrote|rewritten|converted|enabled|disabled|configured|increased|reduced|lowered|raised|set|"
        r"dropped|split|merged|wired)\b"),
    ("number", 1.5,
        r"\b(?:p50|p95|p99|latency|throughput|memory|cpu|ttl|timeout|limit|size|rate|port|interval|threshold|"
        r"budget|quota|pool|retries|concurrency)\b[^.]{0,40}\d|\bfrom [^.]{0,24}\d[^.]{0,24} to [^.]{0,24}\d"),
    ("description", 1.0,
        r"\b(?:is|are|lives?|lies?|stores?|returns?|handles?|reads?|writes?|calls?|uses?|runs?|contains?|"
        r"expects?|sends?|checks?|validates?|generates?|defaults? to|points? to|maps? to|listens?|serves?|owns?|"
        r"sits?|consumes?|produces?|emits?|loads?|parses?|removes?|creates?|keeps?|holds?|sets?|prevents?|"
        r"detects?|means|resides?|inherits?|wraps?|exposes?|overrides?|ignores?|skips?)\b"),
)  # fmt: skip
_COMPILED = tuple((name, weight, re.compile(pattern)) for name, weight, pattern in _CUES)
_ASKED = re.compile(r"\?[\"'”)*_]*\s*$")
_QUESTION = re.compile(
    r"(?:can|could|would|should|do|does|did|is|are|will|what|why|how|where|when|which|who|any (?:idea|chance)|"
    r"shall)\b[^.!]*\?"
)
_WONDER = re.compile(
    r"^(?:what (?:if|about)|how (?:about|do|does|can|should|come)|why (?:do|does|is|are|did|not|would)|"
    r"should (?:we|i)|can (?:you|we|i)|could (?:you|we)|would (?:you|it)|do (?:we|you|i)\b(?! not)|does (?:it|"
    r"this|that|the)|is (?:it|this|there)\b|are (?:we|there|you)\b|"
    r"any (?:idea|ideas|thoughts|chance)|i wonder|wondering (?:if|whether)|not sure (?:if|whether|why|what|how))\b",
)
_HYPOTHESIS = re.compile(
    r"\b(?:maybe|perhaps|possibly|probably|presumably|conceivably|supposedly|apparently|allegedly|might|"
    r"i (?:think|guess|suspect|believe|assume|imagine|suppose|feel like|wonder|bet|fear)|my (?:guess|hunch|"
    r"theory|suspicion|hypothesis|gut feeling)|we (?:think|suspect|guess|assume|believe)|"
    r"could (?:also |well |just |possibly |perhaps )?(?:be|have been|have to do|cause|explain)|may (?:also |"
    r"well |just )?(?:be|have been|have|not be)|must be (?:something|some kind)|hypothes[ie]s|not (?:entirely |"
    r"100% |quite |yet )?(?:sure|certain|clear)|unclear|unsure|no idea|seems? (?:like|to be|that|as if|"
    r"as though)|seemingly|"
    r"looks? like (?:it|the|this|that|a|we)|smells? like|feels? like|sounds? like|if i['’]?m not mistaken|iirc|"
    r"as far as i (?:know|remember|can tell)|afaik|potentially|likely|unlikely|in theory|working theory|"
    r"theory is|unconfirmed|not confirmed|unverified|to be confirmed|theoretically|one possibility|suspected|"
    r"speculat\w+|^if\b[^.]{3,80}\bwere\b[^.]{3,80}(?:\bwould\b|'d\b)|^(?:my|our) (?:\w+ )?(?:hunch|guess|theory|bet|"
    r"suspicion|assumption|gut feeling)|guessing|tempted to|would (?:probably|guess)|"
    r"ich (?:glaube|denke|schätze|vermute)|könnte|dürfte|je (?:crois|pense)|pourrait|creo que|puede que|"
    r"podría|parece que|"
    r"acho que|pode ser|credo che|vielleicht|vermutlich|wahrscheinlich|möglicherweise|peut-être|"
    r"probablement|sans doute|tal vez|quizás?|"
    r"probablemente|a lo mejor|talvez|provavelmente|forse|probabilmente|возможно|наверное|может быть|вероятно)(?!\w)|"
    r"可能是|也许|大概|或许|我觉得|我猜|好像|似乎|と思う|かな|たぶん|かもしれ|おそらく",
)
_CONFIRMED = re.compile(
    r"(?<!n't )(?<!not )(?<!never )(?<!yet )\b(?:confirmed|verified|proved|proven|it turn(?:s|ed) out|turns out|"
    r"turned out|root cause (?:is|was)|the (?:actual|real) (?:cause|problem|issue|reason|culprit)|reproduced|"
    r"bisected|indeed|we decided|decided to)\b"
)
_PLAN = re.compile(
    r"^(?:(?:ok(?:ay)?|so|now|then|next|first|great|good|perfect|alright|right|and|also|finally|excellent|done|"
    r"yes|sure|hmm|wait|ah|but|still|actually|nice)\b[\s,.!:–—-]*)*(?:"
    r"let me\b|let['’]s (?!use\b|go with\b|stick\b|standardi|adopt\b|keep\b|switch to\b|pin\b|avoid\b|drop\b|"
    r"always\b|never\b)|i['’]d (?:lean|say|argue|vote|go with|rather|avoid|keep|start|probably)|i(?:['’]ll| will|"
    r" am going to|['’]m going to|['’]m about to| need to| want to| should| can(?: also| now)?| could|"
    r" would(?: like)?|['’]d (?:like|suggest|recommend|propose|love)| plan to| still need| have to|"
    r" must) (?!always|never)|"
    r"i['’]m (?:now |currently |also )?(?:check|look|try|go|start|run|add|updat|creat|read|review|work|writ|mak|"
    r"implement|investigat|wait|search|us|fix)\w*ing\b|we(?:['’]ll| will) (?:see|need to check|look|have to see|"
    r"figure|try|discuss|talk|revisit)|we (?:may|might|could) (?:want|need|consider|have)\b|(?:may|"
    r"might) want to\b|we (?:could|might|should (?:probably|maybe|look|check|try|consider|discuss|think))|"
    r"(?:next|remaining|follow-?up|future) (?:steps?|tasks?|work|up)\b|to ?do\b|todo:|now (?:update|add|fix|run|"
    r"check|let|i|look|create|remove|the (?:same|next|other)|for)\b|running |checking |looking (?!at [^,]{3,60}, \S)|"
    r"reading |"
    r"searching |starting |trying |proceeding |moving on|waiting (?:for|on) (?:it|the (?:tests?|build|ci|command|"
    r"output))\b|time to |going to (?!the)|"
    r"\(?a\) .{3,200}\bb\) |possible improvement|(?:one|another|a (?:better|possible|simple|cleaner)) (?:option|"
    r"approach|idea|alternative|fix|solution) (?:would|could|might|is)|(?:my |the )?(?:recommendation|suggestion|"
    r"proposal|plan)\b|would you like|do you want|want me to|shall i|should i|feel free|you (?:can|could|may|"
    r"might) (?:now |also |then )?(?:run|test|try|see|verify|check|use|start|open|view|find|review|restart|"
    r"refresh)|if you(?:['’]d| would)? (?:like|want|prefer|need)|let me know|please (?:let|confirm|review|check|"
    r"run|try|provide|share|tell)|happy to|ready (?:to|for)|"
    r"here(?:['’]s| is| are) (?:the|a|an|what|how|my|your|some|all)\b|below (?:is|are)|the following\b|see below|"
    r"as follows|i (?:have |['’]ve )?(?:reviewed|read|looked|checked|examined|analy[sz]ed|gone through|searched|"
    r"started|begun)\b(?! and (?:found|the))|"
    r"please\b|can you\b|could you\b|would you\b|(?:go|try|remember) (?:ahead|to check|again)|help me\b|"
    r"(?:i |we )?need(?:s|ing)? help\b|"
    r"i(?:['’]d)? want(?:ed)? (?:you|to)\b|i need (?:you|to|a|an|the|help)\b)",
)
_LATER = re.compile(
    r"\b(?:next sprint we(?:['’]ll| will)|i['’]ll (?:look|check|try|fix|investigate|see|write|open|push|send|do|"
    r"have)|will (?:look into|investigate|check|see if|try to)|let me (?:check|look|see|verify|run|try|fix|"
    r"know))\b"
)
_META = re.compile(
    r"^(?:my |today's |daily )?stand-?up\b|^(?:i|we)(?:'ve| have)? (?:been |was |were |am |are )?(?:fighting|"
    r"struggling|battling|"
    r"wrestling|messing|fiddling|hunting|chasing|staring|banging)\b[^,;:]{0,90}$|"
    r"^merge (?:branch|pull request|remote-tracking)\b|^added \d+ packages\b|"
    r"^\d+ (?:\w+ )?(?:severity )?vulnerabilit|^total \d+$|"
    r"^(?:(?:all|both|the)(?: \w+){0,3} (?:tests?|checks?|lint(?:ing|er)?|builds?|tasks?|"
    r"changes)(?: \w+){0,3} (?:pass(?:es|ed|ing)?|green|complete[d]?|done|succeed(?:s|ed)?|are (?:in place|"
    r"complete|done|passing|green|now passing))\b[^,;]{0,60}$|"
    r"(?:✅|done|complete|completed|success(?:ful)?(?:ly)?|all (?:good|set|green|done)|tests? pass(?:es|ed|ing)?|"
    r"lint(?:ing)? pass(?:es|ed)?|no (?:issues|errors|changes|problems|warnings)(?: found)?|committed|pushed|"
    r"merged|everything (?:works|is working|passes|looks good|is (?:committed|pushed|merged|done|ready|in place|"
    r"set up|green|fine|up to date))|build (?:succeeds|succeeded|passes|passed)|coverage)\b[^,;]{0,70}$|"
    r"\d+ (?:tests?|passed|files?|insertions?|deletions?|specs?)\b[^,;]{0,60}$|(?:files?|changes) (?:modified|"
    r"changed|made|created|updated|summary)\b|(?:pr|branch|commit|working tree|worktree)\b[^.]{0,40}(?:clean|"
    r"created|pushed|up to date|ready))",
)
_CODE_SPAN = re.compile(r"`[^`\n]{1,200}`")
_ACRONYM = re.compile(r"\b[A-Z]{2,6}s?\b")
_NO_ACRONYMS = frozenset(
    """OK FYI TIL PSA LGTM WIP PTO RSVP ASAP ETA OOO WFH BRB IMO IMHO TBH AFAIK FWIW NB PS TLDR LOL OMG WTF CEO
    CTO CFO HR VP
    USA US EU UK TV README CHANGELOG TODO DJ BBQ TBD TBA NOT NEVER ALWAYS ALL MUST NO YES DO AND OR THE IS IT WE
    IN ON TO""".split()
)
_WORD = re.compile(r"[^\W\d_][\w'’+#-]*")
_STRONG_LITERALS = frozenset(
    "template acronym code url path file call version flag variable dotted snake camel issue sha amount package "
    "ip uuid "
    "kebab redacted".split()
)


@dataclass(frozen=True)
class Salience:
    """What speaks for a sentence: its score, its cues by name, and why it may not stand (`hypothesis`, `plan` …)."""

    score: float
    cues: tuple[str, ...]
    rejected: str | None
    technical: float


def salience(sentence: str) -> Salience:
    """How much of a fact one sentence states; `rejected` names what keeps it from being one."""
    folded = sentence.lower()
    rejected = _why_not(folded)
    if rejected:
        return Salience(0.0, (), rejected, 0.0)
    technical = _technical(sentence, folded)
    if (technical < 1.0 and _PERSONAL_EVENT.search(folded)) or (technical < 1.5 and _GREETING.match(folded)):
        return Salience(0.0, (), "personal", 0.0)
    prose = _CODE_SPAN.sub("`x`", folded) if "`" in folded else folded  # names of things are no cues
    cues = [(name, weight) for name, weight, pattern in _COMPILED if pattern.search(prose)]
    score = max((weight for _, weight in cues), default=0.0) + 0.4 * max(0, len(cues) - 1) + min(2.5, technical)
    return Salience(round(score, 2), tuple(name for name, _ in cues), None, technical)


_GREETING = re.compile(
    r"^(?:huge |big |many |special |a big )?(?:thanks|thank you|kudos|props|congrats|shout-?out|happy|"
    r"good (?:morning|night|luck)|welcome)\b[^.;:]*$|"
    r"^(?:my |today's |daily )?stand-?up\b|^(?:brb|afk|gtg|ttyl|lol|haha|hehe|yay|omg|wow|oops|ugh)\b|"
    r"\b(?:great|good|nice|amazing|awesome|excellent|fantastic|brilliant|stellar) (?:job|work|stuff|effort|"
    r"teamwork)\b"
)


def _is_known(word: str) -> bool:
    """Whether a word belongs to the trade, also in the plural or the possessive."""
    bare = word.removesuffix("'s").removesuffix("’s")
    return bare in TECHNICAL or bare in TOOLS or (bare.endswith("s") and bare[:-1] in TECHNICAL)


def _technical(sentence: str, folded: str) -> float:
    """A measure of technical substance: literals count most, words of the trade less."""
    strong = sum(
        1 for literal in literals(sentence) if literal.kind in _STRONG_LITERALS and not _is_plain_time(literal)
    )
    acronyms = sum(word not in _NO_ACRONYMS for word in set(_ACRONYM.findall(sentence)))
    words = {word.strip("'’") for word in _WORD.findall(folded)}
    known = sum(1 for word in words if _is_known(word))
    if not sentence.isascii():
        known += sum(part in sentence for part in TECHNICAL_PARTS)
    return 0.7 * min(strong, 4) + 0.5 * min(known, 5) + 0.4 * min(acronyms, 3)


_TIME = re.compile(
    r"^\W?\d+(?:[.,]\d+)?\s?(?:days?|weeks?|months?|years?|hours?|hrs?|minutes?|mins?|h|x|times|people|percent|%|"
    r"M|k)?$",
    re.IGNORECASE,
)


def _is_plain_time(literal: Literal) -> bool:
    """A number of days or hours is technical only where something technical lasts so long."""
    return literal.kind == "amount" and bool(_TIME.match(literal.text))


_PERSONAL_EVENT = re.compile(
    r"\b(?:my|his|her|their) (?:laptop|computer|phone|machine|mac(?:book)?|headphones|headset|keyboard|monitor|"
    r"chair|desk|internet|wi-?fi|car|bike|train|flight|dog|cat|kids?|son|daughter|wife|husband|partner|back|head|"
    r"birthday|vacation|holidays?|weekend)\b"
    r"|\b(?:lunch|dinner|breakfast|pizza|cake|beer|coffee|party|vacation|holidays?|birthday|weekend|offsite|"
    r"congrat\w*|happy hour|sick|on leave|parental leave)\b"
    r"|\b(?:pto|rsvp|meetings?|stand-?up|slides|webinar|newsletter|interviews?|hiring|salary|promotion|parking|"
    r"kitchen|snacks?|swag|hoodie|"
    r"t-shirts?|all-hands|town hall|movie|concert|gym|marathon|weather|traffic jam|commute|dentist|doctor|meme|"
    r"playlist|soccer|football|"
    r"netflix|restaurant|hotel|airport|congratulations|welcome|farewell|anniversary|wedding|baby|hungry|"
    r"tired|feeling (?:great|good|bad|tired|happy|sick)|went well|hard work|thank you all|"
    r"sleep|nap|joke|funny)\b"
)


def _why_not(folded: str) -> str | None:
    plain = folded.strip().lstrip("-*• ").replace("’", "'")
    if _ASKED.search(plain[-8:]) or _QUESTION.match(plain) or _WONDER.match(plain):
        return "question"
    if _PLAN.match(plain) or (_LATER.search(plain) and not _CONFIRMED.search(plain)):
        return "plan"
    if _META.match(plain):
        return "status"
    if _HYPOTHESIS.search(plain) and not _CONFIRMED.search(plain):
        return "hypothesis"
    return None


def is_hypothesis(sentence: str) -> bool:
    """Whether a sentence only supposes: "maybe it is the cache" is no fact, "it turned out to be the cache" is."""
    folded = sentence.lower().replace("’", "'")
    return bool(_HYPOTHESIS.search(folded)) and not _CONFIRMED.search(folded)
