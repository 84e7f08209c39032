"""A step of wording: takes moods and exclamations off the edges of a sentence, in the languages that teams write."""

import re

from memory.rules.literals import MASKED
from memory.rules.needles import Needle
from memory.rules.persons.contacts import PERSON
from memory.rules.vocabulary import TECHNICAL, TOOLS

_VERY = (
    r"(?:(?:so|too|very|really|super|quite|pretty|just|absolutely|totally|extremely|incredibly|kinda|kind of|a bit|"
    r"a little|damn|beyond|more than|honestly|still|all|genuinely|mighty|rather|not) )*"
)
_FELT = (
    r"happy|happier|glad|relieved|sad|sorry|pleased|thrilled|delighted|stoked|excited|proud|grateful|thankful|annoyed|"
    r"frustrated|angry|mad|furious|upset|tired|exhausted|sick|fed up|embarrassed|ashamed|nervous|worried|scared|afraid|"
    r"surprised|amazed|shocked|impressed|confused|puzzled|baffled|disappointed|stressed|grumpy|desperate|bummed|"
    r"heartbroken|skeptical|sceptical|bored|lucky|jealous|anxious|curious|overjoyed|ecstatic|devastated|gutted"
)
_TONE = (
    r"nuts|insane|crazy|bonkers|awful|horrible|horrendous|terrible|dreadful|ugly|disgusting|gross|relief|annoying|"
    r"annoys?|frustrating|frustration|infuriating|exhausting|embarrassing|scary|stressful|hates?|hated|loves?|loved|"
    r"adores?|enjoy(?:ed|ing)?|fun|funny|hilarious|lovely|beautiful|gorgeous|awesome|amazing|fantastic|brilliant|great|"
    r"nice|neat|sweet|wonderful|excellent|cool|yay+|phew|whew|ugh+|hooray|woo+hoo+|lol|haha+|sigh|nightmare|headaches?|"
    r"hair|painful|a pain|agony|hell|wtf|omg|damn|dammit|cursed|ridiculous|stupid|dumb|silly|lame|sucks?|sucked|weird|"
    r"creepy|"
    r"minds?|sanity|sleep|nerves?|coffee|beers?|cry|cried|crying|tears|laugh\w*|swear|apologies|celebrat\w+|pleasure|"
    r"joy|shame|pity|unfortunate|bummer|cheers|hero|legend|rockstar|bravo|rant|complain\w*|whin(?:ed|ing)|moan\w*|"
    r"good riddance|"
    r"fingers crossed|finally|at last|at long last|never again|my bad|oops|whoops|facepalm|yikes|eww?|meh|argh+|grr+|"
    r"burned by|bitten|bit me|weekend|poor (?:her|him|them|us|me|thing|guy|soul)|go home|what a|progress|kudos|"
    r"tripping|fooled|wasted|suffer\w*|tedious|misery|miserable|dread\w*|drama|chaos"
)
_MOOD = Needle(rf"(?<![\w-])(?:{_FELT}|{_TONE})(?![\w-])", re.IGNORECASE)
_FOREIGN_FELT = (
    # German, French, Spanish, Portuguese, Italian, Dutch, Polish
    r"genervt|frustriert\w*|froh|glücklich|traurig|nervig|nervt\w*|ärgerlich|ärger\w*|skeptisch|begeistert|müde|stolz|"
    r"peinlich|"
    r"furchtbar|schrecklich|grauenhaft|toll|klasse|prima|mist|verdammt|ruhe|wahnsinn|hasse|liebe|freue|freut|horror|"
    r"erleichtert|albtraum|alptraum|nerven|wütend|sauer|entnervt|gott sei dank|zum glück|hurra|juhu|puh|uff|super|"
    r"contente?s?|ravie?s?|fatigué\w*|tristes?|énerv\w+|frustr\w+|génial\w*|horribles?|affreux|pénible|galère|marre|"
    r"ouf|"
    r"dommage|déçue?s?|adore|déteste|heureu\w+|soulag\w+|fière?|inquiète?|cauchemar|zut|mince|tant mieux|chouette|"
    r"content[oa]s?|feliz|felices|cansad\w+|hart[oa]s?|molest[oa]s?|genial|uf+|lástima|alivio|odio|encanta\w*|"
    r"enfadad\w+|"
    r"orgullos\w+|aliviad\w+|menos mal|rabia|pesadilla|vergüenza|gustó|loc[oa]s?|qué (?:pena|bien|mal)|"
    r"chat[oa]|horríve\w+|ufa|pena|alívio|odei\w+|adoro|orgulhos\w+|saco|pesadelo|chatead\w+|irritad\w+|doido|"
    r"felic[ei]|stanc[oa]|stanchi|fastidios\w+|orribile|uffa|peccato|sollievo|incubo|fier[oa]|evviva|arrabbiat\w+|"
    r"noios\w+|"
    r"blij|verdrietig|moe|gefrustreerd|irritant|vervelend|vreselijk|geweldig|jammer|hè hè|haat|opgelucht|trots|boos|"
    r"szczęśliw\w+|smutn\w+|zmęczon\w+|sfrustrowan\w+|wkurz\w+|irytuj\w+|okropn\w+|świetnie|koszmar|nienawidzę|ulga|"
    r"dumn[iya]|szkoda|masakra|hura+"
)
_FOREIGN_AT_LAST = (
    r"endlich|leider|glücklicherweise|ärgerlicherweise|zum glück|gott sei dank|enfin|malheureusement|heureusement|"
    r"hélas|"
    r"por fin|desafortunadamente|lamentablemente|afortunadamente|por suerte|por desgracia|infelizmente|felizmente|"
    r"graças a deus|finalmente|purtroppo|fortunatamente|per fortuna|meno male|eindelijk|helaas|gelukkig|wreszcie|"
    r"niestety|na szczęście"
)
_FOREIGN_MOOD = re.compile(rf"(?<!\w)(?:{_FOREIGN_FELT}|{_FOREIGN_AT_LAST})(?!\w)", re.IGNORECASE)
_FOREIGN_ADVERB = Needle(rf"(?<!\w)(?:{_FOREIGN_AT_LAST})(?!\w),? ?", re.IGNORECASE)
# In German and Dutch the verb stands second: `Leider läuft …` needs a word before the verb.
_FOREIGN_FIRST = re.compile(
    r"^(?:(?P<de>leider|endlich|glücklicherweise|ärgerlicherweise|zum glück)|(?P<nl>helaas|gelukkig|eindelijk)) (?=\w)",
    re.IGNORECASE,
)
_FEELING = Needle(
    rf"^(?:(?:(?:i|we|PERSON)(?:['’]m| am|['’]re| are| was| were)?|(?:it )?(?:makes|made) (?:me|us)) )?(?:a (?:bit|"
    rf"little) )?{_VERY}"
    rf"(?:{_FELT})(?: (?:that|because|how))? (?=(?:we|I|you|it|this|that|these|those|the|there|nobody|no one|they|"
    rf"{PERSON}|"
    rf"{MASKED}) )|"
    rf"^(?:(?:i|we)(?:['’]m| am|['’]re| are) )?(?:a (?:bit|little) )?{_VERY}(?:{_FELT}) (?:of|that|to|with|about|at|"
    rf"by) "
    rf"[^:,;.]{{0,60}}[:,]\s*|^(?:(?:i|we) )?(?:love|hate|adore|loathe)s? [^,.;:]{{1,40}}? (?:but|though|yet) |"
    rf"^(?:an? )?{_VERY}(?:painful|nice|nasty|ugly|fun|funny|sad|weird|scary|annoying|great|good|cool|awful|horrible|"
    rf"stupid|silly|"
    rf"embarrassing|frustrating|tricky|interesting|sneaky|evil) (?:one|bug|story|day|night|find|surprise|"
    rf"stuff)[,:;!–—-]+\s|"
    rf"^(?:(?:what|such) an? [^,:;.]{{2,30}}[,:;!–—-]+\s(?:but |and |though )?)|^thank (?:god|goodness|heavens|"
    rf"you god|fuck)[,:;!–—-]*\s|"
    rf"^{_VERY}(?:{_FELT}|weird|funny|strange|crazy|annoying|frustrating|embarrassing|awful|nice|cool|scary)"
    rf"(?: (?:but|and|though) (?:true|so|necessary|fixed|works?))?(?: enough)?[,:;!–—-]+\s".replace("PERSON", PERSON),
    re.IGNORECASE,
)
_FELT_AFTER = Needle(
    rf"(?:,|\s+(?:and|but|so))\s+(?:(?:i|we|{PERSON}) )?(?:got|gets?|was|were|am|are|felt|feel|left us|made (?:me|us)|"
    rf"drove (?:me|us)) {_VERY}(?:{_FELT}|nuts|crazy|insane|mad|up the wall)(?=[\s.!]*$)",
    re.IGNORECASE,
)
_OF_FEELING = Needle(
    rf"^(?:(?:and|but|so|oh|man|god|honestly|also|anyway),? )?(?:(?:I|we|{PERSON}|everyone|everybody)(?:['’](?:m|re|d|"
    rf"ve|ll))?,? "
    rf"(?:(?:am|are|was|were|do|did|really|just|absolutely|always|totally|also|still|kinda|already|will|would|keep|"
    rf"kept) )*)?"
    rf"(?:love|loves|loved|hate|hates|hated|like|likes|liked|dislike[sd]?|enjoy|enjoyed|adore|loathe|despise|miss|"
    rf"can['’]t stand|"
    rf"(?:not )?(?:a )?(?:big )?fan of) (?!to\b)[^,;:]{{2,60}}$",
    re.IGNORECASE,
)
_PRAISED = Needle(
    rf"^(?:and |but |so )?(?:{PERSON}|the team|everyone|you|he|she|they)(?:['’]s)? [^,;:]{{0,40}}\b(?:did (?:great|"
    rf"well|good|"
    rf"fine|an? \w+ job)|on call|on duty|saved|rocks?|rocked|nailed|deserves?|owe|asked|asks|wanted|wants|wishes|"
    rf"reminds?|reminding|reminded|keeps|kept|told|requested|laughing|jokes?|joked|celebrat\w+|skeptical|sceptical|"
    rf"against it|not amused|"
    rf"convinced|happy|unhappy|sad|angry|right|wrong|proud|hero|legend|star|agree[sd]?|confirmed|complain(?:ed|s)|"
    rf"laughed|"
    rf"approve[sd]?|patient|patience|helpful|help|helped|insisted|objected|disagreed)\b[^,;:]{{0,40}}$",
    re.IGNORECASE,
)
_CLAUSE = re.compile(
    r"(?:[,;:]\s|\s[–—-]{1,2}\s|\s?\()(?=[^,;:()]*\)?[\s.!]*$)|(?<=\w)\s(?:and|but|so)\s(?=(?:I|we|it)\b[^,;:()]*$)"
)
_SAYS_MORE = re.compile(
    rf"{MASKED}|\d|\b(?:because|since|so that|due to|otherwise|instead|until|unless|never|must|always|only)\b",
    re.IGNORECASE,
)
_WORD = re.compile(r"[^\W\d_][\w-]*")


def without_moods(words: str) -> str:
    """English masked words without a mood before, behind or around what they state; "" when they state nothing else."""
    if _is_mood(words):
        return ""
    words = _FELT_AFTER.sub("", _FEELING.sub("", words))
    for _ in range(2):
        clause = _CLAUSE.search(words)
        if not clause or not _is_mood(words[clause.end() :].rstrip(" )")):
            break
        words = words[: clause.start()].rstrip(" ,;:–—-")
    return words


def without_foreign_moods(words: str) -> str:
    """The same for other languages, where an adverb of mood also falls away inside the sentence."""
    if _is_foreign_mood(words, 11):
        return ""
    for _ in range(2):
        clause = _CLAUSE.search(words)
        if not clause or not _is_foreign_mood(words[clause.end() :].rstrip(" )"), 7):
            break
        words = words[: clause.start()].rstrip(" ,;:–—-")
    opening = re.match(r"[^,;:.!]{2,24}[,!:]\s(?=\S)", words)
    if opening and _is_foreign_mood(opening[0].rstrip(" ,:!"), 4):
        words = words[opening.end() :]
    words = _FOREIGN_FIRST.sub(lambda found: "Dabei " if found["de"] else "Daarbij ", words)
    return _FOREIGN_ADVERB.sub("", words)


def _is_mood(clause: str) -> bool:
    """Whether a clause tells of a mood and of nothing else."""
    plain = clause.strip(" .!?)")
    if _SAYS_MORE.search(plain):
        return False
    if _OF_FEELING.match(plain):
        return True
    if PERSON in plain and _PRAISED.match(plain):
        return True
    count = len(plain.split())
    return count <= 12 and bool(_MOOD.search(plain)) and _trade(plain) * 8 < count + (4 if count > 3 else 0)


def _is_foreign_mood(clause: str, limit: int) -> bool:
    plain = clause.strip(" .!?)¡¿")
    return bool(
        len(plain.split()) <= limit
        and _FOREIGN_MOOD.search(plain)
        and not re.search(rf"{MASKED}|[\d`_]|[a-z][A-Z]", plain)
    ) and not _trade(plain)


def _trade(clause: str) -> int:
    """How many words of a clause belong to the trade."""
    words = [word.lower() for word in _WORD.findall(_MOOD.sub("", clause))]
    return sum(word in TECHNICAL or word in TOOLS or word.removesuffix("s") in TECHNICAL for word in words)
