"""Data of the rules: what speaks for a sentence being a fact, by name and weight."""

from operator import itemgetter

from memory.rules.alternatives import compiled
from memory.rules.needles import Needles

_TOLD: tuple[tuple[str, float, str], ...] = (
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
CUES = Needles(((name, weight, compiled(pattern)) for name, weight, pattern in _TOLD), itemgetter(2))
