"""A step of wording: takes out clauses in which the writer speaks of himself (`Estoy agotado, pero X` → `X`)."""

import re

from memory.rules.languages import is_english
from memory.rules.literals import MASKED, Mask
from memory.rules.needles import Needle
from memory.rules.small_words import is_foreign, language_of
from memory.rules.vocabulary import TOOLS
from memory.rules.wording.feelings import FEELING, OF_THINGS
from memory.rules.wording.oneself import DEED, ENGLISH_IDIOM, ENGLISH_MARK, IDIOM, is_of_oneself
from memory.rules.wording.romance import romance
from memory.rules.wording.social import is_social, may_be_social
from memory.rules.wording.trade_words import signs, trade

_AND = (
    r"(?:y|e|et|und|and|pero|mas|ma|mais|aber|but|porque|perché|weil|because|parce que|car|así que|então|quindi|"
    r"donc|so)"
)
_FOR_ME = (
    rf"(?:{MASKED} )?(?:ya |já |hoy |oggi |hoje |jetzt |now |also |me |mi |no |non |não |ne |non |casi |quase |"
    rf"por eso )?"
    r"(?:estoy|tengo|llevo|ando|sigo|voy|quiero|me|estou|tô|tenho|vou|fiquei|eu|sono|ho|sto|mi|io|je|j['’]\w+|ich|bin|"
    r"\w{2,}(?:é|í|ei|[bdvtprcsg]i)|then found|I|I['’]m|my)\b"
)
_CUT = re.compile(rf"(?P<sep>\s?[,;:.!?…]+(?:\s+|$)|\s[–—-]{{1,2}}\s|\s(?={_AND}\s{_FOR_ME}))")
_LINK = re.compile(
    r"^(?:(?:pero|mas|ma|mais|aber|but|yet|though|y|e|et|und|and|así que|entonces|então|aí|quindi|dunque|poi|comunque|"
    r"donc|alors|puis|also|dann|jedenfalls|anyway|anyways|so|porém|però|bueno|bom|bon|bref|en fin|enfim|insomma|total|"
    r"al menos|pelo menos|almeno|au moins|wenigstens|at least|ok|okay|well)(?:\s?,)?\s)+",
    re.IGNORECASE,
)
_ASIDE = re.compile(r"\s?(?:\((?P<said>[^()]{2,80})\)|\[(?P<noted>[^\[\]`\s]{2,20}\s[^\[\]`]{2,50})\](?!\())")
# A smiley before a capital ends a sentence.
_SMILE = re.compile(
    r"(?<=[\w)`\"'’!?.…])\s?(?:[:;]-?[)(DPp]|[\u2600-\u27bf\U0001f300-\U0001faff\ufe0f]+)\s+(?=[\"'`(]?[A-ZÀ-ÖØ-Þ])"
)
_THAT = re.compile(r"^(?:que|qu['’]|che|dass|dat|ob|that|cuando|quando|wenn|si|se|if|when)\b", re.IGNORECASE)
_ENGLISH_STATE = re.compile(
    r"^(?:and |but |so |well )?(?:I|we)(?:['’](?:m|re)| am| are| was| were| feel| felt)(?: \w+){1,7}$"
)
# A guess stays beside what is guessed: without it a hypothesis would read as a fact.
_SUPPOSES = Needle(
    r"(?<!\w)(?:supongo|sospech\w+|corazonada|hip[óo]tes[ie]s?|suponho|suspeit\w+|palpite|sospett\w+|ipotesi|"
    r"suppongo|suppose|"
    r"soupçonne|intuition|hypothèse|vermut\w+|verdacht|tippe|schätze|guess|hunch|bet|theory|suspect|quizás?|tal vez|"
    r"talvez|"
    r"forse|peut-être|vielleicht|maybe|perhaps|creo que|acho que|credo che|penso che|pense que|crois que|glaube|"
    r"denke)(?!\w)",
    re.IGNORECASE,
)
_TODAY_OLD = Needle(
    r"^I was \S+ years old when I (?:learned|learnt|found out|discovered|reali[sz]ed|noticed) (?:that )?", re.IGNORECASE
)
_SPENT = Needle(
    r"\b(?:horas?|días?|dias?|ore|giornat[ae]|mattinat[ae]|nott[ei]|nuits?|journée|matinée|heures?|stunden?|tage?|"
    r"nacht|"
    r"tardes?|noches?|mañana|manhã|noites?|semanas?|settiman[ae]|semaines?|wochen?|wochenende|finde|fin de semana)\b",
    re.IGNORECASE,
)
_PLAIN_WORD = re.compile(r"[^\W\d_]+(?:['’][^\W\d_]+)?,?(?=\s|$)")
# What keeps a clause about oneself: a rule, a cause, a condition that the rest builds on.
_RULE = Needle(r"\b(?:must|never|always|should|siempre|nunca|sempre|mai|toujours|jamais|immer|nie|niemals)\b", re.I)
_LONGEST = 15  # words
_MASK = re.compile(MASKED)
_AT = re.compile(rf"@(?:[\w.-]|{MASKED})+")
_TO_INITIALS = re.compile(r"\b(?:to|for|from|by|on) [A-Z]{2,3}$")
# Words of the trade that say nothing of the matter beside a mood.
_GENERIC = frozenset(
    """bug bugs code build builds test tests dashboard dashboards deploy deployment release log logs ticket tickets
    review reviews banco sprint merge panic codice código repo app ide prod error errors errore fehler pages page
    docs pipeline message thread channel monitor kernel script job jobs bit pickle go catch spot find ami
    amis les""".split()
)


def without_oneself(sentence: str) -> str:
    """A sentence without clauses that hold a mood or a state of the writer; "" when it holds nothing else."""
    english = is_english(sentence) and not is_foreign(sentence)
    language = "en" if english else romance(sentence, language_of(sentence))
    if not _may_tell(sentence, language):
        return sentence
    told = _Teller(_TODAY_OLD.sub("", sentence), language).told()
    return told if told != sentence.strip() else sentence


def _may_tell(sentence: str, language: str) -> bool:
    if may_be_social(sentence) or (ENGLISH_IDIOM if language == "en" else IDIOM).search(sentence):
        return True
    if language == "en":
        return bool(ENGLISH_MARK.search(sentence) and (FEELING.search(sentence) or _TODAY_OLD.match(sentence)))
    return is_of_oneself(sentence.lower(), language)


class _Teller:
    """One sentence, cut into clauses, with its literals masked."""

    def __init__(self, sentence: str, language: str) -> None:
        self.mask = Mask(
            _SMILE.sub(lambda found: f"{'' if found.string[found.start() - 1] in '!?.…' else '.'} ", sentence)
        )
        self.language = language
        text = _ASIDE.sub(
            lambda found: "" if self._is_personal(found["said"] or found["noted"], "", ":") else found[0],
            self.mask.text,
        )
        parts = _CUT.split(text)
        self.clauses, self.ends = parts[::2], [*parts[1::2], ""]
        self.done: list[tuple[str, str]] = []

    def told(self) -> str:
        """The clauses that state something, joined by what stood behind them."""
        dropped = False
        for at, (clause, end) in enumerate(zip(self.clauses, self.ends, strict=True)):
            if self._goes(at, dropped):
                dropped = True
                self._close(end)
                self._keep_tool(at)
                continue
            self.done.append((_begun(clause, bare=not self.done) if dropped else clause, end))
            dropped = dropped and not clause.strip()
        return self.mask.restore("".join(clause + end for clause, end in self.done).strip())

    def _goes(self, at: int, dropped: bool) -> bool:
        clause, end = self.clauses[at].strip(), self.ends[at].strip()
        if not clause:
            return False
        if dropped and not _LINK.sub("", f"{clause} ").strip():
            return end != ""
        following = self.clauses[at + 1] if at + 1 < len(self.clauses) else ""
        if end == "," and _THAT.match(following.lstrip()) and not is_social(clause):
            return False
        others = self.clauses[:at] + self.clauses[at + 1 :]
        rest = " ".join(other for other in others if not IDIOM.search(other) or trade(other))
        return self._is_personal(clause, rest, end)

    def _close(self, end: str) -> None:
        """Gives the clause before a dropped one the mark behind the dropped one, where that says more."""
        mark = end.strip()
        if self.done and (mark in (":", ".", "!", "?", ";", "…", "") or not self.done[-1][1].strip()):
            clause, before = self.done[-1]
            self.done[-1] = (clause, before if not mark and before.strip() in (".", "!", "?") else end)

    def _keep_tool(self, at: int) -> None:
        """`Encantado con uv: instala …` → `uv: instala …`, where nothing else names the tool."""
        if self.ends[at].strip() != ":" or self.done:
            return
        rest = " ".join(self.clauses[at + 1 :]).lower()
        for word in re.findall(r"[^\W\d_][\w-]*", self.clauses[at]):
            if word.lower() in TOOLS and word.lower() not in rest:
                self.done.append((word, ": "))
                return

    def _is_personal(self, clause: str, rest: str, end: str) -> bool:
        """Whether a clause only tells of its writer: nothing technical in it that the rest does not name as well."""
        bare = _LINK.sub("", clause.strip(" ¡¿!?.*_\"'"))
        bare = clause if IDIOM.match(clause) else bare
        social = is_social(self._undated(bare)) or is_social(self._undated(clause))
        idiom = social or bool(IDIOM.search(bare))
        if not bare or len(bare.split()) > _LONGEST or (_THAT.match(bare) and end != ":" and not social):
            return False
        if not social and not idiom and _SUPPOSES.search(bare):
            return False
        felt = idiom or bool(FEELING.search(OF_THINGS.sub("", bare)))
        if self.language == "en":
            if (_RULE.search(bare) and not social) or not (idiom or (felt and _ENGLISH_STATE.match(bare))):
                return False
        elif not felt and not is_of_oneself(bare, self.language):
            return False
        if social:
            told = _TO_INITIALS.sub(" ", _AT.sub(" ", bare))
            return not signs(told, self.mask) and len(set(trade(told)) - _GENERIC) < 1 and len(trade(told)) < 3
        return not self._states(bare, rest, end, idiom=idiom, felt=felt)

    def _undated(self, clause: str) -> str:
        """A masked clause without its dates: `Bit of a pickle today`."""
        return _MASK.sub(
            lambda found: "" if self.mask.kept[ord(found[0][1]) - 0xE100].kind == "date" else found[0], clause
        )

    def _states(self, bare: str, rest: str, end: str, *, idiom: bool, felt: bool) -> bool:
        """Whether a clause names something technical, or tells of a deed whose object may be the fact."""
        said = IDIOM.sub(" ", bare)
        if signs(said, self.mask):
            return True
        told = set(trade(said))
        if told and (felt or idiom) and rest.strip() and set(told) <= _GENERIC:
            return False
        if told and felt and all(word in rest.lower() for word in told):
            return False
        if told:
            return not (idiom and len(told) < 2 and (end == ":" or not rest.strip()))
        return not felt and bool(DEED.search(bare)) and len(bare.split()) > 3 and not _SPENT.search(bare)


def _begun(clause: str, *, bare: bool) -> str:
    """What follows a dropped clause, without its conjunction; with a capital where it begins the sentence."""
    told = _LINK.sub("", clause.lstrip())
    return told[:1].upper() + told[1:] if bare and _PLAIN_WORD.match(told) else told
