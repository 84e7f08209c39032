"""Data of the rules: words and idioms of feeling, of praise and of absence, in the languages that teams write."""

import re

from memory.rules.needles import Needle
from memory.rules.persons.contacts import PERSON

_ENGLISH = (
    r"happy|happier|glad|relie(?:ved|f)|sad|sadly|saddened|sorry|pleased|thrilled|delight(?:ed|ful)?|stoked|"
    r"excited|proud|"
    r"grateful|thankful|annoy(?:ed|ing)|frustrat(?:ed|ing|ion)|angry|mad|furious|fuming|livid|upset|tired|"
    r"exhaust(?:ed|ing)|"
    r"fed up|embarrass(?:ed|ing)|ashamed|nervous|worried|scared|surprised|amazed|shocked|impressed|confused|puzzled|"
    r"baffled|disappointed|stressed|grumpy|grumpily|gloom(?:y|ily)|cranky|moody|desperate|bummed|heart(?:broken|ache)?|"
    r"heavy-hearted|jealous|anxious|overjoyed|ecstatic|devastated|gutted|chuffed|pumped|psyched|hyped|giddy|smug|"
    r"cheerful(?:ly)?|bitter|salty|miserable|tearful|teary|weary|drained|burnt out|burned out|dread\w*|horrified|"
    r"mortified|speechless|sweetheart|sweetie|gem|angel|saint|darling|legend|hero(?:es|ine)?|rock ?star|star|champ|"
    r"trooper|treasure|genius|wizard|cute|adorable|lovely|funny|hilarious|silly|goofy|stupid|dumb|crazy|insane|nuts|"
    r"mind-?blowing|mind-?boggling|heart-?breaking|nerve-?wracking|soul-?crushing|ugh+|sigh\w*|facepalm\w*|"
    r"groan\w*|argh+|"
    r"phew|yay+|lol|omg|wtf|hooray|cloud nine|over the moon|on fire|in tears|tears|cry|cried|crying|laugh\w*|scream\w*|"
    r"smil\w+|grin\w*|giggl\w+|chuckl\w+|swear(?:s|ing)?|swore|swearing|danc(?:e|ing)|celebrat\w+|cheer(?:ed|ing)|"
    r"panic\w*|freak\w* out|rant\w*|hugs?|love|loved|hate|hated|hates|hating|adore[ds]?|despise[ds]?|coffee|"
    r"beers?|drinks|"
    r"chocolate|cake|sleep|naps?|hair|nerves?|sanity|my soul|my heart|hard feelings|patience|spirits|morale|"
    r"horror|shame|joy|pleasure|loath\w*|pride|dismay|luck|lucky|luckily|get well|deserves? (?:a|an|the|all|"
    r"some|every|better)\b[^,.;:]*|fingers crossed|bless\w*|poor thing|what a (?:day|week|"
    r"mess|ride|night)|os quiero|feel(?:ing)? (?:low|down|good|great|bad|blue|sick)|feels?(?: so| really)?"
    r" (?:good|bad|great|awful|weird)|felt(?: a (?:bit|little)| so| really)? \w+|"
    r"best (?:day|news|thing)|worst (?:day|news|thing)|awful|horrible|terrible|painful|nightmare|ashes|"
    r"eye-?rolls?|shrug\w*"
)
_GERMANIC = (
    r"genervt|frustriert\w*|froh|glücklich|traurig\w*|nervig\w*|ärger\w*|aufgeregt\w*|begeistert\w*|müde|stolz|"
    r"peinlich\w*|"
    r"wütend\w*|sauer|entnervt|erleichtert|neidisch|verzweifelt\w*|enttäuscht\w*|geschockt|entsetzt|fassungslos|"
    r"gut gelaunt|schlecht gelaunt|grantig|zerknirscht|heulen|geheult|gelacht|lachen|geflucht|fluchend|freu(?:e|"
    r"t|en)|gefreut|"
    r"dreh\w* (?:gleich )?durch|zu recht|gott sei dank|zum glück|die nerven|am ende|schlimm|mies|herz|engel|schatz|"
    r"mit schwerem herzen|zum heulen|boah|puh|uff|kopfschüttel\w*|seufz\w*|"
    r"dolgelukkig|uitgelaten|blij|verdrietig|moe|gefrustreerd|irritant|vervelend|vreselijk|geweldig|opgelucht|"
    r"trots|boos|baal\w*|gebaald|chagrijnig|"
    r"teleurgesteld|enthousiast|dolblij|schat|held|gelachen|gehuild|gevloekt|zucht\w*|zuchtend|wanhopig|"
    r"glad|ledsen|trött|irriterad|arg|stolt|lei|sur|trist|vred|ked af"
)
_ROMANCE = (
    r"content\w*|ravie?s?|fatigué\w*|tristes?|énerv\w+|frustr\w+|génial\w*|horribles?|affreux|pénible|déçue?s?|"
    r"dépitée?s?|"
    r"adorable|heureu\w+|soulag\w+|fière?|inquiète?|dégoûtée?s?|furieu\w+|en colère|crevée?s?|épuisée?s?|désespérée?s?|"
    r"émue?s?|gênée?s?|hontes?|pleuré|pleure|ri|rire|râle|râlé|soupir\w*|ange|amour|"
    r"feliz|felices|cansad\w+|hart[oa]s?|molest[oa]s?|lástima|alivio|enfad\w+|orgullos\w+|aliviad\w+|rabia|pesadilla|"
    r"vergüenza|llor\w+|reí\w*|risa|enojad\w+|emocionad\w+|desesperad\w+|agotad\w+|encantad\w+|un sol|un amor|"
    r"chatead\w+|irritad\w+|arrasad\w+|exaust\w+|orgulh\w+|triste|choro\w*|chora\w*|rind\w+|animad\w+|furios\w+|"
    r"nervos\w+|"
    r"felic[ei]|stanc[oa]|stanchi|fastidios\w+|peccato|sollievo|incubo|fier[oa]|arrabbiat\w+|distrutt\w+|delus\w+|"
    r"commoss\w+|disperat\w+|entusiast\w+|piang\w+|lacrime|pianto|ris[oe]|gioia|tesoro"
)
_EASTERN = (
    r"szczęśliw\w+|smutn\w+|zmęczon\w+|sfrustrowan\w+|wkurz\w+|wściek\w+|okropn\w+|dumn[iya]|słuszni\w+|zachwycon\w+|"
    r"załaman\w+|płaka\w+|śmia\w+|przerażon\w+|kochan\w+|"
    r"грустн\w*|рад[аы]?|счастлив\w*|уста[лв]\w*|злой|злая|злится|бесит|расстро\w+|обидно|стыдно|весело|плак\w+|"
    r"смея\w+|"
    r"душа[- ]человек|золотой человек|молодец|умница|ужас\w*|кошмар|гордимся|горжусь|"
    r"üzül\w*|üzgün\w*|mutlu\w*|sevin\w*|kızgın\w*|kızdı\w*|sinirlen\w*|yorgun\w*|ağla\w*|gül(?:dü|erek|"
    r"üyor)\w*|bıktı\w*|canım|"
    r"tartıştı\w*"
)
FEELING = Needle(rf"(?<![\w-])(?:{_ENGLISH}|{_GERMANIC}|{_ROMANCE}|{_EASTERN})(?![\w-])", re.IGNORECASE)
# Words of feeling that name things as well (`the hero image`, `sleep mode`, `panics in goroutines`).
OF_THINGS = Needle(
    r"\b(?:hero(?:es|ine)?|gem|angel|saint|star|champ|treasure|wizard|genius|panic\w*|danc(?:e|ing)|coffee|"
    r"beers?|drinks|"
    r"chocolate|cake|sleep|naps?|hair|nerves?|love|heart|luck|lucky|bless\w*|shrug\w*|happy|crazy|silly|dumb|"
    r"drained|salty|bitter|herz|engel|schatz|held|ange|tesoro|content|triste|sauer|swear\w*|cry|hugs?|ri|rire|"
    r"ris[oe]|rind\w+)\b",
    re.IGNORECASE,
)
# Whom a clause must be about for those to be feelings.
OF_PEOPLE = re.compile(
    rf"{PERSON}|\b(?:I|we|you|he|she|they|my|our|his|her|us|me|him|everybody|no one|the team|"
    r"what an?|such an?|so|ich|wir|sie|je|nous|on|yo|nos|eu|io|noi|ik|wij|ja|my|я|мы|ben|biz|total|bin)\b|"
    r"(?i:\b(?:nobody|everyone|felt|feels?|feeling|a bit|un peu|een beetje|ein bisschen|un poco|un po|um pouco|"
    r"troch[ęe]|немного)\b)"
)
ABSENCE = Needle(
    r"\b(?:(?:out |off |both |all |at home |still |is |are )*(?:sick|ill)\b|out of office|ooo\b|on (?:sick |parental |"
    r"maternity |paternity |annual )?leave|away for|on (?:vacation|holidays?|pto|honeymoon)|away (?:this|until|"
    r"till)|has the flu|"
    r"im urlaub|krank\w*|in elternzeit|nicht da|en congés?|en vacances|malade|en arrêt|de baja|de vacaciones|"
    r"enferm[oa]|"
    r"de férias|doente|de licença|in ferie|in malattia|malat[oa]|op vakantie|ziek|met verlof|na urlopie|chor[yae]|"
    r"na zwolnieniu|в отпуске|болеет|заболел[аи]?|на больничном|izinde|izinli|tatilde|hasta)(?!\w)",
    re.IGNORECASE,
)
# 太惨了, 累死了, 哭了; 힘들다, ㅠㅠ; 疲れた, つらい: feelings of a clause in scripts without blanks.
EASTERN_FEELING = Needle(
    r"太[\u4e00-\u9fff]{1,3}了|烦人|不想(?:干|做|写)了|(?:累|气|烦|笑|哭|困|忙)(?:死|坏|疯|哭)了?|好(?:难过|开心|累|烦|惨|感动)|真(?:累|惨|烦|难过|开心|不容易)|崩溃|"
    r"心累|泪目|无语|辛苦了|疲れ(?:た|ました)|つら(?:い|かった)|悲し(?:い|かった)|嬉し(?:い|かった)|泣(?:いた|きそう)|最悪|助かりました|"
    r"힘들(?:다|었\w*|어\w*)|슬프\w*|기쁘\w*|피곤\w*|짜증\w*|[ㅠㅜㅋㅎ]{2,}|화가 \w+"
)
# Two or three capitals that say something without being a person.
NO_PERSONS = frozenset(
    "CI CD QA DB API AWS GCP UI UX PM OS VM SQL DNS TLS SSL RFC MDN GH GC IT HR CPU GPU IDE SDK LSP".split()
)
