"""A step of wording: turns clauses of the first and second person into impersonal ones (`we use X` → `X is used`)."""

import re
from collections.abc import Callable

from memory.rules.literals import MASKED
from memory.rules.morphology import gerund, is_or_are, is_past, participle, past_gerund, past_participle
from memory.rules.persons import PERSON

_TRANSITIVE = frozenset(
    """use need require store keep run host cache log support pin write generate expose validate send read call treat build test track manage sync mock
    format deploy publish wrap handle expect set add remove drop delete create update upgrade downgrade bump migrate replace rename move change fix patch
    disable enable configure install restart revert merge document deprecate refactor rewrite implement introduce increase decrease reduce raise lower
    bypass skip ignore catch retry check verify adopt choose pick select convert encrypt hash sign rotate mount scale limit throttle monitor profile
    pass return query load save import export index archive truncate clear flush invalidate refresh regenerate squash rebase tag release ship split
    combine group hardcode parse serialize override extend define declare register inject freeze lock unlock want prefer compile render review enforce
    wire vendor bundle fetch process persist rely-on round normalize sanitize escape lint stub seed reuse share isolate cap backfill batch deduplicate
    paginate filter sort map trigger schedule emit subscribe reject accept block allow drain roll version name print mark provision put make do""".split()
)
_PERSONS = rf"{PERSON}(?:(?:, | and | & |, and )(?:{PERSON}|I|me))*"
_SUBJECTS = re.compile(
    rf"(?P<who>(?<![\w'’-])(?:I(?: and {PERSON})?|[Ww]e(?: all| both)?|WE|[Yy]ou|[Mm]e and {PERSON}|[Ss]omeone(?: on the team| else| (?:from|in|on|at) (?:the )?(?:\w+ ){1,3}?(?:team|side|office|department|squad|ops|infra))?|[Ss]omebody(?: else)?|[Hh]e|[Ss]he)(?![\w-])|{_PERSONS}(?!['’]))"
    r"(?P<aux>['’](?:ve|re|d|ll|m)|(?= ))"
)
_ADVERBS = r"(?P<adverbs>(?:(?:just|also|already|finally|now|then|currently|recently|always|never|usually|typically|normally|generally|often|only|still|explicitly|deliberately|intentionally|even|actually|first|both|all|temporarily|manually|automatically|accidentally|mistakenly|no longer|eventually|initially|previously|therefore|thus|hence) )*)"
_PREDICATE = re.compile(
    rf"^ ?{_ADVERBS}(?P<modal>(?:will|would|can|could|cannot|can['’]t|couldn['’]t|must(?: not|n['’]t)?|should(?: not|n['’]t)?|shall|may|might|won['’]t|wouldn['’]t|have to|had to|has to|need to|needs to|needed to|don['’]t have to|don['’]t need to|are going to|am going to|going to|used to|want to|wanted to|ought to|are able to|were able to|was able to) (?:not )?)?"
    rf"(?P<negation>(?:don['’]t|do not|didn['’]t|did not|doesn['’]t|does not|never|no longer) )?(?P<perfect>(?:have|had|has|having)(?: not|n['’]t)? (?:been )?(?=\w+(?:ed|en|ing)\b|already|just|built|made|set|put|run|found|kept|had|left|cut|hit|sent))?"
    rf"(?P<be>(?:are|were|am|was|is|been|be)(?: not|n['’]t)? )?(?P<late>(?:(?:just|also|already|now|currently|still|always|only|never|not|no longer|all|explicitly) )*)(?P<verb>{MASKED}|[\w'’-]+)(?P<rest>.*)$",
    re.DOTALL,
)
_BOUNDARY = re.compile(
    r"\s(?=(?:for|in|to|as|on|onto|with|at|by|from|into|because|since|when|whenever|while|where|if|but|so|instead|rather|over|until|unless|after|before|across|via|through|not|during|only|everywhere|than|per|without|inside|under|which|that|via|like|due|is|are|was|were|again|now|anymore|yet|twice|directly|manually|today|yesterday)\b)"
    r"|\s(?=\d{4}-\d\d-\d\d)|\sand\s(?=(?:we|it|the|this|that|then|they|not|so|also|now|have|has|had|will|must|should|can|is|are|was|were|only|never|always|\w+ed|\w+s|run|use|set|put|keep|make|add|do)\b)|\sor\s(?=\w+ed\b)|[,;.:]|\s\(|\s[–—-]\s"
)
_WHEN = re.compile(r"\b(?P<word>when|whenever|while|before|after|once|until|if|unless)\s?$", re.IGNORECASE)
_BECAUSE = re.compile(
    r"\b(?P<word>because|since|that|as|which|where|how|why|what|than|so that|though|although|whether)\s?$",
    re.IGNORECASE,
)
_RELATIVE = re.compile(r"(?P<noun>\S+)\s(?:that|which)\s?$", re.IGNORECASE)


def without_subjects(words: str) -> str:
    """Masked words with each clause of I, we, you, a person or someone said without them."""
    words = _fixed_phrases(words)
    done, rest = "", words
    for _ in range(12):
        found = _SUBJECTS.search(rest)
        if not found:
            break
        head, tail = done + rest[: found.start()], rest[found.end() :]
        done, rest = _clause(head, found, tail)
    return _leftovers(done + rest)


def with_nouns(words: str) -> str:
    """Masked words with the team, the developer or users in place of we, I and you; clumsy, but nothing is lost."""
    return _leftovers(_fixed_phrases(words))


_FIXED: tuple[tuple[re.Pattern[str], str], ...] = tuple(
    (re.compile(pattern, re.IGNORECASE), replacement)
    for pattern, replacement in (
        (r"^we, (the [^,]{3,40}),", r"\1"),
        (r"\b(?:call|ping|text|message|dm|contact|reach(?: out to)?|mail|e-?mail|tell|slack) (?:me|\ue010)(?: (?:at|on|under|via) \ue010)?", "contact the owner"),
        (r"\bin (?:my|our) (?:case|setup|project|codebase|code base|repo|code|app|stack|environment|tests?|ci)\b", r"in the project"),
        (r"\b(?:in|from) my (?:experience|opinion|view),?\s?", ""),
        (r"\b(?:allow|enable|let|help)(s|ed|ing)? us to (\w+)\b", r"allow\1 to \2"),
        (r"\b(?:makes?|made) (?:us|me|you) (\w+)\b", r"forces a \1"),
        (r"\b(?:gives?|gave|costs?|cost|saves?|saved|bites?|bit|tells?|told|asks?) (?:us|me|you)\b", lambda m: m[0].rsplit(" ", 1)[0]),
        (r"\s(?:for|to|with|on|by) (?:me|us|myself|ourselves|you|yourself)\b(?= |[,.;]|$)", ""),
        (r"\b(?:on|at|from) (?:my|our) (?:end|side|machine|laptop|box)\b", "locally"),
        (r"\b(?:my|our|your|his|her)\b(?! own)", "the"),
        (r"\b(?:my|our|your|his|her) own\b", "a separate"),
        (r"\b(?:mine|ours|yours|hers)\b", "the own one"),
        (r"\b(?:by )?(?:myself|ourselves|yourself|himself|herself)\b", ""),
        (r"\bmake sure (?:that )?(?:you|we|I) (?:always )?(\w+)", r"make sure to \1"),
        (r"\b(?:remember|be sure|don['’]t forget) to\b", "must"),
        (r"\blet me know\b[^.;]*", ""),
        (r"\bas (?:we|I) (?:discussed|agreed|said|saw|expected|mentioned)(?: in \w+)?,?\s?", ""),
        (r"\bthe way we (\w+)", r"the way to \1"),
    )
)  # fmt: skip


def _fixed_phrases(words: str) -> str:
    for pattern, replacement in _FIXED:
        words = pattern.sub(replacement, words)
    return re.sub(r" {2,}", " ", words).strip()


def _clause(head: str, found: re.Match[str], tail: str) -> tuple[str, str]:
    """Head and rest of a sentence after its clause was said without its subject."""
    predicate = _PREDICATE.match(_AUX.get(found["aux"][1:] if found["aux"] else "", "") + tail)
    if not predicate:
        return head, tail
    who = found["who"].lower()
    initial = not head.strip(" (,;:–—-") or head.rstrip().endswith((".", ":", ";", "–", "—"))
    when, because = _WHEN.search(head), _BECAUSE.search(head)
    told = _told(predicate)
    said = (
        _forgotten(predicate)
        or _going_on(predicate, initial, when)
        or _modal(predicate, initial)
        or _negated(predicate, initial)
        or _past(predicate, initial, when, because, head, who)
        or _present(predicate, initial, when, who)
    )
    if said is None:
        return head + _fallback(who), told
    text, dropped = said if isinstance(said, tuple) else (said, 0)
    return (head[: len(head) - dropped] if dropped else head), text


_AUX = {"ve": " have", "re": " are", "d": " had", "ll": " will", "m": " am", "": ""}


def _told(predicate: re.Match[str]) -> str:
    return " " + predicate.string.lstrip()


def _fallback(who: str) -> str:
    if who.startswith(("someone", "somebody")):
        return "someone"
    if PERSON in who:
        return "a team member"
    return "users" if who == "you" else "the team" if who.startswith("we") else "the developer"


def _object(rest: str) -> tuple[str, str]:
    """What a verb acts on, and what follows it."""
    cut = _BOUNDARY.search(rest)
    return (rest[: cut.start()].strip(), rest[cut.start() :]) if cut else (rest.strip(), "")


def _adverbs(predicate: re.Match[str]) -> str:
    words = f"{predicate['adverbs']}{predicate['late'] or ''}"
    return re.sub(r"\b(?:just|also|finally|then|actually|even|both|all|first|eventually) ", "", words)


def _passive(predicate: re.Match[str], form: str, *, be: str = "", past: bool = False) -> str | None:
    """`NP is <form> …`, or None when the verb has nothing to act on."""
    object_, rest = _object(predicate["rest"])
    if not object_ or re.match(r"(?:it|this|that|them|up|out|down|off|away|back|not|a lot|one|more|less)\b", object_):
        return None
    between = be or is_or_are(object_, past=past)
    return f"{object_} {between} {_adverbs(predicate)}{form}{rest}"


def _forgotten(predicate: re.Match[str]) -> str | None:
    found = re.match(r"^ to (?P<verb>[\w-]+)(?P<rest>.*)$", predicate["rest"], re.DOTALL)
    if predicate["verb"].lower() not in ("forgot", "forget", "forgotten") or not found:
        return None
    cut = re.search(r"[,;.]|\s(?:so|and|but|when|which)\s", found["rest"])
    end = cut.start() if cut else len(found["rest"])
    return f"{gerund(found['verb'])}{found['rest'][:end]} was forgotten{found['rest'][end:]}"


def _going_on(predicate: re.Match[str], initial: bool, when: re.Match[str] | None) -> str | None:
    """are / were / am + -ing, adjective, place or participle."""
    if not predicate["be"] or predicate["modal"]:
        return None
    verb, not_ = (
        predicate["verb"],
        "not "
        if "n" in predicate["be"].lower().replace("been", "").replace("in", "") and "not" in predicate["be"]
        else "",
    )
    if verb.lower().endswith("ing"):
        if verb.lower() in ("using", "running", "storing", "hosting", "pinning", "keeping", "planning"):
            base = {
                "using": "used",
                "running": "run",
                "storing": "stored",
                "hosting": "hosted",
                "pinning": "pinned",
                "keeping": "kept",
                "planning": "planned",
            }[verb.lower()]
            said = _passive(predicate, not_ + base, past=predicate["be"].strip().startswith("w"))
            if said:
                return said
        return f"{not_}{_adverbs(predicate)}{verb}{predicate['rest']}"
    if verb.lower() in ("on", "at", "in"):
        return f"{_adverbs(predicate)}{not_}{verb}{predicate['rest']}"
    if initial:
        return f"{not_}{_adverbs(predicate)}{verb}{predicate['rest']}"
    if verb.lower() in ("allowed", "required", "supposed", "forced", "able"):
        be = "was" if predicate["be"].strip().startswith("w") else "is"
        return f"it {be} {not_}{_adverbs(predicate)}{verb if verb.lower() != 'able' else 'possible'}{predicate['rest']}"
    return None


_MODALS = {
    "have to": "must", "had to": "had to", "has to": "must", "need to": "must", "needs to": "must", "needed to": "had to", "are going to": "will",
    "am going to": "will", "going to": "will", "want to": "should", "wanted to": "should", "ought to": "should", "can't": "cannot", "couldn't": "could not",
    "won't": "will not", "wouldn't": "would not", "mustn't": "must not", "shouldn't": "should not", "are able to": "can", "were able to": "could",
    "was able to": "could", "don't have to": "need not", "don't need to": "need not", "shall": "must",
}  # fmt: skip


_MID = {
    "must": "it is necessary to",
    "should": "it is better to",
    "need not": "there is no need to",
    "will": "the team will",
    "would": "the team would",
}


def _modal(predicate: re.Match[str], initial: bool) -> str | None:
    if not predicate["modal"]:
        return None
    spoken = predicate["modal"].strip().lower().replace("’", "'")
    modal = _MODALS.get(spoken, spoken)
    verb = predicate["verb"].lower()
    if verb in _TRANSITIVE and not predicate["be"]:
        denied = (predicate["negation"] or "").strip()
        be = f"{modal} {'never ' if denied == 'never' else 'no longer ' if denied == 'no longer' else ''}be"
        said = _passive(predicate, participle(verb), be=be)
        if said:
            return said
    body = f"{predicate['negation'] or ''}{predicate['be'] or ''}{predicate['late'] or ''}{predicate['verb']}{predicate['rest']}"
    if modal == "used to":
        return f"formerly {predicate['verb']}{predicate['rest']}"
    if modal in ("can", "could"):
        return f"it is possible to {body}" if modal == "can" else f"it was possible to {body}"
    if modal in ("cannot", "could not"):
        return f"{modal} {body}" if initial else f"it is not possible to {body}"
    if modal in ("had to",):
        return f"it was necessary to {body}"
    return f"{_adverbs(predicate)}{modal} {body}" if initial else f"{_MID[modal]} {body}" if modal in _MID else None


def _negated(predicate: re.Match[str], initial: bool) -> str | None:
    never = re.search(r"\b(never|no longer)\b", predicate["adverbs"])
    if not predicate["negation"] and not never:
        return None
    word = (predicate["negation"] or never[1] if never else predicate["negation"]).strip().lower()
    verb = predicate["verb"].lower()
    past = word.startswith("did")
    if word == "no longer" or verb in (
        "use",
        "need",
        "support",
        "require",
        "want",
        "store",
        "used",
        "needed",
        "allow",
        "host",
        "rely-on",
    ):
        form = participle(verb) if not is_past(verb) else past_participle(verb)
        not_ = {"no longer": "no longer", "never": "never"}.get(word, "not")
        object_, rest = _object(predicate["rest"])
        if object_:
            return f"{object_} {is_or_are(object_, past=past)} {not_} {form}{rest}"
    if verb == "have":
        return f"there is no {re.sub(r'^(?:any|a|an) ', '', predicate['rest'].strip())}"
    if word == "never" or word == "no longer":
        return f"{word} {predicate['verb']}{predicate['rest']}"
    if initial:
        return f"{'did not' if past else 'do not'} {predicate['verb']}{predicate['rest']}"
    object_said = _passive(predicate, participle(verb), be=None or "", past=past) if verb in _TRANSITIVE else None
    if object_said:
        return re.sub(r"\b(is|are|was|were) ", r"\1 not ", object_said, count=1)
    return None


_UNCHANGED = frozenset(("set", "put", "cut", "hit", "read", "let", "split", "shut"))
_HABITUAL = re.compile(r"\b(?:now|always|currently|usually|never|only|still|typically|normally)\b")


def _past(
    predicate: re.Match[str],
    initial: bool,
    when: re.Match[str] | None,
    because: re.Match[str] | None,
    head: str,
    who: str,
) -> str | tuple[str, int] | None:
    verb = predicate["verb"]
    if predicate["be"] or (verb.lower() in _UNCHANGED and _HABITUAL.search(predicate["adverbs"])):
        return None
    if not is_past(verb) and not (predicate["perfect"] and verb.lower().endswith(("en", "ed", "ing", "t", "n", "un"))):
        return None
    if verb.lower() == "had" and not predicate["perfect"]:
        return f"there was {predicate['rest'].strip()}" if predicate["rest"].strip() else None
    if verb.lower() == "been":
        return f"{predicate['rest'].strip()}"
    relative = _RELATIVE.search(head)
    base = past_participle(verb)
    if (
        when
        and when["word"].lower() in ("when", "whenever", "while", "before", "after", "once", "until")
        and not predicate["perfect"]
    ):
        text = f"{past_gerund(verb)}{predicate['rest']}"
        return text if when["word"].lower() != "once" else (f"after {text}", len(head) - when.start())
    if who.startswith(("someone", "somebody", "he", "she")) or because or (when and not initial):
        said = _passive(predicate, base, past=True)
        if said:
            return _place_last(said, base)
        if relative and not _object(predicate["rest"])[0]:
            return f"{is_or_are(relative['noun'], past=True)} {base}{predicate['rest']}"
    if initial or head.rstrip().endswith((",", "and", "but", "so", "then", "or", ";")):
        return f"{_adverbs(predicate)}{verb}{predicate['rest']}"
    return f"{base}{predicate['rest']}" if not because else None


def _place_last(said: str, form: str) -> str:
    """`a fallback was hardcoded to 200 in x.py` reads better than the verb at the very end."""
    return said


def _present(
    predicate: re.Match[str], initial: bool, when: re.Match[str] | None, who: str
) -> str | tuple[str, int] | None:
    verb = predicate["verb"].lower()
    habit = re.search(r"\b(always|usually|typically|normally|generally|only)\b", predicate["adverbs"])
    if verb in ("have", "has"):
        return _having(predicate)
    if verb in ("think", "guess", "believe", "suspect", "feel", "assume", "hope", "wonder"):
        return predicate["rest"].removeprefix(" that").strip()
    if PERSON in who and verb.endswith("s"):
        return None
    if habit and initial and verb not in ("use",):
        return f"{habit[1]} {predicate['verb']}{predicate['rest']}"
    if verb in _TRANSITIVE:
        said = _passive(predicate, participle(verb))
        if said:
            return said
    if when and verb.isalpha():
        word = when["word"].lower()
        text = f"{gerund(verb)}{predicate['rest']}"
        return text if word in ("when", "whenever", "while", "before", "after", "if", "until") else None
    if initial:
        return f"{_adverbs(predicate)}{predicate['verb']}{predicate['rest']}"
    return None


def _having(predicate: re.Match[str]) -> str:
    object_, rest = _object(predicate["rest"])
    be = is_or_are(object_)
    if re.match(rf"(?:\d|{MASKED}|two|three|several|many|some|multiple)", object_) and not re.search(
        r"a\ue001 ?\w*[^s]$", object_
    ):
        be = "are"
    return f"there {be} {_adverbs(predicate)}{object_}{rest}"


_LEFT: tuple[tuple[re.Pattern[str], str | Callable[[re.Match[str]], str]], ...] = (
    (re.compile(r"(?<![\w'’/-])I['’](?:m|ve|d|ll)\b|(?<![\w'’/-])I(?![\w'’/-])"), "the developer"),
    (re.compile(r"(?<![\w'’-])(?:we|We|WE)(?:['’](?:re|ve|d|ll))?(?![\w'’-])"), "the team"),
    (re.compile(r"(?<![\w'’-])(?:us)(?![\w'’-])"), "the team"),
    (re.compile(r"(?<![\w'’-])(?:me|Me)(?![\w'’-])"), "the developer"),
    (re.compile(r"(?<![\w'’-])(?:my|our|My|Our|your|Your)(?![\w'’-])"), "the"),
    (re.compile(r"(?<![\w'’-])(?:you|You)(?:['’](?:re|ve|d|ll))?(?![\w'’-])"), "users"),
    (re.compile(r"(?<![\w'’-])(?:he|she|He|She)(?![\w'’-])"), "a team member"),
    (re.compile(r"(?<![\w'’-])(?:him)(?![\w'’-])"), "a team member"),
)


def _leftovers(words: str) -> str:
    for pattern, replacement in _LEFT:
        words = pattern.sub(replacement, words)
    return re.sub(r" {2,}", " ", words).strip(" ,;")
