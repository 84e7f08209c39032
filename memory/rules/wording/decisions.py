"""A step of wording: a choice that people made becomes `X chosen over Y. Reason: …`."""

import re

from memory.rules.literals import MASKED
from memory.rules.vocabulary import shared_purpose

_WHO = (
    r"(?:(?:I|we|they|the team|everyone|\ue010)(?:(?:,| and) \ue010)*(?:['’]ve|['’]d|['’]re|['’]ll| have| had|"
    r" are| will| all| both| also| finally| just| unanimously| jointly| collectively)* )?"
)
_WHERE = (
    r"(?:,? (?:in|at|during|on|after|with|as|back in|this|last|earlier)(?! favou?r)(?: (?!to\b|that\b|use\b|go\b|"
    r"we\b)[^\s,]+){1,6}?,?|,? (?:together|unanimously|finally|collectively)| (?:\ue000.\w\ue001))?"
)
_DECIDED = re.compile(
    rf"^(?:(?:After|Following|In|During|At|On) [^,\ue000]{{3,40}}?,? )?{_WHO}(?:decided|agreed|opted|elected|"
    rf"resolved|concluded|voted|chose(?= to\b)|the decision (?:is|was|"
    rf"has been made)|decision(?: made)?(?: is| was)?:?|it was decided|it['’]s (?:been )?decided|consensus (?:is|"
    rf"was))"
    rf"(?:{_WHERE}(?=,? (?:to|on|that|we|:)\b))?(?:,? (?:to|on|that we(?:['’]ll| will| should)?|for|"
    rf"that the team (?:will|should)|we(?:['’]ll| will| should)|upon) |[:,] | (?=not to )|"
    rf"(?= against ) )(?P<rest>(?:not to |"
    rf"not )?[^\s].+)$",
    re.IGNORECASE | re.DOTALL,
)
_DATED = re.compile(r"^(?:on )?(?P<day>\ue000.d\ue001),? (?=we\b|I\b|the team\b)", re.IGNORECASE)
_LETS = re.compile(
    r"^(?:so |ok |okay |then |and |yes,? |yeah,? )*(?:let['’]?s|let us) (?P<rest>.+)$", re.IGNORECASE | re.DOTALL
)
_WENT = re.compile(
    rf"^{_WHO}(?:ended up (?=\w+ing\b)|finally )?(?P<verb>opted for|opting for|going with|went with|go with|"
    rf"going for|went for|chose|choosing|picked|picking|selected|adopted|adopting|settled on|settling on|"
    rf"standardi[sz]ed on|standardi[sz]ing on|sticking with|stuck with|staying with) (?P<rest>.+)$",
    re.IGNORECASE | re.DOTALL,
)
_VERB = re.compile(
    r"^(?P<not>not to |not |never )?(?:just |only |always |instead |first )*(?P<verb>use|using|go with|"
    r"going with|go for|adopt(?:ing)?|pick|choose|select|take|standardi[sz]e on|settle on|stick with|stick to|"
    r"stay with|stay on|keep using|keep|"
    r"avoid|stop using|drop|remove|get rid of|abandon|ditch|retire|reject|move away from|switch to|switching to|"
    r"move to|moving to|migrate to|migrating to)\s+(?P<rest>.+)$",
    re.IGNORECASE | re.DOTALL,
)
_NAME = (
    rf"(?:the |a |an )?(?:{MASKED}|[^\s,.;:()]+)(?: (?!instead|over|rather|not|and not|for|because|since|as|in|"
    rf"to|so|due|with|on|when|where|until|after|from|at|by|but|which|that|if|while|and)(?:{MASKED}|"
    rf"[^\s,.;:()]+)){{0,4}}"
)
_OVER = re.compile(
    rf"^(?P<one>{_NAME})(?P<mid> (?:for|as|in|on) [^,.;]{{2,60}}?)?,? (?:instead of|over|rather than|and not|not|"
    rf"in favou?r of|as opposed to|versus|vs\.?) (?P<other>{_NAME})(?P<tail>.*)$",
    re.IGNORECASE | re.DOTALL,
)
_REASON = re.compile(
    r"[,;:.]?\s*(?:[–—-]\s*)?\b(?P<word>because(?! of)|since(?= (?:we|it|the|that|this|they|there|i|you|our)\b)|"
    r"as(?= (?:we|it|they|there|i|this|that) )|given that|the reason (?:is|being|was)(?: that)?:?|"
    r"reason(?:ing)?:|due to|because of|on account of|so that|in order to)\s",
    re.IGNORECASE,
)
_NONEXISTENT = re.compile(
    rf"^(?P<who>{MASKED}|[\w.-]+)['’]s (?P<what>[^,.;]+?) (?:is|are)(?: basically| pretty much| practically|"
    rf" almost| virtually| more or less| essentially| effectively)* (?:non-?existent|missing|absent|lacking|"
    rf"not there|poor|weak|terrible|bad|broken)\b(?P<tail>.*)$",
    re.IGNORECASE | re.DOTALL,
)
_DROPPED = (
    "avoid",
    "stop using",
    "drop",
    "remove",
    "get rid of",
    "abandon",
    "ditch",
    "retire",
    "reject",
    "move away from",
)
_KEPT = (
    "stick with",
    "stick to",
    "stay with",
    "stay on",
    "keep using",
    "keep",
    "sticking with",
    "stuck with",
    "staying with",
)


def as_decision(words: str) -> str:
    """Masked words that tell of a choice, as `X chosen over Y. Reason: …`; any other words as they are."""
    dated = _DATED.match(words)
    if dated:
        decision = as_decision(words[dated.end() :])
        return f"{decision} ({dated['day']})" if decision != words[dated.end() :] else words
    decided = _DECIDED.match(words)
    if decided and not re.match(r"^(?:if|whether|what|which|how|when|against it)\b", decided["rest"]):
        return _worded(decided["rest"], generic="Decision: ")
    went = _WENT.match(words)
    if went:
        return _worded(f"{_base(went['verb'])} {went['rest']}", generic="")
    lets = _LETS.match(words)
    if lets:
        return _worded(lets["rest"], generic="")
    return words


def _base(verb: str) -> str:
    folded = verb.lower()
    return "keep" if folded in _KEPT else "use"


def _worded(rest: str, *, generic: str) -> str:
    body, reason = _split_reason(rest)
    against = re.match(r"^against (?P<what>.+)$", body, re.IGNORECASE | re.DOTALL)
    if against:
        return f"Decision against {against['what'].rstrip(' .,')}{reason}"
    verb = _VERB.match(body)
    if not verb:
        return (
            f"{generic}{body.rstrip(' ,;')}{reason}"
            if generic
            else f"{body[:1].upper()}{body[1:].rstrip(' ,;')}{reason}"
        )
    return _chosen(verb, generic) + reason


def _chosen(verb: re.Match[str], generic: str) -> str:
    name, object_ = verb["verb"].lower(), verb["rest"].rstrip(" .,;")
    if verb["not"] or name in _DROPPED:
        what = "not used" if verb["not"] or name in ("avoid", "stop using") else "dropped"
        return f"Decision: {_phrase(object_)} {what}{_rest(object_)}"
    if name.startswith(("switch", "move", "moving", "migrat")):
        return f"Decision: {name} {object_}"
    done = "kept" if name in _KEPT else "chosen"
    over = _OVER.match(object_)
    if not over:
        return f"{_phrase(object_)} {done}{_rest(object_)}"
    return f"{over['one']} {done} over {over['other']}{_purpose(over)}{over['mid'] or ''}{over['tail']}"


def _purpose(over: re.Match[str]) -> str:
    """`for task queue`, where both options are known to be one kind of thing and nothing says for what."""
    if over["mid"] or re.match(r"\s(?:for|as)\b", over["tail"]):
        return ""
    purpose = shared_purpose(over["one"].strip(), over["other"].strip())
    return f" for {purpose}" if purpose else ""


_HEAD = re.compile(
    rf"^{_NAME}(?:(?:,| and|, and) (?!we |it |the team |then )(?:{MASKED}|[A-Z][\w.-]*))*", re.IGNORECASE
)


def _phrase(object_: str) -> str:
    head = _HEAD.match(object_)
    return head[0] if head else object_


def _rest(object_: str) -> str:
    head = _HEAD.match(object_)
    return object_[head.end() :] if head else ""


def _split_reason(rest: str) -> tuple[str, str]:
    found = _REASON.search(rest)
    if not found or found["word"].lower() in ("so that", "in order to"):
        return rest, ""
    reason = rest[found.end() :].strip(" .,;")
    nonexistent = [_lacks(part.strip()) for part in re.split(r"\s(?:and|,)\s(?=\S+['’]s )", reason)]
    reason = "; ".join(part for part in nonexistent if part)
    return rest[: found.start()].rstrip(" ,;"), f". Reason: {reason}" if reason else ""


def _lacks(reason: str) -> str:
    """`RQ's retry support is basically nonexistent` → `RQ lacks retry support`."""
    found = _NONEXISTENT.match(reason)
    if not found:
        return reason
    quality = (
        "robust "
        if re.search(r"basically|pretty much|practically|almost|virtually|poor|weak|terrible|bad|broken", reason)
        else ""
    )
    return f"{found['who']} lacks {quality}{found['what']}{found['tail']}"
