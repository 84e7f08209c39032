"""A step of wording: takes off what frames a statement (greetings, "it turns out that", who found it, remarks)."""

import re

from memory.rules.literals import MASKED, literals
from memory.rules.morphology import is_past
from memory.rules.persons import PERSON
from memory.rules.vocabulary import TECHNICAL, TOOLS

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
_PAUSE = r"(?:\s?[,:–—!-]+\s?that\s|\sthat\s|\s?[,:;!.–—-]+\s*|\s+)"
_STOP = r"\s?[,:;!.–—-]+\s*"
_OPENERS = (
    r"so(?!\s(?:far|that|long|many|much|called))|ok(?:ay)?(?! to)|anyways?|basically|actually|btw|by the way|fyi|"
    r"psa|tl;?dr|til|turns? out|as it turn(?:s|ed) out|it(?:['’]s| is) (?:now )?(?:confirmed|clear|official|"
    r"worth (?:noting|knowing|mentioning))(?: now)?|it turn(?:s|ed) out|turned out|and so|"
    r"the (?:thing|point|catch|kicker|funny part|weird part|takeaway|upshot|bottom line|gist|trick|lesson|"
    r"moral) (?:here )?(?:is|was)|long story short|heads[ -]up|just (?:a )?(?:fyi|note|heads[ -]up|so (?:you|"
    r"everyone) knows?)|note(?: to self)?|reminder|please(?= (?:always|never|do not|don['’]t|avoid|use|"
    r"make sure)\b)|please (?:note|remember|be aware|keep in mind|"
    r"make sure everyone knows|don['’]t forget)|"
    r"(?:keep|bear) in mind|remember|be aware|quick (?:note|update|one|heads[ -]up|fyi|reminder)|"
    r"i can['’]t believe [^,.;:]{3,60}[,;:]? (?:but|and)?|(?:one |small |minor |tiny )?nit(?:pick)?|"
    r"weirdly(?: enough)?|strangely(?: enough)?|funny enough|i (?:can |just |now |have )?(?:confirm|verified|"
    r"checked|double-checked)|i(?:, for one,)? (?:was|am) (?:really |quite |a bit |very |pretty )*(?:surprised|"
    r"shocked|amazed|glad|sad|annoyed|pleased|happy|confused|impressed)(?: (?:that|to (?:see|find|learn|"
    r"hear)(?: that)?))|i['’]m (?:really |quite |very )?(?:proud|fond) of this(?: one)?|"
    r"(?:I|we) asked \w+ to [^,.;]{3,40} and (?:it|he|she|they) (?:found|said|told (?:me|us)|confirmed|"
    r"discovered|noticed)(?: out)?|(?:kind|friendly|gentle|quick|small|last) reminder|confirmed (?:with|"
    r"by) [^:,.]{2,40}(?=:)|"
    r"i was wrong(?: about [^:;,.]{1,30})?|guess what|plot twist|fun fact|lesson(?:s)? learned|for the record|"
    r"for future reference|just to (?:be clear|clarify|confirm)|in case anyone (?:wonders|hits this|needs it)|"
    r"(?:nobody|no one) (?:ever )?(?:told|tells|warned) (?:me|us)"
)  # fmt: skip
_EXCLAMATIONS = (
    r"well|oh|ah+|hm+|uh|um|yeah|yes|yep|yup|no|nope|nah|right|great|perfect|excellent|nice|awesome|amazing|good|"
    r"cool|wonderful|fantastic|done|all done|fixed|found (?:it|the (?:issue|problem|bug))|got it|exactly|correct|"
    r"success|eureka|finally|bingo|voil[aà]|"
    r"you(?:['’]re| are) (?:absolutely |totally |completely )?right|good (?:point|catch|question|idea|news|call|"
    r"morning|afternoon|evening)(?: (?:all|everyone|team|folks))?|great (?:question|point|catch|news|idea)|"
    r"bad news|unfortunately|fortunately|luckily|sadly|interesting(?:ly)?|surprisingly|"
    rf"importantly|ugh+|argh+|wow|sorry|thanks?(?: you)?(?: so much| a lot| all| {PERSON})?|thx|ty|cheers|please|"
    rf"guys|folks|hey|hi|hello|all|everyone|team|morning|update|info|question|answer|a(?=:)|makes sense|i (?:see|"
    rf"understand)|sure(?: thing)?|of course|absolutely|indeed|in (?:short|summary|conclusion|fact|other words|"
    rf"practice|the end)|"
    r"to (?:summari[sz]e|recap|sum up|clarify)|in case you missed it|as (?:discussed|mentioned|expected|"
    r"suspected|promised|noted|requested|agreed|planned|instructed|always|usual|you (?:asked|requested|suggested|"
    r"said|noted|can see))(?: (?:above|before|earlier|in \w+|"
    rf"(?:with|by) (?:the team|{PERSON}(?:(?:, | and |, and ){PERSON})*)))*|per (?:the |your )?(?:plan|request|"
    rf"discussion|spec|instructions?|feedback)|based on (?:my|the) \w+(?: \w+)?|first(?:ly)?|second(?:ly)?|"
    rf"lastly|also|plus|additionally|furthermore|moreover|meanwhile|next|then|now|one more thing|side note|"
    rf"small note|"
    rf"important(?: note)?|warning|careful|attention|achtung|key (?:insight|point|finding|learning)|"
    rf"conclusion|two things(?: to (?:know|note|remember))?|(?:hi|hey|hello|thanks|dear|"
    rf"morning) (?:{PERSON}|all|team|everyone|folks|guys|there)|{PERSON}(?: {PERSON})*|@?(?:here|channel|"
    rf"everyone)"
)  # fmt: skip
_LEAD = re.compile(rf"^(?:(?:{_OPENERS}){_PAUSE}|(?:(?:{_EXCLAMATIONS}){_STOP})+)", re.IGNORECASE)
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
    rf"sync)|(?:my|our) (?:call|chat|meeting|discussion|talk|sync)) (?:with|to) "
    rf"{PERSON}(?:(?:, | and |, and ){PERSON})*(?: (?:from|in|of|at) (?:the )?\w+(?: team)?)?(?:[,:;–—-]+\s?|"
    rf"\s(?=we\b|I\b|the\b|it\b))",
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
_REMEMBER = re.compile(
    r"^(?:(?:can|could|would|will) you |please |and |so |hey |also )*(?:remember|memori[sz]e|save|store|"
    r"keep in mind|note(?: down)?)(?: (?:this|it))?(?: for (?:later|the future|next time|us|me|"
    r"everyone))?(?: that\b|:|,)\s?",
    re.IGNORECASE,
)
_REQUEST = re.compile(
    rf"^(?:{PERSON}|they|management|legal|the client|the customer|product) (?:asked|wants?|wanted|told|requested|"
    rf"needs?|begged) (?:me|us|everyone|the team|you) to (?=\w)",
    re.IGNORECASE,
)
_REMARK = (
    r"annoying|frustrating|great|nice|painful|sad|awesome|stupid|ridiculous|a pain|a nightmare|weird|awful|"
    r"terrible|horrible|crazy|insane|"
    r"super \w+|so \w+|really \w+|very \w+|pretty \w+|cool|unfortunate|a shame|a relief|lovely|embarrassing|"
    r"infuriating|exhausting|fun|funny"
)
_ASIDE = re.compile(
    rf"(?:[,;]\s|\s[–—-]\s?|\s?\(|^)(?:which|that|this|it)(?:['’]s| is| was| has been) (?:just |honestly |"
    rf"kind of |really |so |super |very )*(?:{_REMARK})(?: (?:to|for) (?:me|us|debug|"
    rf"everyone)[^,.;)]*)?\)?(?=[,.;!?)]|$)|"
    r",? (?:and |but |which )?(?:I|we) (?:really |just |honestly |absolutely |kinda )*(?:hate|love|like|dislike|"
    r"enjoy|adore|despise)(?: it| this| that| them)?(?: so much)?(?=[,.;!?)]|$)|"
    rf",? (?:and |as )?(?:I|we)(?: all| both)? (?:fully |totally |completely )?(?:agree|agreed|concur|"
    rf"confirmed)(?: (?:with|on) [^,]{{1,30}})?,|"
    r"\s?[(–—-]\s?(?:ugh|sigh|lol|haha|sorry|finally|yay|phew|facepalm|grr+|argh+|wtf|smh|imo|imho|fwiw|afaik|"
    r"tbh)\s?\)?(?=[,.;!?)]|$)|"
    r"(?:^|(?<=[.!?,;]\s))(?:ugh+|sigh|phew|yay|woo+hoo+|hooray|argh+|grr+|damn(?: it)?|wtf|lol|haha+|omg|"
    r"sorry(?: about that)?|my bad|tbh|imo|imho|fwiw|afaik|honestly|frankly)\b[\s,!.:;–—-]*",
    re.IGNORECASE,
)
_ATTRIBUTION = re.compile(
    rf"\s?(?:[,(–—-]\s?)?\b(?:(?:big |huge |many |all )?(?:thanks|thank you|thx|kudos|props|credits?|shout-?out|"
    rf"hat tip|h/t)(?: (?:go(?:es)? )?(?:to|for))?,?|according to|per|cc:?|ping|courtesy of|"
    rf"(?:as )?(?:suggested|requested|reported|found|spotted|noticed|proposed|reviewed|approved|written|raised|"
    rf"discovered|pointed out|mentioned|discussed|agreed|confirmed|recommended|implemented|made|done|caught|"
    rf"fixed|signed off|debugged) (?:by|with)|"
    rf"(?:per|at|on|following|as per|upon) (?={PERSON}['’]s (?:request|suggestion|advice|recommendation|feedback|"
    rf"comment|idea|proposal))|together with|along with|pair(?:ed|ing) with|with|from|by|via|as|like|"
    rf"says) (?:our \w+ |the \w+ )?@?{PERSON}(?:(?:, | and | & |, and )@?{PERSON})*(?:['’]s (?:request|"
    rf"suggestion|advice|recommendation|feedback|comment|idea|proposal),?|(?!['’]s))"
    rf"(?: (?:suggested|said|pointed out|noted|mentioned|proposed|requested|wanted|asked|explained))?(?: (?:from|"
    rf"in|of) (?:the )?\w+(?: team)?(?=[,.;:)]|$))?(?: for (?:finding|spotting|catching|the \w+|this|that|it|"
    rf"pointing)[^.,;)]*)?[!.]?\)?",
    re.IGNORECASE,
)
_PERSON_DID = re.compile(
    rf"^{PERSON}(?:(?:, | and | & ){PERSON})* {_ADVERB}(?:found|fixed|spotted|caught|noticed|did|wrote|reviewed|"
    rf"approved|merged|discovered|helped|solved|pushed|paired|saved)(?: (?:it|this|that|them|me|us|the (?:bug|"
    rf"issue|fix|problem|pr|day)))?(?: (?:too|today|yesterday|first|out|down|on it))?[.!]*$",
    re.IGNORECASE,
)
_THANKS = re.compile(
    r"^(?:thanks|thank you|kudos|props|shout-?out|credits?|hat tip|cc|ping|hi|hello|hey|bye|cheers)\b[^.]*$",
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
_CONTACT = re.compile(
    rf"^(?:questions\? )?(?:please )?(?:write|mail|e-?mail|call|contact|reach|ping|ask|text|phone|dm|"
    rf"talk)\b[^.;]{{0,30}}{PERSON}[^.;]{{0,20}}(?:{PERSON})?[.!]?$",
    re.IGNORECASE,
)
_CREDITED = re.compile(
    rf"^(?:(?:huge |big |many |special )?(?:thanks|thank you|thx|kudos|props|shout-?out|credits?|"
    rf"hat tip)(?: (?:go )?to)? "
    rf"(?:we|{PERSON}(?:(?:, | and | & ){PERSON})*) (?:for|who) (?:also |finally )?(?:finding|noticing|spotting|"
    rf"discovering|pointing|figuring|found|noticed|spotted|discovered|pointed|figured)(?: out)?(?: that)?|"
    rf"as (?:discussed|agreed|decided|mentioned|suggested|requested) (?:with|by) (?:we|{PERSON}(?:(?:, | and | & )"
    rf"{PERSON})*)(?: (?:on )?(?:{MASKED}|\d{{4}}-\d\d-\d\d))?,?)\s",
    re.IGNORECASE,
)
_STATES = re.compile(
    r"^(?!(?:the|that|this|it|what|one|so|my|our|I|we)\b)\S+ (?:\S+ )?(?:is|are|runs?|uses?|has|owns?|lives?) ",
    re.IGNORECASE,
)
_COMMIT = re.compile(
    r"^(?P<type>feat|fix|docs|style|refactor|perf|test|tests|build|ci|"
    r"chore)(?:\((?P<scope>[\w./ -]{1,40})\))?!?:\s+(?=\S)",
    re.IGNORECASE,
)
_DAY = re.compile(r"\b(?:on )?(\d{4}-\d\d-\d\d)\b")
_GROUP = re.compile(
    rf"(?:{PERSON}|\b(?:[Mm]e|I))(?:(?:, | and | & |, and )(?:{PERSON}|me\b|I\b))+|{PERSON}(?= (?:(?:also|just|"
    rf"then|later|already|had|has|have) )*(?P<verb>\w+))"
)


def unframed(words: str, restore: object = None) -> tuple[str, str]:
    """The words without what frames them, and a date (`2026-03-18`) that fell away with the frame, or ""."""
    words, found_on = _as_group(words), ""
    words = _CREDITED.sub("", words)
    if _CONTACT.match(words) or _PERSON_DID.match(words) or (_THANKS.match(words) and PERSON in words):
        return "", ""
    for _ in range(4):
        before = words
        words = _LOOKED.sub("", _without_preamble(words))
        words = _MEETING.sub(lambda m: "Decision: " if m["decision"].lower() != "result" else "", words)
        remember = _REMEMBER.match(words)
        if remember:
            words = words[remember.end() :].rstrip(" ?")
        for frame in (_SPENT, _SUPPOSED, _ASKED, _TALKED, _REQUEST):
            framed = frame.match(words)
            if framed:
                day = _DAY.search(restore(framed[0]) if callable(restore) else framed[0])
                found_on = day[1] if day else found_on
                words = words[framed.end() :]
        words = _ATTRIBUTION.sub("", _LEAD.sub("", words)).lstrip(" ,")
        words = _ASIDE.sub(_kept_space, words).strip()
        reported = _REPORTED.match(words)
        if reported and ((reported["that"] or "").strip() or _VERB.search(words, reported.end())):
            words = words[reported.end() :]
        if words == before:
            break
    return words, found_on


def _kept_space(match: re.Match[str]) -> str:
    """An aside between words leaves one space, one at the end nothing."""
    rest = match.string[match.end() : match.end() + 1]
    return " " if rest and rest not in ",.;!?)" else ""


def _as_group(words: str) -> str:
    """Persons who did something as `we`, whose clauses are said impersonally later."""
    if PERSON not in words:
        return words
    return _GROUP.sub(lambda m: "we" if not m["verb"] or is_past(m["verb"]) or PERSON in m[0][1:] else m[0], words)


def without_commit_type(words: str) -> str:
    """`docs: all …` → `all …`, `feat(auth): …` → `auth: …`; a fix stays a fix."""
    commit = _COMMIT.match(words)
    if not commit:
        return words
    body, scope = words[commit.end() :], commit["scope"]
    if commit["type"].lower() == "fix":
        return f"Fix in {scope}: {body}" if scope else f"Fix: {body}"
    return f"{scope}: {body}" if scope and scope not in ("deps", "deps-dev") else body


def _without_preamble(words: str) -> str:
    """`After two days of pulling hair: …` says nothing before its colon; `Root cause: …` does."""
    found = _PREAMBLE.match(words) or _PERSONAL_CLAUSE.match(words)
    if not found or not _PERSONAL.search(found["frame"]):
        return words
    frame = found["frame"]
    words_ = [word.strip("'’,.()") for word in frame.split()]
    known = sum(word.lower() in TECHNICAL for word in words_)
    named = any(word.lower() in TOOLS or (len(word) > 2 and word[:2].isupper()) for word in words_)
    if (
        known > 1
        or named
        or _RULES_THAT.search(frame)
        or _STATES.match(frame)
        or re.search(MASKED, frame)
        or any(item.kind not in ("amount", "number", "date") for item in literals(frame))
    ):
        return words
    return words[found.end() :]
