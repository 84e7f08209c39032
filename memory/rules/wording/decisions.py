"""A step of wording: a choice that people made becomes `X chosen over Y. Reason: …`."""

import re

from memory.rules.languages.word_lists import regex, word_list
from memory.rules.vocabulary import shared_purpose

_DECIDED = re.compile(regex("decisions", "decided"), re.IGNORECASE | re.DOTALL)
_DATED = re.compile(r"^(?:on )?(?P<day>\ue000.d\ue001),? (?=we\b|I\b|the team\b)", re.IGNORECASE)
_LETS = re.compile(regex("decisions", "lets"), re.IGNORECASE | re.DOTALL)
_WENT = re.compile(regex("decisions", "went"), re.IGNORECASE | re.DOTALL)
_VERB = re.compile(regex("decisions", "verb"), re.IGNORECASE | re.DOTALL)
_OVER = re.compile(regex("decisions", "over"), re.IGNORECASE | re.DOTALL)
_REASON = re.compile(regex("decisions", "reason"), re.IGNORECASE)
_NONEXISTENT = re.compile(regex("decisions", "nonexistent"), re.IGNORECASE | re.DOTALL)
_DROPPED = word_list("decisions", "dropped")
_KEPT = word_list("decisions", "kept")


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


_HEAD = re.compile(regex("decisions", "head"), re.IGNORECASE)


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
