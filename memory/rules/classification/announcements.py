"""Data of the rules: what people say around a fact that tells its type: how it was found out or agreed, or what for.

Sought in all that was said, in small letters, so also in what is no part of the fact.
"""

from memory.rules.classification.types import FactType

ANNOUNCEMENTS: tuple[tuple[FactType, float, str], ...] = (
    ("decision", 6.0,
        r"\bagreed (?:result|outcome|on|with|that|to|between)\b|\bagreed:|\b(?:outcome|verdict|decision|conclusion|"
        r"resolution|consensus):|\b(?:was|is|were|been|got) (?:decided|agreed|settled|approved|accepted|"
        r"signed off)\b|"
        r"\bafter (?:the|our|a|some|long|much|lots of|many|all the|another) (?:\w+ ){0,2}?(?:discussions?|talks?|"
        r"meetings?|chats?|debates?|deliberation|vote|back and forth|bikeshedding|bake-?off|comparison|evaluation)\b|"
        r"\bwe(?:'ve| have)? (?:landed on|settled|decided|agreed|concluded|voted|opted|chose)\b|\bin the end we\b|"
        r"\b(?:talked|hashed|argued|discussed|thought) (?:\w+ )?(?:it|this|that) (?:over|out|through|with)\b|"
        r"\bhereby\b|\bconsensus\b|\bthe (?:vote|choice|decision) (?:was|is|went|fell)\b|\bvoted\b|\bfinal call\b"),
    ("decision", 3.0, r"\b(?:it (?:was|is|has been)|and i|and me) (?:\w+ )?(?:settled|agreed|decided) that\b"),
    ("decision", 3.0,
        r"\bwe (?:keep|are keeping|stay|are staying|stick|are sticking|drop|are dropping|will not|won't|"
        r"are not going to|"
        r"go with|are going with|picked|chose|went with|moved) (?!\w+ing\b)|\bwe're (?:keeping|staying|sticking|"
        r"dropping|"
        r"going with|moving)\b|\bi(?:'d| would)? (?:went for|picked|chose|settled on|opted)\b|\blet's (?:keep|stay|"
        r"stick|"
        r"drop|go with|not)\b"),
    ("failure", 2.5,
        r"\bwhat happened\b|\broot cause\b|\bdug into\b|\b(?:tracked|traced|hunted|chased|narrowed) (?:it|this|that|"
        r"\w+) "
        r"?(?:down|to|back)\b|\b(?:found|finally found|got) (?:it|the (?:bug|cause|culprit|reason|leak|problem|"
        r"issue))\b|"
        r"\bmisread\b|\b(?:my|our|own) (?:\w+ )?(?:mistake|fault|typo|bug|slip|blunder|oversight)\b|\bnot our (?:bug|"
        r"fault)\b|\b(?:that's|that is|that was|this is|which is|here's) why\b|\b(?:that|which) explains\b|"
        r"\bexplains why\b|\bmystery\b|\bto blame\b|\bthe flaky\b|\bincident\b|\bpost-?mortem\b|"
        r"\b(?:the|this|that|nasty|stupid|silly) bug\b|\b(?:hours?|days?|afternoon|night|morning|week) (?:of|on|to) "
        r"(?:debug|find|hunt|chas|track|figur)\w*\b|\bdebugg(?:ed|ing)\b|\bgotcha\b|\bthe (?:one|"
        r"two)-\w+ difference\b"),
    ("failure", 1.0, r"\bturns out\b|\bturned out\b|\bhence\b"),
    ("pattern", 3.0,
        r"\bplease (?:no|never|don't|do not|always|keep)\b|\b(?:the|a|our|new|house|team|standing|one|ground|"
        r"on-call) "
        r"rules?\b(?! (?:engine|matched|fired|was|were|fail|set))|\brule (?:exists|here|now|number|no)\b|"
        r"\b(?:kind |friendly |gentle |quick )?reminder(?: for| to| that)?\b|\bhow (?:we|things|\w+) works? here\b|"
        r"\bin this (?:repo|repository|project|codebase)\b|\b(?:always|keeps|never tires of|won't stop) (?:says|"
        r"saying|"
        r"telling|repeats|repeating|preach\w*|remind\w*)\b|\bso nobody (?:\w+ )?(?:trips|does|wonders)\b"),
    ("context", 6.0,
        r"\bas an? (?:stopgap|interim|temporary (?:measure|fix|solution))\b|\bstopgap:|\bfor the time being\b|"
        r"\bin (?:the|our|its) (?:current|present) (?:set-?up|state|form)\b|\bas things stand\b"),
    ("context", 3.0,
        r"\bfor the record\b|\b(?:current|present|interim|project|rollout|migration) (?:status|state)\b|"
        r"\bstatus(?: update| report)?:|"
        r"^status\b|\bstatus as of\b|\bthe state (?:before|of (?:play|things|affairs))\b|\bwhere (?:we|things|"
        r"it) (?:are|"
        r"stand)s?\b|\bfor context\b|\bhand-?over\b|\bprogress (?:report|update)\b|\bstand-?up\b|\bas of (?:today|"
        r"now|"
        r"this|\d)|\bbefore (?:my|i go on|i leave (?:for|on)) (?:leave|vacation|holidays?|pto)?\b|\bout of office\b|"
        r"\bheads[ -]up:? (?:the )?\w+ (?:is|are|will)\b"),
)  # fmt: skip

FOREIGN_ANNOUNCEMENTS: tuple[tuple[FactType, float, str], ...] = (
    ("decision", 6.0,
        r"\b(?:abgestimmt|abgesprochen|absprache|rücksprache|beschluss|beschlossen|beschließen|vereinbart|"
        r"entschieden|"
        r"entscheidung|entschluss|geeinigt|nach (?:langem|langer|reiflicher|viel|einiger|der|unserer) (?:\w+ )?"
        r"(?:diskussion|überlegung|abstimmung|debatte|hin und her|vergleich|runde|besprechung)|"
        r"adopté|acté|tranché|décidé|décision|convenu|d'un commun accord|d'accord avec|(?:j'en|on en) (?:ai|a) "
        r"(?:parlé|discuté) avec|après (?:\w+ )?(?:discussion|débat|concertation|réflexion|échange|comparaison|vote)|"
        r"(?:queda|quedó|ha quedado) (?:decidido|acordado|definido|cerrado|en que)|acordad[oa]|acordamos|acuerdo con|"
        r"decidid[oa]|decidi\w+|decisi[óo]n|(?:tras|después de) (?:\w+ )?(?:darle|hablar\w*|discutir\w*|debatir\w*|"
        r"consultar\w*|valorar\w*|comparar|pensar\w*|mucho|much[ao]s)|"
        r"(?:fica|ficou|está|tá) (?:definido|decidido|combinado|acertado|fechado|acordado)|fechamos|fechado com|"
        r"batemos o martelo|bateu o martelo|combinamos|combinado|decis[ãa]o|depois de (?:muit\w+|discutir|conversar|"
        r"debater|pensar|comparar)|deciso|decisione|concordato|d'accordo con|dopo (?:aver|una|lung[ao]|molt[ao]|"
        r"tant[ao])"
        r"|si è (?:deciso|scelto|optato|preferito|convenuto)|besloten|besluit|afgesproken|overlegd|"
        r"na (?:lang )?overleg|"
        r"in overleg|knoop doorgehakt|zdecydowa\w+|decyzj\w+|ustalon[oey]|ustaliliśmy|uzgodni\w+|postanowi\w+|"
        r"po (?:\w+ )?(?:rozmowie|dyskusji|naradzie|konsultacji)|решил[иа]|решено|решение|договорились|обсудили|"
        r"после (?:\w+ )?(?:обсуждения|разговора|споров|созвона)|согласовал\w*|согласовано|утвердили)\b|"
        r"定下来|定了|决定|商量|讨论(?:之|过)?后|讨论下来|拍板|达成一致|结论|一致同意|"
        r"決めました|決めた|決まりました|決まった|決定|相談(?:して|の結果|した結果)|話し合|合意|ことにし|ことになりました|結論"),
    ("decision", 3.0,
        r"\b(?:wir (?:nehmen|behalten|bleiben|verzichten|setzen auf|wechseln|lassen|gehen|streichen)|(?:on|"
        r"nous) (?:garde|"
        r"reste|abandonne|part sur|passe|laisse|prend|gardons|restons|abandonnons|passons|prenons)|on ne \w+ (?:pas|"
        r"plus)|"
        r"nos (?:quedamos|pasamos|decantamos)|no vamos a \w+r|seguimos con|mantenemos|dejamos|não vamos \w+r|vamos "
        r"(?:manter|ficar|usar|de)|ficamos com|mantemos|trocamos|optei|optamos|si (?:resta|passa|tiene|rimane)|"
        r"restiamo|"
        r"rimaniamo|teniamo|passiamo|non (?:useremo|adottiamo|passiamo)|we (?:blijven|houden|kiezen|stappen|nemen|"
        r"stoppen)|"
        r"zostajemy|przechodzimy|rezygnujemy|nie będziemy|wybraliśmy|остаёмся|остаемся|переходим|отказываемся|"
        r"не будем|"
        r"берём|выбрали)\b|我们(?:选|用|保留|放弃|不用|继续)|使うことに|使い続け|やめます"),
    ("failure", 2.5,
        r"\b(?:ursache|schuld|fehlersuche|gefunden|(?:das|der) (?:rätsel|problem|fehler|übeltäter)|mein fehler|"
        r"lag (?:es )?(?:an|am|daran)|tippfehler|d'où|trouvé|la cause|coupable|ma faute|mon erreur|le (?:bug|"
        r"problème|"
        r"souci)|venait d\w+|localizado|encontrado|(?:la|una) causa|culpa (?:m[íi]a|nuestra)|(?:la|a) culpa|el "
        r"(?:bug|fallo|problema|error|culpable)|por eso|el motivo|(?:mi|nuestro) (?:error|fallo)|descobri|"
        r"descoberto|achei|(?:o|um) (?:bug|erro|problema|culpado)|por isso|a causa|era (?:por|porque|que)|"
        r"trovato|colpa (?:mia|nostra)|la colpa|il (?:bug|problema|guasto|colpevole)|ecco perché|mio errore|"
        r"oorzaak|gevonden|mijn fout|daarom|het (?:probleem|euvel)|lag aan|przyczyn\w+|wina|winny|znalaz\w+|dlatego|"
        r"mój błąd|причин\w+|виноват\w*|нашли|нашёл|нашел|оказалось|оказывается|поэтому|моя ошибка)\b|"
        r"查到了|查出|定位到|找到(?:了)?(?:原因|问题)|排查|根因|原因(?:是|在于)|原来|罪魁|才发现|我的锅|"
        r"原因(?:は|が|を)|判明|突き止め|調べたら|調査した(?:ところ|結果)|犯人|私のミス|せいで"),
    ("failure", 1.0,
        r"\b(?:deshalb|daher|dadurch|somit|weshalb|du coup|donc|así que|de ahí|daí|quindi|perciò|così|hierdoor|"
        r"waardoor|przez co|stąd|из-за этого|отсюда)\b|所以|导致|ため、|よって"),
    ("pattern", 3.0,
        r"\b(?:die|eine|neue|unsere|als) regeln?\b|\bregel:|\bfaustregel\b|\bbitte (?:nie|niemals|immer|kein\w*|"
        r"nicht)\b|"
        r"\b(?:la|une|nouvelle|notre) règle\b|\brègle:|\bconvention\b|\b(?:la|una|nueva|nuestra) (?:regla|norma)\b|"
        r"\bpor favor,? (?:no|nunca|siempre|nada de)\b|\bconvenci[óo]n\b|\b(?:a|uma|nova|nossa) (?:regra|norma)\b|"
        r"\bpor favor,? (?:não|nunca|sempre|nada de)\b|\bconvenção\b|\bcombinado do time\b|\b(?:la|una|nuova|nostra) "
        r"regola\b|\bper favore,? (?:non|mai|sempre)\b|\bconvenzione\b|\bafspraak\b|\bde regel\b|\bzasad[aąęy]\b|"
        r"\bregułą?\b|правил[оау]|соглашени|规定|规则|约定|规范|ルール|規約|お約束|決まりです"),
    ("context", 3.0,
        r"\b(?:zwischen)?stand (?:jetzt|heute|der dinge|von|vor)\b|\bzwischenstand\b|^(?:aktueller )?stand:|"
        r"\bübergabe\b|"
        r"\bzum kontext\b|\b(?:où )?(?:nous )?en (?:sommes-nous|sommes|est-on)\b|\boù (?:on )?en est\b|\bpoint "
        r"(?:d'étape|de situation)\b|\bétat (?:des lieux|actuel|au|d'avancement)\b|\bpour (?:le )?contexte\b|"
        r"\bsituation (?:actuelle|au)\b|\b(?:el )?estado (?:actual|antes|a d[íi]a|al|de la (?:migración|"
        r"situación))\b|"
        r"\bestado:|\bsituaci[óo]n (?:actual|a)\b|\b(?:en qué punto|por dónde|cómo) (?:vamos|estamos|andamos)\b|"
        r"\bpara (?:dar )?contexto\b|\b(?:pra|para) contextualizar\b|\bcontextualizando\b|\bsituação (?:agora|atual|"
        r"hoje|de)\b|\b(?:o )?estado (?:atual|antes|das coisas)\b|\bem que pé\b|\bresumo da situação\b|"
        r"\bsituazione (?:attuale|a|al|ad)\b|\b(?:lo )?stato (?:attuale|dei lavori|delle cose|al)\b|\ba che punto\b|"
        r"\bper contesto\b|\bstand van zaken\b|\bhuidige (?:stand|status)\b|\bter context\b|\bstan na\b|"
        r"\baktualny stan\b|\bstan (?:prac|obecny)\b|\bтекущ\w+ (?:статус|состояние|ситуация)\b|\bстатус:|"
        r"\bна (?:сегодня|данный момент|текущий момент)\b|现状|目前(?:的)?(?:状态|情况|进度)|当前(?:状态|进度|情况)|"
        r"进度|現状|現時点|進捗|状況(?:です|共有|は|:|：)|引き継ぎ"),
)  # fmt: skip
