"""Data of the rules: the places of a sentence where persons stand, by what comes before and after them."""

import re

from memory.rules.needles import Needle

_ADVERBS = (
    r"(?:has |have |had |'s |’s |'d |’d |also |just |then |later |already |kindly |finally |recently |rightly |"
    r"correctly |"
    r"quickly |once |again |actually |always |already |never |first |still |now |really |even |only |both |"
    r"independently )*"
)
# What only people do.
_SPEAKS = (
    r"said|says|won the|found (?:out|that)|noticed|notices|notes that|noted|told|tells|thought|thinks|suggested|"
    r"suggests|pointed out|points out|"
    r"mentioned|mentions|figured|realized|realised|realizes|spotted|asked|asks|insists|insisted|believes|believed|"
    r"volunteered|remembers|remembered|remembered that|agreed|agrees|disagrees|disagreed|explained|explains|"
    r"recommended|recommends|reminded|reminds|admitted|admits|argued|argues|claimed|claims that|swears|swore|"
    r"objected|hates|hated|loves|loved|likes|liked|dislikes|paired|dug|joined|approves|signed off|reckons|reckoned|"
    r"decided|decides|knows|knew|wondered|worried|hopes|hoped|promised|vetoed|preferred|convinced|persuaded|"
    r"discovered|learned|learnt|read|reads (?:in|that)|keeps? (?:an eye|remind\w+|asking|saying|telling|"
    r"preaching|repeating|nagging|insisting|harping|pushing for)|tried (?:it|this|that)\b|tested (?:it|this|that)\b|"
    r"kept (?:remind\w+|asking|saying|telling)|complains|whined|ranted|moaned|cares|taught|debugged|bisected|"
    r"investigated|"
    r"reproduced|refactored|rewrote|wrote|reviewed|brought up|came up with|taught|documented|double-checked|"
    r"looked into|looked at|took over|takes over|stumbled|struggled|fought|spent|wasted|owns|maintains|"
    r"nailed|saved (?:us|me|the day)|helped (?:me|us)|walked (?:me|us)|showed (?:me|us)|gave (?:me|us)|"
    r"is having|is sitting|is waiting|is off to|attend|espera|aspetta|wartet|"
    r"sent (?:me|us)|wants (?:us|me|to|this|it|all|every)|wanted|prefers|who|whose|& I\b|and I\b|and me\b|feels|felt"
)
# What people do, and what is said of things as well: the object tells (`confirmed that`, not `cause confirmed`).
_ACTS_ON = (
    r"restored|recovered|repaired|resolved|rotated|reissued|renewed|sorted|unblocked|redeployed|drained|"
    r"found|confirmed|reported|proposed|fixed|measured|benchmarked|profiled|tested|checked|tried|deployed|bumped|"
    r"reverted|approved|merged|patched|upgraded|migrated|traced|tracked|tuned|raised|lowered|configured|rebuilt|"
    r"regenerated|rolled|cleaned|built|implemented|wired|hit|ran|set|put|turned|verified|warned|complained|pushed|"
    r"posted|shared|opened|filed|closed|requested|prepared|planned|handled|handles|caught|solved|established|observed|"
    r"calculated|counted|compared|identified|diagnosed|experimented|swapped|pinned|shipped|demoed|presented|"
    r"prototyped|drafted|designed|led|leads|got|gets|did|made|saw|sees|went|works on|worked|is (?:on|the|our|out)|"
    r"was (?:on|right|wrong|able|the first|skeptical|surprised|happy|against|afraid)|left|will|would|can|could"
)
# What a program may do to itself from one version to the next.
_CHANGES = (
    r"added|adds|changed|removed|dropped|moved|switched|renamed|introduced|updated|created|deleted|"
    r"disabled|enabled|restarted|split|extracted|converted|published|broke|kept|took|increased|reduced|"
    r"started|stopped|installed|refused|rejected|extended|optimized|simplified|limited|blocked|triggered|wants|"
    r"cut|needs|needed|uses|used|chose|picked|lost|landed|finished|completed|writes|reads"
)
_FROM = r"(?:,? (?:from|in|on|at|of) (?:the |our )?(?:[\w&-]+ ){0,2}?[\w&-]+(?: team| side| squad)?,?)?"
_APPOSED = r"(?:,? (?:our|my|the|one of our|an?) [^,.;:]{3,40},|\s\([^()]{2,30}\))?"
_OBJECT = (
    r"(?=\s(?:that|the|a|an|it|this|these|those|them|our|my|us|me|all|both|each|every|some|two|three|up|down|out|back|"
    r"off|on|over|in|to|into|with|for|from|how|why|what|where|when|against|another|one|no|yesterday|today|"
    r"once|last|earlier|locally|again|too|first|as|by|not|\d|`|[a-z]+s?\b))|(?=\s?[:;,.!]|$)"
)
SPEAKS = re.compile(rf"{_FROM}{_APPOSED}\s{_ADVERBS}(?:{_SPEAKS})(?!\w)|\s(?:and|&) I\b|, (?:who|whose)\b")
ACTS = re.compile(rf"{_FROM}{_APPOSED}\s{_ADVERBS}(?:{_ACTS_ON})\b(?:{_OBJECT})")
CHANGES = re.compile(rf"{_FROM}{_APPOSED}\s{_ADVERBS}(?:{_CHANGES})\b")
# What anything may have done; a person, where the word is known to be a given name.
DID = re.compile(
    rf"{_APPOSED}\s{_ADVERBS}(?:[a-z]{{3,}}ed|went|took|got|gave|made|wrote|ran|saw|did|came|put|cut|built|broke|caught|"
    r"dug|held|left|lost|met|sent|spent|threw)\b(?! by\b)"
)
# A clause begins here: what stands now may be its subject.
CLAUSE_START = re.compile(
    r"(?:^|[.;:!?,(–—]\s?|\s-\s|[–—]\s|\b(?:and|but|so|because|since|that|when|as|while|until|after|before|then|once|"
    r"which|where|today|yesterday|\d{4}-\d\d-\d\d|also|like|what|why|how|if|und|dass|weil|et|que|car|y|porque|e|"
    r"perché|en|omdat|dat|i|bo|że)\s)[\"'(*_]*$",
    re.IGNORECASE,
)
AFTER_FOREIGN = re.compile(
    r"\s(?:(?:hat|hatte|haben|habe)\b[^.;:]{0,80}\b(?:gefunden|gesagt|gemeldet|gemerkt|bemerkt|entdeckt|vorgeschlagen|"
    r"herausgefunden|festgestellt|gezeigt|erklärt|gemeint|gebaut|geschrieben|behoben|gefixt|gemessen|getestet|"
    r"geprüft|bestätigt|umgestellt|angepasst|gesetzt|erhöht|gesenkt|repariert|gewünscht|hingewiesen|erinnert|"
    r"gefragt|entschieden|gelöst|gemacht|ergänzt|eingebaut|vorgeschlagen|geholfen|recherchiert|nachgesehen)|"
    r"(?:sagt|sagte|meint|meinte|fand|findet|merkte|bemerkte|schlug|glaubt|erklärte|wollte|fragte|bestätigte|weiß|"
    r"wies|erinnerte|entdeckte|meldete|schrieb|baute|warnte|war (?:dagegen|skeptisch|genervt|zuerst|erst))|"
    r"(?:l['’]a|les a|m['’]a|nous a|a|avait|ont) (?:\w+ment |bien |aussi |enfin |déjà )?(?:trouvé|dit|remarqué|"
    r"proposé|signalé|"
    r"découvert|corrigé|expliqué|suggéré|confirmé|mesuré|testé|vérifié|écrit|réparé|régénéré|vu|montré|rappelé|"
    r"demandé|insisté|constaté|résolu|changé|ajouté|supprimé|remplacé|migré|mis|fait|noté|eu|ouvert|"
    r"\w{3,}é)|(?:dit|pense|propose|trouve|veut|préfère|suggère|rappelle|signale|confirme) (?:que|qu['’]|de|le|la|"
    r"une?)|"
    r"(?:encontró|dijo|notó|descubrió|propuso|sugirió|avisó|confirmó|comentó|explicó|arregló|cambió|midió|probó|"
    r"pidió|recordó|insistió|señaló|detectó|reportó|quiere|prefiere|dice|cree|piensa|vio|subió|bajó|escribió|revisó)|"
    r"(?:lo |la |nos |me )?(?:ha|había) (?:encontrado|dicho|notado|descubierto|propuesto|arreglado|cambiado|medido|"
    r"probado|"
    r"confirmado|visto|detectado|pedido|recordado|comprobado|revisado|sugerido)|"
    r"(?:encontrou|disse|percebeu|descobriu|sugeriu|propôs|avisou|confirmou|comentou|explicou|consertou|corrigiu|mudou|"
    r"mediu|testou|pediu|lembrou|insistiu|notou|achou|viu|diz|quer|prefere|acha|trocou|subiu|escreveu|reparou|"
    r"resolveu)|"
    r"(?:l['’]ha|lo ha|la ha|ci ha|mi ha|ha|aveva) (?:trovato|detto|notato|scoperto|proposto|suggerito|segnalato|"
    r"confermato|"
    r"corretto|cambiato|misurato|provato|verificato|visto|chiesto|ricordato|risolto|sistemato|spiegato|scritto)|"
    r"(?:dice|pensa|propone|vuole|preferisce|suggerisce|ricorda) (?:che|di)|"
    r"(?:heeft|had)\b[^.;:]{0,60}\b(?:gevonden|gezegd|gemerkt|ontdekt|voorgesteld|gemeld|opgelost|gemeten|getest|"
    r"bevestigd|aangepast|gezet|gemaakt|geschreven|gevraagd|uitgelegd|gezien|verhoogd|verlaagd)|"
    r"(?:zei|zegt|vond|vindt|merkte|ontdekte|stelde|wilde|wil|vroeg|meldde|bevestigde|dacht|denkt)|"
    r"(?:znalazł|powiedział|zauważył|odkrył|zaproponował|zgłosił|naprawił|sprawdził|zmienił|potwierdził|napisał|"
    r"zmierzył|"
    r"poprosił|przypomniał|chciał|wykrył|dodał|usunął|ustawił|podniósł)a?|(?:mówi|twierdzi|uważa|chce|woli),? |"
    r"(?:сказал|нашёл|нашел|заметил|обнаружил|предложил|исправил|проверил|сообщил|подтвердил|напомнил|попросил)[аи]?)"
    r"(?!\w)",
)
_VERBS_BY = (
    r"told|found|fixed|reported|suggested|written|spotted|reviewed|approved|merged|authored|raised|discovered|"
    r"introduced|"
    r"added|done|made|caught|fix|patch|pr|review|report|analysis|proposal|idea|suggestion|pointed out|implemented|"
    r"measured|debugged|investigated|requested|proposed|built|designed|drafted|led|owned|maintained|mentioned|noticed|"
    r"confirmed|verified|recommended|contributed|documented|explained|run|filed|opened|committed|pushed|reproduced|"
    r"asked|prepared|set up|noted|brought up|flagged|traced|benchmarked|tested|prototyped|checked|signed off|"
    r"vetoed|rejected|blocked|answered|talk|demo|comment|message|thread|post|gist|script|spike|branch|commit|hotfix"
)
_TALKS_WITH = (
    r"agreed|decided|reviewed|checked|confirmed|clarified|aligned|synced|worked|met|chatted|talk(?:ed|ing)?|sp(?:oke|"
    r"eak(?:ing)?)|discussed|discuss(?:ing)?|paired|pair(?:ing)?|argued|debated|brainstormed|sat(?: down)?|settled|"
    r"consulted|coordinated|spoken|call|meeting|chat|discussion|conversation|session|cleared|consultation|sync|"
    r"1:1|lunch|coffee|argument|went (?:over|through)|walked through|figured out|planned|arranged|whiteboard(?:ed|"
    r"ing)?|"
    r"mobbed|mobbing|hacked|debugging|back and forth|talking (?:it|this|that) (?:through|over)|triaged|"
    r"double-checked|sanity-checked|cross-checked|together|along|hand in hand|swarmed"
)
_OBJ = r"(?: (?:it|this|that|them|these|all of (?:it|this)|(?:the|a|an|our|my|all|some) [^,.;:()]{1,50}?))?"
_FROM_WHOM = (
    r"learn(?:ed|t)|heard|got|get|came|comes|feedback|input|review|comments?|tips?|hints?|ideas?|messages?|mail|"
    r"e-?mail|note|request|questions?|suggestions?|advice|confirmation|help|reminder|pointer|patch|pr|ping|"
    r"report|inherited|hotfix|fix|commits?|branch|draft|proposal|stolen|borrowed|taken over|quote|approval|objection|"
    r"complaints?|word|go|ok|okay|lgtm"
)
_TO_WHOM = (
    r"justify|justified|explain(?:ed|ing)?|mentioned|hand(?:ed|ing)?(?: over| off)?|assign(?:ed)?|escalat(?:e|ed)|"
    r"talk(?:ed|ing)?|proposed|suggested|show(?:ed|n|ing)?|pitch(?:ed)?|belongs?|told|reach(?:ed)? out|go(?:es)?|"
    r"demoed|credits?|owes?|owed|thanks?|thank you|kudos|props|shout-?out|sp(?:eak|oke|oken)(?:ing)?|listen(?:ed|ing)?|"
    r"wr(?:ite|ote|itten)|present(?:ed)?|promise[sd]?|congrats|congratulations|delegated?|sold|due|ask(?:ed)?|"
    r"apologi[sz]ed?|apologies|hat tip|talking|answer(?:ed)?|according|up|said|admit(?:ted)?|complain(?:ed)?|obvious|"
    r"clear|feedback|introduced me|addressed|emailed|mailed"
)
_INQUIT = (
    r"says|said|confirmed|reports|reported|warns|thinks|notes|noted|argues|argued|adds|added|suggests|suggested|wrote|"
    r"sagt|sagte|meint|meinte|schrieb|bestätigte|ergänzte|erklärte|warnte|"
    r"dit|dixit|(?:m['’]a |nous a |l['’]a |a )?(?:dit|confirmé|signalé|précisé|rappelé|expliqué|indiqué)|précise|"
    r"rappelle|signale|confirme|"
    r"dijo|dice|según dijo|confirmó|comentó|avisó|explicó|señaló|recordó|indicó|"
    r"disse|diz|informou|avisou|confirmou|explicou|lembrou|comentou|segundo disse|"
    r"dice|ha (?:detto|ricordato|confermato|spiegato|notato|segnalato|suggerito|proposto|scoperto)|ricorda|spiega|"
    r"conferma|avverte|(?:come )?(?:ricorda|dice|spiega|conferma)|"
    r"zei|zegt|vertelde|meldde|bevestigde|schreef|aldus|legde|volgens|"
    r"mówi|powiedział|potwierdził|zauważył|przypomniał|napisał|"
    r"уточнил|сказал|сообщил|подтвердил|заметил|напомнил|пишет|говорит|написал|объяснил"
)
BEFORE = Needle(
    rf"(?:\b(?:thanks|thank you|thank|thx|ty|kudos|props|credits?|shout-?out|congrats|cheers|sorry|welcome|bravo|"
    rf"nice work|well done|good job|great job|good catch|great catch|nice catch|nice one|way to go|valeu|merci|danke|"
    rf"gracias|obrigad[oa]|grazie|bedankt|dzięki|dziękuję|takk|tack|teşekkürler|спасибо)"
    rf"(?: (?:again|so much|a lot|vielmals|beaucoup|mille))?(?: (?:to|for|go to|goes to|an|à|a|ao|al|voor|dla))?[,:]?|"
    rf"\baccording to|\bci pensa|\b(?:se|ne) ocupa|\bkümmert sich|\bübernimmt|"
    rf"\b(?:cc|fyi|ping|attn|bcc)[,:]?|\b(?:{_VERBS_BY}) by|"
    rf"\b(?:{_TALKS_WITH}){_OBJ}(?: (?:today|yesterday|earlier|again|briefly|quickly|in person|offline))? (?:with|w/)|"
    rf"\b(?:{_FROM_WHOM})(?: (?:it|this|that|confirmation|word|feedback|an? \w+))? from|"
    rf"\b(?:{_TO_WHOM})(?: (?:it|this|that|them|all|(?:the|a|an|our|my|this) [^,.;:()]{{1,50}}?))? to|"
    rf"\b(?:ask|asked|asking|tell|told|telling|pinged|pinging|messaged|remind|reminded|helped|contact|contacted|"
    rf"consult|"
    rf"consulted|convinced?|persuaded?|thanked|let|dm|dmed|bug|bugged|poke|poked|nudge[d]?|notified|notify|"
    rf"invited?|emailed|e-mailed|mailed|called|interviewed|quoting|quote|trust|believe|bribed|bother|@)|"
    rf"\b(?:danke|dank) an|\bmerci à|\bgr[aâ]ce à|\bdank|\bgraças a|\bgrazie a|\bgracias a|"
    rf"\b(?:laut|según|segundo|selon|secondo|volgens|według|по словам)|\bd['’]après|"
    rf"[,(–—-]\s?(?:(?:so |wie |hat |a |ha |ha sempre |como |zo |как )?(?:{_INQUIT})[aа]?)(?: (?:sempre|toujours|"
    rf"siempre|"
    rf"immer|o|a|el|la|mir|uns|ons|nos))?|"
    rf"\b(?:fechamos|combinamos|acertamos|alinhamos|conversamos|falei|falamos) com(?: [oa])?|"
    rf"\bcon buona pace (?:di|del|della)|"
    rf"\b(?:hat|hatte|heeft|la hizo|lo hizo|hizo|fece|fez|schrieb|baute|machte|sagte|meinte|mit|avec|con|com|met|z|"
    rf"w?raz z)|\bassigned to|\bh/t|\bhat tip:?|\b(?:on behalf|courtesy|opinion|suggestion|request|advice|idea|"
    rf"feedback|approval|"
    rf"review|blessing|words|branch|laptop|machine|fault|theory|patch|pr|fork|half|work) of|"
    rf"\b(?:my|our|the) (?:boss|manager|colleague|teammate|lead|coworker|co-worker|friend|pm|cto|ceo|cfo|intern|dba|"
    rf"sre|"
    rf"architect|tech lead|team lead|designer|po|product owner|scrum master|contractor|consultant|(?:[\w-]+ ){{0,2}}"
    rf"(?:engineer|developer|dev|analyst|lead|manager|expert|guru|specialist|admin|guy|girl|gal|wizard|person))|"
    rf"\b(?:hi|hello|hey|dear|yo|bye|ciao|hallo|bonjour|hola|olá|oi|salut|cześć|hoi|moin|servus)|\bas per|^per|"
    rf"[,(;:]\s?per|"
    rf"\b(?:owners?|contact|assignee|authors?|reviewers?|on-?call|poc|lead|maintainers?|credit|approver|cc|dri)"
    rf"(?: is|:)|\b(?:waiting (?:for|on)|blocked on|shadowing|relieving|covering for|filling in for|stand-in for|"
    rf"questions? (?:for|go to|to)|ask for)|\bvia|w/|\b(?:colleague|teammate|engineer|developer|manager|intern|"
    rf"designer|analyst|contractor)|\b(?:this is|it['’]s)(?= $)|\bfor (?:me|us) and|\b(?:me|I|you) (?:and|&)|\bme,|"
    r"\b(?:rappel|idée|suggestion|proposition|remarque|retour|idee|hinweis|vorschlag|tipp|idea|sugerencia|nota|ideia|"
    r"sugestão|"
    r"promemoria|uwaga|pomysł|tip|suggestie|correctif|parche|correção) (?:de|d['’]|von|di|da|van|del|do))\s$",
    re.IGNORECASE,
)
# Places where a tool stands as often as a person: there a word must sound like a name.
_EITHER = re.compile(
    r"(?:\bvia|\bw/|\b(?:worked|checked|confirmed|hacked|reviewed|debugging|together|along|done|made|added|introduced|"
    r"raised|caught|"
    r"found|reported|written|implemented|measured|run|traced|tested|benchmarked|verified|built|blocked|rejected|"
    r"flagged|got|get|came|comes|taken over|inherited|goes?|go|handed(?: over| off)?|belongs?|up|said|show(?:ed|n)|"
    r"clear|assigned|answered|call|let|trust|patch|fork|planned|session|commit|script|branch) (?:\w+ ){0,4}(?:by|with|"
    r"from|to|w/|of)|"
    r"\b(?:waiting (?:for|on)|blocked on|let|call|called|hat|hatte|heeft|la hizo|lo hizo|hizo|fece|fez|schrieb|baute|"
    r"machte|mit|avec|con|com|met|z|raz z|trust|contact|owner is|lead is|"
    r"half of|work of|fork of|patch of|branch of|notify|notified|segundo|secondo))\s$",
    re.IGNORECASE,
)
_THINGS = (
    r"patch|fix|hotfix|theory|hunch|idea|suggestion|review|benchmarks?|prs?|mrs?|pull request|merge request|comments?|"
    r"proposal|"
    r"branch|machine|laptop|script|reproducers?|repro(?: case)?|bisect|bisection|instinct|digging|eagle eyes?|"
    r"detective work|debugging|patience|analysis|commits?|feedback|advice|request|opinion|findings?|measurements?|"
    r"question|"
    r"point|concern|approach|notes?|spike|prototype|refactor(?:ing)?|team|report|investigation|guess|argument|"
    r"objection|draft|demo|talk|slides|spreadsheet|notebook|gist|repro|message|e-?mail|mail|words|desk|account|shift|"
    r"on-?call|vacation|leave|absence|onboarding|birthday|help|work|experiment|test run|numbers|estimate|ticket|thread|"
    r"doc|write-?up|rfc|design|sketch|poc|proof of concept|fork|workstation|macbook|home office|phone|screen|"
    r"environment|dev box|box|checkout|worktree|stash|rewrite|rework|changeset|changes|input|insight|hint|tip|trick|"
    r"explanation|summary|assumption|hypothesis|suspicion|observation|discovery|remark|reminder|complaint|"
    r"preference|wish|call|decision|rule of thumb|favou?rite|code review|research|solution|one-?liner|snippet|dotfiles|"
    r"crontab|credentials|private key|ssh key|token|password|sandbox|playground|side project|mistake|typo|"
    r"bug report|stack trace|screenshot|recording|profiling|profile run|trace|tests"
)
_THINGS_OF_BOTH = (
    r"graph|dashboards?|config|setup|migration|layout|query|queries|implementation|code|rule|workaround|test|pipeline|"
    r"job|module|service|component|parser|library|tool|library|helper|wrapper|importer|exporter|loader|schema|"
    r"model|table|report generator|generator|linter|hook|tree|chart|map|index|policy|runbook|checklist|template|"
    r"style|version|data|dump|export|import|file|list|story|task|issue|epic|feature|mock|fixture|container|image|"
    r"cluster|server|instance|vm|key|role|user|flag|release|deploy|deployment|rollout|lock|change|proxy|tunnel"
)
OWNED = re.compile(
    rf"(?:\s(?:and|&)\s[A-Z]\w+['’]s)?(?:\s(?!is\b|was\b|are\b)[\w/-]+){{0,3}}?\s(?i:{_THINGS})(?![\w-])"
)
OWNED_BY_BOTH = re.compile(rf"(?:\s(?!is\b|was\b|are\b)[\w/-]+){{0,2}}?\s(?i:{_THINGS_OF_BOTH})s?(?![\w-])")
AFTER = re.compile(
    r"(?: here[,.:]| (?:out|off) (?:sick|today|until|this)\b| on (?:leave|vacation|pto|sick leave)\b|,? (?:can|could|"
    r"would|will|do|did) you\b|,? please\b|['’]s (?:on (?:vacation|leave|call|pto|"
    r"holiday)|out\b|away\b|sick\b)|"
    r" is (?:on (?:vacation|leave|call|pto|holiday|parental)|out (?:until|of office|sick|this|next|today)|away\b|"
    r"sick\b|ooo\b|"
    r"responsible|in charge|the (?:owner|contact|one who|person|expert))|"
    r" (?:was|were) (?:on call|there|skeptical|against|right\b|faster|afraid|surprised|opposed)|, (?:our|my) \w+)",
    re.IGNORECASE,
)
SIGNATURE = re.compile(r"(?:[\w.!?)`\"]\s+|^)(?:[–—]{1,2}|--?|~|/)\s?$")


def before_person(before: str) -> str:
    """`sure` where only a person is spoken of next, `either` where a tool may stand as well, else ""."""
    if len(before) < 3 or not before[-1].isspace() or not BEFORE.search(before):
        return ""
    return "either" if _EITHER.search(before) else "sure"
