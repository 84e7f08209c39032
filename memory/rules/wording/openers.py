"""Data of the rules: the words that open a statement and say nothing (greetings, "it turns out that", "fyi")."""

import re

from memory.rules.persons.contacts import PERSON

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
    rf"by) (?:{PERSON}|(?-i:the |our |their )?(?-i:[a-z ]{{2,40}}))(?=:)|"
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
    rf"morning) (?:{PERSON}|all|team|everyone|folks|guys|there)|{PERSON}(?: {PERSON})*(?: here)?|@?(?:here|channel|"
    rf"everyone)"
)  # fmt: skip
LEAD = re.compile(rf"^(?:(?:{_OPENERS}){_PAUSE}|(?:(?:{_EXCLAMATIONS}){_STOP})+)", re.IGNORECASE)
REMEMBER = re.compile(
    r"^(?:(?:can|could|would|will) you |please |and |so |hey |also )*(?:remember|memori[sz]e|save|store|"
    r"keep in mind|note(?: down)?)(?: (?:this|it))?(?: for (?:later|the future|next time|us|me|"
    r"everyone))?(?: that\b|:|,)\s?",
    re.IGNORECASE,
)
