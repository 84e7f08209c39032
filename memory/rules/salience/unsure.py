"""A step of distilling: why a sentence states nothing (a question, a plan, a status, a mere supposition)."""

import re

from memory.rules.needles import Needle

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
_HYPOTHESIS = Needle(
    r"\b(?:maybe|perhaps|possibly|probably|presumably|conceivably|supposedly|apparently|allegedly|might|"
    r"i (?:think|guess|suspect|believe|assume|imagine|suppose|feel like|wonder|bet|fear)|my (?:guess|hunch|"
    r"theory|suspicion|hypothesis|gut feeling)|we (?:think|suspect|guess|assume|believe)|"
    r"could (?:also |well |just |possibly |perhaps )?(?:be|have been|have to do|cause|explain)|may (?:also |"
    r"well |just )?(?:be(?! (?:\d|at most|up to|no |only))|have been|have|not be)|must be (?:something|some kind)|"
    r"hypothes[ie]s|not (?:entirely |"
    r"100% |quite |yet )?(?:sure|certain|clear)|unclear|unsure|no idea|seems? (?:like|to be|that|as if|"
    r"as though)|seemingly|"
    r"looks? like (?:it|the|this|that|a|we)|smells? like|feels? like|sounds? like|if i['’]?m not mistaken|iirc|"
    r"as far as i (?:know|remember|can tell)|afaik|potentially|likely|unlikely|in theory|working theory|"
    r"theory is|unconfirmed|not confirmed|unverified|to be confirmed|theoretically|one possibility|suspected|"
    r"speculat\w+|^if\b[^.]{3,80}\bwere\b[^.]{3,80}(?:\bwould\b|'d\b)|^(?:my|our) (?:\w+ )?(?:hunch|guess|theory|bet|"
    r"suspicion|assumption|gut feeling)|guessing|tempted to|would (?:probably|guess)|"
    r"ich (?:glaube|denke|schätze|vermute)|könnte|dürfte|je (?:crois|pense)|pourrait|creo que|puede que|"
    r"podría|parece que|"
    r"acho que|pode ser(?! \w+[ai]d[oa]s?\b)|credo che|vielleicht|vermutlich|wahrscheinlich|möglicherweise|peut-être|"
    r"probablement|sans doute|tal vez|quizás?|"
    r"probablemente|a lo mejor|talvez|provavelmente|forse|probabilmente|возможно|наверное|может быть|вероятно)(?!\w)|"
    r"可能是|也许|大概|或许|我觉得|我猜|好像|似乎|と思う|かな|たぶん|かもしれ|おそらく",
)
# Only what is allowed: "only fixes may be merged", "tokens may be used once".
_ALLOWED = re.compile(r"\b(?:only|no|not|never)\b[^.;:]{0,80}\bmay be \w+(?:ed|en|t)\b|\bmay only be\b")
_CONFIRMED = Needle(
    r"(?<!n't )(?<!not )(?<!never )(?<!yet )\b(?:confirmed|verified|proved|proven|it turn(?:s|ed) out|turns out|"
    r"turned out|root cause (?:is|was)|the (?:actual|real) (?:cause|problem|issue|reason|culprit)|reproduced|"
    r"bisected|indeed|we decided|decided to)\b"
)
_PLAN = re.compile(
    r"^(?:(?:ok(?:ay)?|so|now|then|next|first|great|good|perfect|alright|right|and|also|finally|excellent|done|"
    r"yes|sure|hmm|wait|ah|but|still|actually|nice)\b[\s,.!:–—-]*)*(?:"
    r"let me\b|let['’]s (?!encrypt\b|use\b|go with\b|stick\b|standardi|adopt\b|keep\b|switch to\b|pin\b|avoid\b|drop\b|"
    r"always\b|never\b)|i['’]d (?:lean|say|argue|vote|go with|rather|avoid|keep|start|probably)|i(?:['’]ll| will|"
    r" am going to|['’]m going to|['’]m about to| need to| want to| should| can(?: also| now)?| could|"
    r" would(?: like)?|['’]d (?:like|suggest|recommend|propose|love)| plan to| still need| have to|"
    r" must) (?!always|never)|"
    r"i['’]m (?:now |currently |also )?(?:check|look|try|go|start|run|add|updat|creat|read|review|work|writ|mak|"
    r"implement|investigat|wait|search|us|fix)\w*ing\b|we(?:['’]ll| will) (?:see|need to check|look|have to see|"
    r"figure|try|discuss|talk|revisit)|we (?:may|might|could) (?:want|need|consider|have)\b|(?:may|"
    r"might) want to\b|we (?:could|might|should (?:probably|maybe|look|check|try|consider|discuss|think))|"
    r"(?:next|remaining|follow-?up|future) (?:steps?|tasks?|work|up)\b|to ?do\b(?! state)|todo:|now (?:update|add|fix|"
    r"run|check|let|i (?!am |'m )|i['’]m (?!mid|half|stuck|on|blocked|still|in the middle)|"
    r"look|create|remove|the (?:same|next|other)|for)\b|(?:running|checking|looking|reading|searching|"
    r"starting|trying|proceeding) (?!at [^,]{3,60}, \S)"
    r"(?![^.;]{3,160}\b(?:makes?|made|fixe[sd]|solve[sd]|help(?:s|ed)|resolve[sd]|work(?:s|ed)|avoid(?:s|ed)|takes|"
    r"took|"
    r"fail(?:s|ed)|breaks|broke|cure[sd]|needs?|require[sd]|causes?|caused|gives|gave|returns|returned|sorted|brought|"
    r"is|was|are|were)\b)|moving on|waiting (?:for|on) (?:it|the (?:tests?|build|ci|command|"
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
    r"please\b|[^.:`]{3,90}\bplease\W*$|can you\b|could you\b|would you\b|"
    r"(?:go|try|remember) (?:ahead|to check|again)|help me\b|"
    r"(?:i |we )?need(?:s|ing)? help\b|"
    r"i(?:['’]d)? want(?:ed)? (?:you|to)\b|i need (?:you|to|a|an|the|help)\b)",
)
_LATER = Needle(
    r"\b(?:next sprint we(?:['’]ll| will)|i['’]ll (?:look|check|try|fix|investigate|see|write|open|push|send|do|"
    r"have)|will (?:look into|investigate|check|see if|try to)|let me (?:check|look|see|verify|run|try|fix|"
    r"know))\b"
)
_META = Needle(
    r"^(?:my |today's |daily )?stand-?up\b(?![^\n]*(?:`|\d\.\d))|^(?:i|we)(?:'ve| have)? (?:been |was |were |am |"
    r"are )?(?:fighting|"
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


def why_not(folded: str) -> str | None:
    """`question`, `plan`, `status` or `hypothesis` for a sentence in small letters, None for what may be a fact."""
    plain = folded.strip().lstrip("-*• ").replace("’", "'")
    if _ASKED.search(plain[-8:]) or _QUESTION.match(plain) or _WONDER.match(plain):
        return "question"
    if _PLAN.match(plain) or (_LATER.search(plain) and not _CONFIRMED.search(plain)):
        return "plan"
    if _META.match(plain):
        return "status"
    return "hypothesis" if _supposes(plain) else None


def is_hypothesis(sentence: str) -> bool:
    """Whether a sentence only supposes: "maybe it is the cache" is no fact, "it turned out to be the cache" is."""
    return _supposes(sentence.lower().replace("’", "'"))


def _supposes(folded: str) -> bool:
    supposed = _HYPOTHESIS.search(folded)
    if not supposed or _CONFIRMED.search(folded):
        return False
    return not (supposed[0].startswith("may be") and _ALLOWED.search(folded))
