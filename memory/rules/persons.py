"""A step of wording: finds people (names, @mentions, e-mails) so that no memory says who did or said something."""

import re

from memory.rules.names import FIRST_NAMES, SOMETIMES_NAMES
from memory.rules.vocabulary import TECHNICAL, TECHNOLOGY, TOOLS

PERSON = "\ue010"  # stands for one person until the sentence around it is rewritten
_TECH_NAMES = frozenset(
    "ada julia ruby pascal crystal jasmine jade travis luna stella jasper felix morgan serena".split()
)
_NOT_MENTIONS = frozenset(
    """property dataclass override staticmethod classmethod pytest app media import keyframes latest next beta
    alpha canary param params return
    returns throws deprecated see types cached_property lru_cache cache inject injectable component autowired
    bean entity test before after
    transactional abstractmethod wraps contextmanager shared_task task receiver register fixture mock patch input
    output click celery
    route router get post put delete controller service repository module main layer apply tailwind include
    supports font-face page
    pytest-fixture nullable notnull id column table json builder data getter setter slf4j test-case parametrize
    hookimpl atomic retry
    login_required staticfiles admin action api_view permission_classes overload final runtime_checkable typing
    validator field_validator""".split()
)
_MENTION = re.compile(r"(?<![\w/`.@\"'])@([A-Za-z][\w-]{1,38})\b(?![\w/(@]|\.\w)")
_DOTTED_MENTION = re.compile(r"(?<![\w/`.@\"'])@([a-z][a-z-]{1,20})\.([a-z][a-z-]{0,20})\b(?![\w/(@.]\w|\()")
_EMAIL = re.compile(r"<?\b[\w.+-]{1,64}@[A-Za-z0-9-]{1,63}(?:\.[A-Za-z0-9-]{1,63}){0,3}\.[A-Za-z]{2,24}\b(?![.-]?\w)>?")
_PHONE = re.compile(
    r"(?<![\w.])(?:\+\d{1,3}[\s.-]?(?:\(0?\d{1,4}\)[\s.-]?)?(?:\d{2,5}[\s.-]?){2,4}\d{2,4}|"
    r"\(\d{3}\)\s?\d{3}-\d{4})(?!\w|\.\d)"
)
_TITLED = re.compile(
    r"\b(?:Dr|Mr|Mrs|Ms|Prof|Herr|Frau|Mme|Sr|Sra)\.? [A-ZÀ-Ž][\w'’-]{1,20}(?: [A-ZÀ-Ž][\w'’-]{1,20})?"
)
_HONORIFIC = re.compile(
    r"\b[A-ZÀ-Ž][a-zà-ž]{1,15}-(?:san|sama|kun|chan|sensei)\b|[\u4e00-\u9fff]{1,3}(?:さん|様|くん|氏)(?=[がはのにもと、])|"
    r"(?:[小老][\u4e00-\u9fff]|[王李张刘陈杨赵黄周吴徐孙胡朱高林何郭马罗][\u4e00-\u9fff]{1,2})(?:说|提到|建议|指出|认为|反馈)[，,:：]?\s?"
)
_TRAILER = re.compile(
    r"^[ \t]*(?:[A-Z][a-z]+(?:-[a-z]+)*-by|Author|Committer|Cc|From|To|Reviewers?|Assignee|CC|"
    r"Commit):[ \t][^\n]*(?:@|<)[^\n]*$"
    r"|^[ \t]*(?:Co-Authored-By|Co-authored-by|Signed-off-by|Reviewed-by|Acked-by|Tested-by|Reported-by|"
    r"Suggested-by):[^\n]*$"
    r"|^[ \t]*🤖 Generated with [^\n]*$",
    re.MULTILINE,
)
_CAPITAL = re.compile(
    r"(?<![\w.@/`-])[A-ZÀ-Ž][a-zà-ž]{1,14}(?:-[A-ZÀ-Ž]?[a-zà-ž]{1,14})?(?:['’]s)?(?![\w`@/-]|\.\w|\()"
)
_ROLE = re.compile(
    rf"\b(?:[Mm]y|[Oo]ur|[Oo]ne of (?:my|our))\s(?:[\w-]{{2,12}} ){{0,2}}?(?:engineers?|designers?|developers?|"
    rf"analysts?|team ?mates?|colleagues?|co-?workers?|boss|manager|tech lead|team lead|lead|interns?|juniors?|"
    rf"seniors?|PM|CTO|CEO|EM|VP|buddy|friends?|wife|husband|kids?|devs?|sre|dba|ops guy|"
    rf"architect)(?:,?\s{PERSON},?)?(?![\w-])"
)
_SURNAME = re.compile(
    r"\s(?:(?:van|von|de|da|di|del|la|le|der|den)\s){0,2}(?:O['’]|Mc|Mac|"
    r"D['’])?[A-ZÀ-Ž][a-zà-ž'’-]{1,20}(?![\w.(/])|\s[A-Z]\.(?=\s|$)"
)
_PERSON_VERB = (
    r"(?:has |have |had |also |just |then |later |already |kindly |finally |recently )*(?:found|discovered|"
    r"noticed|said|says|tells|told|thinks|thought|"
    r"suggested|suggests|pointed|mentioned|mentions|figured|realized|realised|explained|spotted|wants|wanted|"
    r"asked|asks|decided|agreed|agrees|prefers|preferred|"
    r"proposed|proposes|insists|insisted|complained|believes|believed|recommended|recommends|wrote|fixed|merged|"
    r"pushed|reviewed|approved|refactored|rewrote|owns|"
    r"implemented|volunteered|confirmed|remembers|remembered|reported|paired|warned|hates|loves|likes|broke|"
    r"added|changed|reverted|tracked|debugged|"
    r"deployed|signed|joined|left|and I\b|& I\b)\b"
)
_ACTS = re.compile(rf"(?:\sfrom (?:the )?\w+(?: team)?)?\s{_PERSON_VERB}")
_TOGETHER = re.compile(rf"\s(?:and|&)\s([A-Z]\w+)\s(?:rewrote|built|{_PERSON_VERB})")
_OWNED = re.compile(
    r"(?:\s(?:and|&)\s[A-Z]\w+['’]s)?\s(?:\w+\s)?(?i:patch|fix|theory|hunch|idea|suggestion|review|"
    r"benchmarks?|prs?|pull request|comments?|proposal|"
    r"branch|machine|laptop|script|analysis|commits?|feedback|advice|request|opinion|findings?|measurements?|"
    r"question|point|concern|approach|changes?|notes?|spike|prototype|refactor(?:ing)?|team|report|investigation|"
    r"guess|argument|objection|migration)\b"
)
_BEFORE_PERSON = re.compile(
    r"(?:\b(?:thanks|thank you|kudos|props|credits?|shout-?out)(?: to| for)?,?|\baccording to|\bcc:?|\bask|"
    r"\btell|\bping|\b(?:told|found|fixed|reported|suggested|written|spotted|"
    r"reviewed|approved|merged|authored|raised|discovered|introduced|added|done|made|caught|fix|patch|pr|"
    r"review|report|analysis|proposal|idea|suggestion|pointed out|implemented|measured|debugged|"
    r"investigated) by|\b(?:agreed|decided|reviewed|checked|confirmed|clarified|aligned|synced|worked|met|"
    r"chatted) with|\b(?:asked|pinged|thank|messaged|remind|reminded|helped|contact|cc)|\b(?:danke|dank) an|"
    r"\bmerci à|"
    r"\b(?:gracias|grazie|obrigado) (?:a|ao|à)|\b(?:laut|según|segundo|selon)|\bd['’]après|\bpair(?:ed|"
    r"ing) with|\btalk(?:ed|ing) (?:to|with)|\bsp(?:oke|eak) (?:to|with)|\bdiscussed with|"
    r"\bassigned to|\bh/t|\b(?:my|our) (?:boss|manager|colleague|teammate|lead|coworker|co-worker|friend|pm|cto|"
    r"ceo)|\bhi|\bhello|\bhey|\bdear|\bas per|\bper|\b(?:this is|it['’]s)(?= $))\s$",
    re.IGNORECASE,
)


def mark_persons(text: str) -> str:
    """`text` with every person as `PERSON` (possessives as `PERSON's`); commit trailers and e-mails are gone."""
    if "@" in text or "-by:" in text.lower() or "🤖" in text:
        text = _TRAILER.sub("", text)
        text = _EMAIL.sub(_email, text)
        text = _DOTTED_MENTION.sub(_dotted, text)
        text = _MENTION.sub(_mention, text)
    if "+" in text or "(" in text:
        text = _PHONE.sub(PERSON, text)
    if "r." in text or "s." in text or "Prof" in text or "Herr" in text or "Frau" in text:
        text = _TITLED.sub(PERSON, text)
    if "-" in text or not text.isascii():
        text = _HONORIFIC.sub(
            lambda m: "" if m[0][0] >= "\u4e00" and m[0].rstrip("，,:： ")[-1:] in "说到议出为馈" else PERSON, text
        )
    marked = _marked_names(text)
    return _ROLE.sub(PERSON, marked) if "y " in marked or "ur " in marked else marked


def _email(match: re.Match[str]) -> str:
    """`git@github.com` is an address of a machine, not of a person."""
    return match[0] if match[0].lstrip("<").startswith("git@") else PERSON


def _dotted(match: re.Match[str]) -> str:
    """`@li.wei` where a name or its place says so; `@app.route` is a decorator."""
    named = match[1] in FIRST_NAMES or match[2] in FIRST_NAMES
    told = _BEFORE_PERSON.search(match.string[max(0, match.start() - 30) : match.start()])
    return PERSON if (named or told) and match[1] not in _NOT_MENTIONS else match[0]


def _mention(match: re.Match[str]) -> str:
    around = match.string[match.end() : match.end() + 14].lower()
    if match[1].lower() in _NOT_MENTIONS or around.startswith((" decorator", " annotation", " rule", " scope")):
        return match[0]
    return PERSON


def _marked_names(text: str) -> str:
    parts: list[str] = []
    done = 0
    inside = _code_spans(text)
    for found in _CAPITAL.finditer(text):
        if found.start() < done or any(start <= found.start() < end for start, end in inside):
            continue
        word = found[0]
        possessive = word[-2:] in ("'s", "’s")
        name = (word[:-2] if possessive else word).lower().split("-")[0]
        before = ("".join(parts[-3:]) + text[done : found.start()])[-30:]
        if not _is_person(text, found, name, before):
            continue
        end = found.end()
        surname = None if possessive else _SURNAME.match(text, end)
        if surname and surname[0].strip().lower() not in FIRST_NAMES and name in FIRST_NAMES:
            end = surname.end()
        parts += (text[done : found.start()], PERSON, "'s" if possessive else "")
        done = end
    return "".join(parts) + text[done:]


def _code_spans(text: str) -> list[tuple[int, int]]:
    return (
        [match.span() for match in re.finditer(r"`[^`\n]*`|\"[^\"\n]*\"", text)] if "`" in text or '"' in text else []
    )


def _is_person(text: str, found: re.Match[str], name: str, before: str) -> bool:
    after = text[found.end() : found.end() + 60]
    acts = bool(_ACTS.match(after)) or bool(_BEFORE_PERSON.search(before)) or PERSON in (before[-5:-4], after[5:6])
    acts = acts or _act_together(after)
    if name in SOMETIMES_NAMES or name in _TECH_NAMES:
        return (acts or _owns(found, after)) and not (
            name in _TECH_NAMES and re.match(r"\s(?:added|changed|left|broke|deployed|reported)", after)
        )
    if name in FIRST_NAMES:
        return True
    if not _is_unknown_word(name, after):
        return False
    before_person = bool(_BEFORE_PERSON.search(before)) and not found[0].isupper()
    says = bool(re.match(rf"(?:\sfrom (?:the )?\w+(?: team)?)?\s{_SAYS}", after))
    return before_person or says or _owns(found, after) or _beside_person(before, after) or _is_foreign(found, text)


def _act_together(after: str) -> bool:
    """`… and Casey rewrote`: the other one is known as a name, and what they do only people do."""
    other = _TOGETHER.match(after)
    return other is not None and (other[1].lower() in FIRST_NAMES or other[1].lower() in SOMETIMES_NAMES)


def _owns(found: re.Match[str], after: str) -> bool:
    """`Thandiwe's review`: what only people have."""
    return found[0][-2:] in ("'s", "’s") and bool(_OWNED.match(after))


def _beside_person(before: str, after: str) -> bool:
    """`PERSON & Rasheed who …`: what stands beside a person on an equal footing and acts is one."""
    joined = before.endswith((f"{PERSON} & ", f"{PERSON} and "))
    return joined and bool(re.match(r"\s(?:who|agreed|decided|found|saw|and I)\b|[,.;!]|$", after))


def _is_foreign(found: re.Match[str], text: str) -> bool:
    """Within a sentence, a capitalised word with a letter that English does not have is a name, in English text."""
    if not re.search(r"[\w,;:()&] $", text[max(0, found.start() - 2) : found.start()]):
        return False
    return not found[0].isascii() and found[0].strip("'’s").lower() not in _PLACES and _is_english_around(text)


_PLACES = frozenset(
    "zürich köln münchen düsseldorf malmö göteborg łódź kraków poznań wrocław genève québec são café".split()
)
_UMLAUTS = re.compile(
    r"\b(?:der|die|das|und|ist|nicht|le|la|les|une|est|el|los|una|que|não|uma|os|det|och|är|nie|jest)\b"
)


def _is_english_around(text: str) -> bool:
    return len(_UMLAUTS.findall(text[:600].lower())) < 2


_SAYS = (
    r"(?:also |just |then |later )?(?:found (?:out|that)|discovered|realized|realised|figured|said|says|"
    r"thinks|thought|suggested|pointed out|mentioned|told (?:me|us)|"
    r"wants|prefers|insists|insisted|complained|believes|pointed|agreed|proposed|noticed|reported|explained|warned|"
    r"reminded|recommended|remembers|asked|hates|volunteered|and I)\b"
)
_NOT_UNKNOWN = frozenset(
    """my our your his her their its me us him them all both one two three people folks others another investigation
    profiling research analysis finance accounting platform infra infrastructure devops sre backend frontend mobile
    data vendor partner upstream downstream each every some any no not just only yes also still even first last next
    previously everything nothing something anything review reviews history experience others half most many few
    monday tuesday wednesday thursday friday saturday sunday january february march april may june july august
    september october november december github gitlab jira vercel netlify heroku cloudflare hashicorp oracle ibm
    meta facebook twitter linkedin salesforce shopify datadog elastic mongo windows linux macos ubuntu debian
    android ios chrome firefox safari edge kubernetes english german french spanish european american germany
    france spain europe america china japan india berlin london paris
    the a an it this that he she they we i you who someone somebody everyone everybody nobody
    team docs doc
    documentation support ops product
    design legal management marketing sales security qa client customer vendor user users reviewer reviewers log
    logs error compiler linter
    python django postgres redis docker claude copilot chatgpt gemini codex cursor sonarqube dependabot renovate
    github gitlab jenkins slack sentry stripe
    google amazon aws microsoft apple anthropic openai doc spec rfc readme pr ci sonnet opus haiku please also
    then now here there what which""".split()
)


def _is_unknown_word(name: str, after: str) -> bool:
    known = name in _NOT_UNKNOWN or name in TECHNICAL or name in TOOLS or TECHNOLOGY.fullmatch(name)
    return not known and not name.endswith(("ing", "tion", "ment", "ed")) and not after.startswith((" Team", " team"))
