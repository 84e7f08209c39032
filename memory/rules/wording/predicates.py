"""A tool of wording: says the predicate of a clause without its subject (`use X` → `X is used`)."""

import re
from dataclasses import dataclass

from memory.rules.languages.word_lists import all_pairs, regex, word_list
from memory.rules.literals import MASKED
from memory.rules.persons import PERSON
from memory.rules.wording.morphology import gerund, is_or_are, is_past, participle, past_gerund, past_participle

_TRANSITIVE = word_list("predicates", "transitive")
PREDICATE = re.compile(regex("predicates", "predicate"), re.DOTALL)
_BOUNDARY = re.compile(regex("predicates", "boundary"))
_MODALS = all_pairs("predicates", "modals")
_MID = all_pairs("predicates", "mid")
_UNCHANGED = frozenset(("set", "put", "cut", "hit", "read", "let", "split", "shut"))
_HABITUAL = re.compile(r"\b(?:now|always|currently|usually|never|only|still|typically|normally)\b")
_RELATIVE = re.compile(r"(?P<noun>\S+)\s(?:that|which)\s?$", re.IGNORECASE)
_GOING = all_pairs("predicates", "going")
_DENIED = frozenset("use need support require want store used needed allow host".split())
_PRONOUN = re.compile(r"(?:it|this|that|them|up|out|down|off|away|back|not|a lot|one|more|less)\b")
_TIMES = ("when", "whenever", "while", "before", "after", "once", "until")
_QUANTITY = re.compile(rf"(?:\d|{MASKED}|two|three|several|many|some|multiple)")
_ONE_AMOUNT = re.compile(r"a\ue001 ?\w*[^s]$")


@dataclass(frozen=True)
class Place:
    """Where a clause stands: its subject in small letters, the words before it, and how those lead to it."""

    who: str
    head: str
    initial: bool
    when: str
    because: bool

    @property
    def joined(self) -> bool:
        """Whether the clause follows a comma or a conjunction, after which it needs no subject."""
        return self.head.rstrip().endswith((",", "and", "but", "so", "then", "or", ";"))


def said(predicate: re.Match[str], place: Place) -> str | None:
    """The predicate without its subject, or None where that would not be English."""
    return (
        _forgotten(predicate)
        or _going_on(predicate, place)
        or _modal(predicate, place)
        or _negated(predicate, place)
        or _past(predicate, place)
        or _present(predicate, place)
    )


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
    if not object_ or _PRONOUN.match(object_):
        return None
    return f"{object_} {be or is_or_are(object_, past=past)} {_adverbs(predicate)}{form}{rest}"


def _forgotten(predicate: re.Match[str]) -> str | None:
    """`I forgot to set X` → `setting X was forgotten`."""
    found = re.match(r"^ to (?P<verb>[\w-]+)(?P<rest>.*)$", predicate["rest"], re.DOTALL)
    if predicate["verb"].lower() not in ("forgot", "forget", "forgotten") or not found:
        return None
    cut = re.search(r"[,;.]|\s(?:so|and|but|when|which)\s", found["rest"])
    end = cut.start() if cut else len(found["rest"])
    return f"{gerund(found['verb'])}{found['rest'][:end]} was forgotten{found['rest'][end:]}"


def _going_on(predicate: re.Match[str], place: Place) -> str | None:
    """are / were / am + -ing, adjective, place or participle."""
    if not predicate["be"] or predicate["modal"]:
        return None
    be, verb = predicate["be"].strip().lower(), predicate["verb"].lower()
    negated = "not " if be.endswith(("not", "n't", "n’t")) else ""
    told = f"{negated}{_adverbs(predicate)}{predicate['verb']}{predicate['rest']}"
    if verb in _GOING:
        return _passive(predicate, negated + _GOING[verb], past=be.startswith("w")) or told
    if verb.endswith("ing") or verb in ("on", "at", "in") or place.initial:
        return told
    if verb in ("allowed", "required", "supposed", "forced", "able"):
        word = "possible" if verb == "able" else verb
        was = "was" if be.startswith("w") else "is"
        return f"it {was} {negated}{_adverbs(predicate)}{word}{predicate['rest']}"
    return None


def _modal(predicate: re.Match[str], place: Place) -> str | None:
    """must, should, can, will and their like: `we must pin X` → `X must be pinned`."""
    if not predicate["modal"]:
        return None
    spoken = predicate["modal"].strip().lower().replace("’", "'")
    modal, verb = _MODALS.get(spoken, spoken), predicate["verb"].lower()
    if verb in _TRANSITIVE and not predicate["be"]:
        denied = (predicate["negation"] or "").strip()
        be = f"{modal} {denied} be" if denied in ("never", "no longer") else f"{modal} be"
        passive = _passive(predicate, participle(verb), be=be)
        if passive:
            return passive
    groups = ("negation", "perfect", "be", "late", "verb", "rest")
    return _infinitive(modal, "".join(predicate[group] or "" for group in groups), _adverbs(predicate), place)


def _infinitive(modal: str, body: str, adverbs: str, place: Place) -> str | None:
    if modal == "used to":
        return f"formerly {body}"
    if modal in ("can", "could"):
        return f"it {'is' if modal == 'can' else 'was'} possible to {body}"
    if modal == "had to":
        return f"it was necessary to {body}"
    if place.initial:
        return f"{adverbs}{modal} {body}"
    if modal in ("cannot", "could not"):
        return f"it is not possible to {body}"
    return f"{_MID[modal]} {body}" if modal in _MID else None


def _negated(predicate: re.Match[str], place: Place) -> str | None:
    """do not, never, no longer: `we no longer use X` → `X is no longer used`."""
    adverb = re.search(r"\b(never|no longer)\b", predicate["adverbs"])
    word = (predicate["negation"] or (adverb[1] if adverb else "")).strip().lower()
    if not word:
        return None
    verb, past = predicate["verb"].lower(), word.startswith("did")
    denied = _no_longer(predicate, word, past=past) if word == "no longer" or verb in _DENIED else None
    if denied:
        return denied
    if verb == "have":
        return f"there is no {re.sub(r'^(?:any|a|an) ', '', predicate['rest'].strip())}"
    if word in ("never", "no longer"):
        return f"{word} {predicate['verb']}{predicate['rest']}"
    if place.initial:
        return f"{'did not' if past else 'do not'} {predicate['verb']}{predicate['rest']}"
    passive = _passive(predicate, participle(verb), past=past) if verb in _TRANSITIVE else None
    return re.sub(r"\b(is|are|was|were) ", r"\1 not ", passive, count=1) if passive else None


def _no_longer(predicate: re.Match[str], word: str, *, past: bool) -> str | None:
    verb = predicate["verb"].lower()
    form = past_participle(verb) if is_past(verb) else participle(verb)
    object_, rest = _object(predicate["rest"])
    negation = word if word in ("never", "no longer") else "not"
    return f"{object_} {is_or_are(object_, past=past)} {negation} {form}{rest}" if object_ else None


def _past(predicate: re.Match[str], place: Place) -> str | None:
    """What was done: its object was it (`X was added`), or the bare past at the start (`Added X`)."""
    verb = predicate["verb"]
    if not _is_told_in_past(predicate):
        return None
    if verb.lower() == "had" and not predicate["perfect"]:
        return f"there was {predicate['rest'].strip()}" if predicate["rest"].strip() else None
    if verb.lower() == "been":
        return predicate["rest"].strip()
    form = past_participle(verb)
    if place.when in _TIMES and not predicate["perfect"]:
        return f"{past_gerund(verb)}{predicate['rest']}"
    if (
        place.who.startswith(("someone", "somebody", "he", "she"))
        or place.because
        or (place.when and not place.initial)
    ):
        passive = _passive(predicate, form, past=True)
        relative = _RELATIVE.search(place.head)
        if passive:
            return passive
        if relative and not _object(predicate["rest"])[0]:
            return f"{is_or_are(relative['noun'], past=True)} {form}{predicate['rest']}"
    if place.initial or place.joined:
        return f"{_adverbs(predicate)}{verb}{predicate['rest']}"
    return None if place.because else f"{form}{predicate['rest']}"


def _is_told_in_past(predicate: re.Match[str]) -> bool:
    verb = predicate["verb"].lower()
    if predicate["be"] or (verb in _UNCHANGED and _HABITUAL.search(predicate["adverbs"])):
        return False
    return is_past(verb) or bool(predicate["perfect"] and verb.endswith(("en", "ed", "ing", "t", "n", "un")))


def _present(predicate: re.Match[str], place: Place) -> str | None:
    """What is done as a rule: `X is used`, `always …`, and `when deploying` for `when we deploy`."""
    verb = predicate["verb"].lower()
    habit = re.search(r"\b(always|usually|typically|normally|generally|only)\b", predicate["adverbs"])
    if verb in ("have", "has"):
        return _having(predicate)
    if verb in ("think", "guess", "believe", "suspect", "feel", "assume", "hope", "wonder"):
        return predicate["rest"].removeprefix(" that").strip()
    if PERSON in place.who and verb.endswith("s"):
        return None
    if habit and place.initial and verb != "use":
        return f"{habit[1]} {predicate['verb']}{predicate['rest']}"
    passive = _passive(predicate, participle(verb)) if verb in _TRANSITIVE else None
    if passive:
        return passive
    if place.when:
        fits = verb.isalpha() and place.when not in ("once", "unless")
        return f"{gerund(verb)}{predicate['rest']}" if fits else None
    return f"{_adverbs(predicate)}{predicate['verb']}{predicate['rest']}" if place.initial else None


def _having(predicate: re.Match[str]) -> str:
    """`we have 3 replicas` → `there are 3 replicas`."""
    object_, rest = _object(predicate["rest"])
    many = _QUANTITY.match(object_) and not _ONE_AMOUNT.search(object_)
    return f"there {'are' if many else is_or_are(object_)} {_adverbs(predicate)}{object_}{rest}"
