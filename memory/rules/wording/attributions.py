"""Data of the rules: what says who found, said or did something, and remarks on it."""

import re

from memory.rules.literals import MASKED
from memory.rules.needles import Needle
from memory.rules.persons.contacts import PERSON

_ADVERB = (
    r"(?:just |also |finally |eventually |recently |then |now |already |quickly |later |only |actually |kindly |"
    r"always |again |can |could |did )*"
)
_PERSONS = rf"@?{PERSON}(?:(?:, | and | & |, and |/| or )@?{PERSON})*"

_REMARK = (
    r"annoying|frustrating|great|nice|painful|sad|awesome|stupid|ridiculous|a pain|a nightmare|weird|awful|"
    r"terrible|horrible|crazy|insane|"
    r"super \w+|so \w+|really \w+|very \w+|pretty \w+|cool|unfortunate|a shame|a relief|lovely|embarrassing|"
    r"infuriating|exhausting|fun|funny"
)
ASIDE = re.compile(
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
ATTRIBUTION = Needle(
    rf"\s?(?:[,(–—-]\s?)?\b(?:(?:big |huge |many |all )?(?:thanks|thank you|thx|kudos|props|credits?|shout-?out|"
    rf"hat tip|h/t)(?: (?:go(?:es)? )?(?:to|for))?,?|according to|per|cc:?|ping|courtesy of|"
    rf"(?:as )?(?:suggested|requested|reported|found|spotted|noticed|proposed|reviewed|approved|written|raised|"
    rf"discovered|pointed out|mentioned|discussed|agreed|confirmed|recommended|implemented|made|done|caught|"
    rf"fixed|signed off|debugged|aligned|synced|checked|clarified|settled|cleared|decided|coordinated|tested|measured|"
    rf"verified|traced|tracked down|built|investigated|brought up|flagged|asked|benchmarked) (?:by|with|w/)|"
    rf"(?:per|at|on|following|as per|upon) (?={PERSON}['’]s (?:request|suggestion|advice|recommendation|feedback|"
    rf"comment|idea|proposal))|together with|along with|pair(?:ed|ing) with|with|w/|from|by|via|as|like|"
    rf"says) (?:our \w+ |the \w+ )?@?{PERSON}(?:(?:, | and | & |, and )@?{PERSON})*(?:['’]s (?:request|"
    rf"suggestion|advice|recommendation|feedback|comment|idea|proposal),?|(?!['’]s))"
    rf"(?: (?:suggested|said|pointed out|noted|mentioned|proposed|requested|wanted|asked|explained))?(?: (?:from|"
    rf"in|of) (?:the )?\w+(?: team)?(?=[,.;:)]|$))?(?: for (?:finding|spotting|catching|the \w+|this|that|it|"
    rf"pointing)[^.,;)]*)?[!.]?\)?",
    re.IGNORECASE,
)
PERSON_DID = re.compile(
    rf"^{PERSON}(?:(?:, | and | & ){PERSON})* {_ADVERB}(?:found|fixed|spotted|caught|noticed|did|wrote|reviewed|"
    rf"approved|merged|discovered|helped|solved|pushed|paired|saved)(?: (?:it|this|that|them|me|us|the (?:bug|"
    rf"issue|fix|problem|pr|day)))?(?: (?:too|today|yesterday|first|out|down|on it))?[.!]*$",
    re.IGNORECASE,
)
THANKS = re.compile(
    r"^(?:(?:huge|big|many|special|so many) )?(?:thanks|thank you|thx|ty|congrats|nice work|good catch|great work|"
    r"great job|well done|kudos|props|shout-?out|credits?|hat tip|cc|ping|hi|hello|hey|bye|cheers)\b[^.]*$",
    re.IGNORECASE,
)
CONTACT = re.compile(
    rf"^(?:questions\? )?(?:please )?(?:write|mail|e-?mail|call|contact|reach|ping|ask|text|phone|dm|"
    rf"talk)\b[^.;]{{0,30}}{PERSON}[^.;]{{0,20}}(?:{PERSON})?[.!]?$",
    re.IGNORECASE,
)
CREDITED = Needle(
    rf"^(?:(?:huge |big |many |special )?(?:thanks|thank you|thx|kudos|props|shout-?out|credits?|"
    rf"hat tip)(?: (?:go )?to)? "
    rf"(?:we|{PERSON}(?:(?:, | and | & ){PERSON})*) (?:for|who) (?:also |finally )?(?:finding|noticing|spotting|"
    rf"discovering|pointing|figuring|found|noticed|spotted|discovered|pointed|figured)(?: out)?(?: that)?|"
    rf"(?:huge |big |many |special )?(?:thanks|thank you|thx|kudos|props|shout-?out|credits?|hat tip)(?: (?:go )?to)? "
    rf"{_PERSONS},? (?:who|for)(?= (?:track|debug|bisect|measur|fix|build|built|writ|wrote|rewrote|trac|add|set|mov|"
    rf"reproduc))|"
    rf"as (?:discussed|agreed|decided|mentioned|suggested|requested) (?:with|by) (?:we|{PERSON}(?:(?:, | and | & )"
    rf"{PERSON})*)(?: (?:on )?(?:{MASKED}|\d{{4}}-\d\d-\d\d))?,?)\s",
    re.IGNORECASE,
)
# A clause that says whose word it is (`as PERSON found`), or what somebody did about it (`which PERSON complained of`).
TOLD_BY = re.compile(
    rf"(?:,\s|\s?\(|\s[–—-]\s|^)(?:just )?(?:as|like|which|what|something(?: that)?) (?:{_PERSONS})(?:['’](?:s|"
    rf"d))? [^,.;:(){MASKED[0]}]{{2,50}}(?:\)|(?=[,.;:!?]|$)),?",
)
LEARNED = re.compile(
    rf"^(?:(?:and|so|just|today|also),? )*(?:(?:I|we)(?:['’]ve|['’]d| have| had| just| also)* )?(?:was |were |got |"
    rf"been )?(?:learn(?:ed|t)|heard|"
    rf"told|found out|got (?:it|this|that|word|confirmation|a (?:hint|tip|pointer))|know|informed|reminded|taught|"
    rf"hint|tip|"
    rf"pointer|news|update|word|feedback|input|info|question|confirmation|report)"
    rf"(?: (?:this|it|the hard way|today|yesterday))?,? (?:from|by|via|thanks to) "
    rf"{_PERSONS}(?: (?:today|yesterday|on \S+|in \w+|{MASKED}))?(?:\s?[:,–—-]\s?(?:that )?| that (?!is|was|had|has)|"
    rf"\s(?=the ))",
    re.IGNORECASE,
)
_TELLS = (
    r"said|says|argued|argues|confirmed|confirms|pointed out|noted|notes|noticed|found|found out|insisted|insists|"
    r"mentioned|"
    r"reported|reports|explained|added|adds|suggested|suggests|agreed|agrees|wrote|read|checked|verified|measured|"
    r"warned|"
    r"warns|reminded|reminds|thinks|thought|discovered|realized|realised|learned|observed|promised|claims|claimed|told|"
    r"asked|decided|proposed|recommended|remembers|knows|approved|reviewed|tested|spotted|saw|heard|says hi"
)
# `…, PERSON pointed out.` and `…, says PERSON`.
INQUIT = re.compile(
    rf"(?:,|;|\s[–—-])\s(?:so |as |and )?(?:{_PERSONS}(?: (?:has|have|had|just|also|then|rightly|"
    rf"correctly))* (?:{_TELLS})"
    rf"(?: (?!that\b|to\b)[^\s,.;:]+){{0,5}}|(?:so )?(?:{_TELLS}) {_PERSONS})(?=\s*[.!]*$|[;)])",
)
# `agreed w/ PERSON`, wherever it stands.
AGREED = re.compile(
    rf"(?:,|;|\s[–—-]|\s?\(|^)\s?(?:as |all |and |we |I |both |have |just )*(?:agreed|discussed|decided|"
    rf"settled|confirmed|aligned|synced|"
    rf"checked|clarified|"
    rf"reviewed|approved|signed off|suggested|requested|reported|found|noticed|spotted|proposed|measured|"
    rf"verified)(?: (?:on|upon))? "
    rf"(?:w/|with|by) {_PERSONS}(?:\)|(?=[:;.!,]|$)),?",
    re.IGNORECASE,
)
ENCLOSED = re.compile(
    rf"\s?[(\[](?:(?:by|from|with|via|says|said|cc|thanks|thx|for|per|idea by|h/t|and|"
    rf"ask):? )?@?{PERSON}[^()\[\]{MASKED[0]}\d]{{0,24}}[)\]]"
)
ABSENT = re.compile(
    rf"^{_PERSONS}(?:['’]s| is| was| are| were| will be) [^,.;]{{0,20}}?(?:leave|vacation|holiday|pto|out|away|sick|"
    rf"ooo|off)\b[^,.;]{{0,24}}?,? (?:so|and) (?:that )?",
    re.IGNORECASE,
)
ONLY = re.compile(rf"\bonly {PERSON}(?!['’]s)")
# An end that only says to whom or with whom: `justify the nodes to PERSON`.
TO_WHOM = re.compile(
    rf"(?:,? (?:together |along |again )?(?:with|w/|to|for|from|by|via|and|or|cc|like|and also)|\s?[–—/~-]{{1,2}}|"
    rf",) {_PERSONS}(?!['’]s)"
    rf"(?: (?:today|yesterday|again|too|as well|earlier|now|anymore|any more|over coffee|at lunch|"
    rf"in standup))?(?=[.!,;:)]|$)"
)
SIGNED = re.compile(rf"\s*(?:[–—~]|--?|/)\s?{PERSON}(?: {PERSON})*[.!]?$")
# A side remark about a person: what they were, felt or have to do.
_SIDE = (
    r"in touch|looking into it|on it|on call|on duty|on (?:vacation|holiday|leave|pto)|out|ooo|away|sick|back|"
    r"responsible|in charge|right|wrong|faster|first|"
    r"sad|happy|skeptical|the (?:owner|contact|expert)"
)
ABOUT_PERSON = re.compile(
    rf"^(?:and |but |so )?{_PERSONS}(?:['’]s| is| was| are| were| will be|['’]ll be) (?:still |now |also |then |"
    rf"currently )?"
    rf"(?:{_SIDE})\b[^:,;{MASKED[0]}]{{0,50}}$|^(?:ask|ping|contact|talk to|speak to|dm|mail|call|see|tell|poke|thank|"
    rf"welcome|bug)"
    rf" {_PERSONS}(?: [^:{MASKED[0]}]{{0,60}})?$|"
    rf"^(?:questions?|contact|owners?|authors?|reviewers?|credits?|on-?call|assignee|poc|cc|lead|maintainers?|"
    rf"approver|fyi)"
    rf"(?:,? (?:please )?(?:go |goes )?(?:to|is|are)|:|\?)? {_PERSONS}\W*$",
    re.IGNORECASE,
)
