"""Data of the rules: the words that speak for a type of fact, the surest first."""

import re

from memory.rules.classification.types import FactType

# What others make or run, where a sentence begins with it (in small letters): what it does is a given.
PRODUCTS = re.compile(
    r"(?:the |our |a |an |die |der |das |l'|la |le |el |il |o |a )?(?:[\w.'’-]+ ){0,2}?`?(?:aws|lambda|s3|sqs|ses|"
    r"dynamodb|cloudfront|"
    r"fargate|ec2|rds|route 53|bigquery|firestore|firebase|gcp|azure|cloudflare|cloud run|heroku|vercel|netlify|"
    r"fly\.io|"
    r"hetzner|github|gitlab|bitbucket|docker hub|docker desktop|npm|pypi|let's encrypt|slack|twilio|stripe|paypal|"
    r"adyen|"
    r"shopify|salesforce|hubspot|zendesk|intercom|jira|confluence|datadog|sentry|grafana|snowflake|elasticsearch|"
    r"opensearch|postgres(?:ql)?|mysql|mariadb|sqlite|mongodb|redis|valkey|kafka|rabbitmq|nginx|kubernetes|helm|"
    r"terraform|"
    r"safari|webkit|chrome|chromium|firefox|ios|android|app store|play store|outlook|gmail|excel|sharepoint|windows|"
    r"mailgun|sendgrid|postmark|mapbox|openstreetmap|google|apple|amazon|microsoft|oracle|sap|ldap|keycloak|auth0|"
    r"okta|"
    r"whatsapp|telegram|discord|instagram|linkedin|zoom|openai|dhl|fedex|ups|docusign|node|python|java|django|react|"
    r"[\w-]*-?api|sdk|schnittstelle|provider|vendor|carrier|gateway|free tier|licence|license)\b"
)

CUES: tuple[tuple[FactType, float, str], ...] = (
    # decision: a choice that somebody made, most of all one with an alternative
    ("decision", 5.0,
        r"\bchosen (?:over|instead)\b|\bchose\b[^.]{1,60}\bover\b|\bkept over\b|\bpicked\b[^.]{1,60}\bover\b|"
        r"\b(?:decided|opted|agreed|voted|elected|resolved) (?:to|on|against|not|for|that|in|at|during)\b|"
        r"^decision\b|\bthe decision\b|\badr[- ]?\d*\b"),
    ("decision", 4.5,
        r"\bchosen\b|\bdecided\b|\bmigrat(?:ed|ing) (?:\S+ ){0,4}?(?:from\b[^.]{1,60}\bto\b|away)|"
        r"\bentschieden\b|\bbeschlossen\b|\bdecidió\b|\bdecidieron\b|\bdecidiram\b|\belegimos\b|"
        r"\bescolhemos\b|\bavons décidé\b|\ba décidé\b|\bdecidimos\b|\bdecidido\b|\bdecidiu\b|"
        r"\babbiamo deciso\b|решили|决定|選択|採用|決定"),
    ("decision", 4.0,
        r"^use .{2,60} (?:rather than|instead of) (?!\w+ing\b)|"
        r"\b(?:will|to) (?:be )?moved? (?:off|away from)\b|(?<!to )(?<!must )\bstays? on\b|"
        r"^(?:stick|stay|go) with\b|^stick to\b|^no [\w.-]+ for now\b|"
        r"\bgoing forward with\b|\brejected (?:after|"
        r"in the|in favou?r|since|for)\b|"
        r"\b(?:we|i|they|team|finally|and) (?:picked|chose|selected|opted)\b|\bpicked [a-z]|\bkept (?:for|"
        r"instead|and)\b|\bvoted\b|"
        r"\bpostpone[ds]?\b|\bwill not (?:be )?support(?:ed)?\b|\bsettled on\b|\bwent with\b|\bgoing with\b|"
        r"\b(?:was|were|is|are) (?:picked|selected|adopted)\b|"
        r"^rejected\b|\bpicked \S+ (?:since|because|over|for|as)\b|\bin favou?r of\b|\bmigrat(?:ed|ing) to\b|"
        r"\b(?:switch(?:ed|ing)|mov(?:ed|ing)) (?:\S+ ){0,4}?(?:from\b[^.]{1,60}\bto\b|away from|over to)|"
        r"\bswitch(?:ed|ing) to\b|\bgot rid of\b|\bended up (?:choosing|using|going|with)\b"),
    ("decision", 3.5,
        r"\breplac(?:ed|ing)\b[^.]{1,80}\b(?:with|by)\b|\bstandardi[sz](?:ed|ing) on\b|\badopt(?:ed|ing)\b|"
        r"\bdropp(?:ed|ing)\b[^.]{1,60}\b(?:in favou?r|for)\b|\brather than\b|\binstead of\b|\btrade-?off\b|"
        r"\bmov(?:ed|ing) to\b|\bwe(?:['’]ll| will) (?:use|go|keep|adopt|migrate|switch|move|stick)\b|"
        r"\bwill be (?:replaced|migrated|moved|deprecated|dropped|removed|rewritten)\b|\blet['’]s (?:use|go with|"
        r"keep|stick|stay|drop|not|avoid|"
        r"switch|adopt)\b|\breason:\s"),
    ("decision", 2.0,
        r"\bdeprecat(?:e|ed|ing)\b|\bprefer(?:red)? .{1,40} over\b|\bout of scope\b|\bdescoped\b|"
        r"\bstatt\b|\bau lieu de\b|\ben lugar de\b|\bem vez de\b|\bdecidido\b|\babbiamo deciso\b|\binvece di\b|"
        r"решили|вместо|决定|改用|選択|採用|決定"),
    ("decision", 3.5,
        r"\bon purpose\b|\bdeliberately\b|\bchoisi (?:de|d['’]|le|la|un)|\b(?:avons|a|ont) choisi\b|\bplutôt que\b|"
        r"\bgewählt\b|\boptamos\b|\bhemos elegido\b|\bescolhid[oa]s?\b|\bpreferimos\b"),
    ("decision", 4.0,
        r"\bveto(?:ed)?\b|\bsign(?:ed|s) off\b|\bturned down\b|\bhard cut\b|\bpull(?:ed|ing)? (?:the plug|out of)\b|"
        r"\bdone with\b|\bdiscontinued?\b|\b(?:phased|ruled) out\b|\b(?:are|is|we're) (?:giving up|dropping|"
        r"leaving)\b|"
        r"\b(?:gave|given|giving) up (?:on|because|since|as)\b|\b(?:it is|it'll be|bought|buy|"
        r"pay for)\b[^.]{2,50}\b(?:and not|"
        r"instead|rather)\b|\bwon't (?:replace|adopt|use|build|write|support|move|migrate)\b|\b(?:wins|"
        r"won) (?:over|against|"
        r"the (?:bake-?off|comparison|vote))\b|\bverdict\b|\bsettled (?:on|for)\b|(?<!to )(?<!must )\bstays? (?:on|"
        r"with|as it is|"
        r"in place)\b|"
        r"\bstick(?:ing|s)? (?:with|to)\b|\bconvinced\b|\b(?:my|our) (?:call|choice|pick)\b"),
    ("decision", 2.5,
        r"(?<!to )(?<!must )\b(?:stays?|keeps|remains?) (?:backwards?|compatible|working|returning|its?|their|using|"
        r"where|at|in place|part of|separate)\b|\bwent for\b|\blanded on\b|\b(?:retired|sunset|abandoned)\b|"
        r", not (?:as |in |on |with |a |an |the )?\w+(?: \w+)?(?:, (?:as|because|since)| because| since)\b|"
        r"\bnot going to (?:use|adopt|move|build|switch|migrate)\b|\bwe're (?:keeping|dropping|moving|switching|"
        r"staying|sticking|adopting)\b"),
    # failure: what went wrong and why
    ("failure", 5.0,
        r"\broot cause\b|\bcaused by\b|\bpost-?mortem\b|\bculprit\b|traceback\b|\bsilently\b|\bwas raised\b|"
        r"^fix(?:ed)?\b|^(?:the )?(?:fix|problem|issue|bug|cause|error)(?: (?:is|was|in|here|came|comes|occurs|"
        r"happens|appears|lies|lay)\b|:)|\brace condition\b|\bdeadlock\w*|"
        r"\bsegfault\w*|\bsegmentation fault\b|\bcore dumped\b|\boom\w*|\bout of memory\b|\bmemory leak\b|"
        r"\bdata loss\b|\bcorrupt(?:s|ed|ion)\b"),
    ("failure", 4.0,
        r"\b(?:fails?|failed|failing|failure|crash(?:es|ed|ing)?|broke|breaks|broken|hangs?|hung|leak(?:s|ed|"
        r"ing)|times? out|timed out|exhaust\w*|swallow\w*|regress\w+|deadlock\w*|stalls?|explod\w+|outage|"
        r"incident|bug)\b|\ban error\b(?! (?:code|message|envelope|handler|response|object))|\bexit code [1-9]|"
        r"\breturn(?:s|ed|ing)? (?:a |an )?(?:[45]\d\d|null|None|empty|wrong|stale)\b|\b[45]\d\d (?:errors?|"
        r"responses?)\b|\bflak[ey]\w*|\bwas(?: not|n['’]t) (?:set|called|closed|released|escaped|awaited|"
        r"invalidated|committed|handled|forgotten)\b|\bwas forgotten\b|\bwrong(?:ly)?\b|\bstale\b|"
        r"\binfinite loop\b|\bchok(?:es|ed)\b|\bthrottled\b|\boverflow\w*|\bunhandled\b"),
    ("failure", 3.5,
        r"\b(?:is|are|was|were|gets?|got) (?:dropped|ignored|lost|stripped|truncated|discarded|"
        r"overwritten|blocked|killed|evicted|double-\w+|swapped) (?:by|with|when|because|if|on|after|under|as|"
        r"in)\b|\bexpired\b|\b(?:took|brought|went|goes) (?:\S+ ){0,3}down\b|\bthe reason\b|\blacked\b|"
        r"\bnever (?:fires?|runs?|gets?|returns?|finishe[sd]|terminates?|fired|ran|reached|called|worked|removed|"
        r"released|closed|cleared|updated)\b|\bexceed(?:s|ed)\b|\b(?:kills?|killed)\b"),
    ("failure", 2.5,
        r"\brejected (?:by|with|when|if|as|because)\b|\bwas(?:n't| not) (?:\w+ )?\w+ed\b|\bgot lost\b|"
        r"\bblank (?:screen|page)\b|"
        r"\b(?:went|goes|shot|jumped|climbed|rose) (?:up )?to \d|\bdisconnects?\b|\bunavailable\b|\bbrown-?out\b|"
        r"\bwas overwritten\b"),
    ("failure", 2.5,
        r"\b(?:http|status(?: code)?|code|returns?|returned|got|gets|answers?|answered|an?|the|with|random|"
        r"intermittent) (?:40[0-9]|41\d|42\d|50[0-4])\b|\b(?:40[0-4]|429|50[0234])s\b|\b(?:40[0-9]|429|"
        r"50[0-4]) (?:errors?|responses?)|^(?:40[0-9]|429|50[0-4])\b|\bdouble-charg\w+|\bvalue violates\b"),
    ("failure", 3.0,
        r"\brace (?:between|condition)|\b(?:drops?|loses?|lost|skips?|overwrites?|misses|blocks?|stops?|stopped|"
        r"freezes?|kills?) "
        r"(?:the|all|every|its|some|messages|data|events|requests|connections|updates|writes|rows|half|old)\b|"
        r"\b(?:sent|charged|inserted|executed|called|run|ran|fired|counted|processed|created) twice\b|"
        r"\brestarts? every\b|\blogged out\b|"
        r"\b(?:shorter|longer|smaller|larger|bigger|older|newer|slower) than (?:the|its|a)\b|\btoo (?:small|"
        r"large|short|long|slow|low|high|"
        r"many|few|early|late|big)\b|\bspikes?\b|\bdegrad\w+|\bunresponsive\b|\bno longer (?:works?|starts?|"
        r"compiles?|builds?)\b|"
        r"\b(?:is|was) not (?:cleared|closed|released|refreshed|updated|sent|reset|freed|escaped|awaited|set)\b|"
        r"\bgrew to\b|\bgrows\b"),
    ("failure", 4.0,
        r"\b(?:dies|died|flickers?|flickered|stutters?|stuttered|barfs?|blows up|blew up|falls over|fell over|bombs) "
        r"(?:[\w-]+ ){0,4}?(?:with|because|when|whenever|since|on|at)\b"),
    ("context", 4.0, r"\b(?:moved|passed|went|transferred|handed(?: over)?) from (?:the )?[\w-]+ team to\b"),
    ("failure", 1.5, r"\bmissing\b|\bduplicate[sd]?\b|\bcannot\b|\bunable to\b|\bcollision\b"),
    ("failure", 3.0,
        r"\b(?:was|were|went) down\b|\bwas lost\b|\bignores?\b (?!case)|\bfalhou\b|\bfallaron\b|"
        r"\bunable to\b|\bproblem:|\b(?:pierde|trava|trav[oa]u|plante|perd|verliert|hängt|ignoriert|se cae|quebra)\b|"
        r"太小|超时|丢失|原因是|泄漏|卡住|落ちる|"
        r"\bfix(?:ed|es)?\b|\bworkaround\b|\bresolved by\b|\bsolved by\b|\berrors?\b|\bissue (?:is|was)\b|"
        r"\bproblem (?:is|was)\b|\bthe (?:bug|problem|issue|error)\b|\bbecause of a\b|\bdoes(?: not|"
        r"n['’]t) work\b|\bdidn['’]t work\b|\bslow(?:s|ed)?\b|\bvulnerab\w+|\brolled back\b|\bfehler\b|"
        r"\bfehlgeschlagen\b|\bstürzt\b|\bschlägt\b.*\bfehl\b|\bbricht\b.*\bab\b|\bbloquea\w*|\bse cuelga\b|"
        r"\berreur\b|\béchoue\b|\béchoué\b|\bplante\b|\bfalla\b|"
        r"\bfalló\b|\bfalha\w*\b|\berro\b|\berrore\b|\bfallisce\b|ошибка|ошибку|падает|упал|упала|失败|报错|错误|"
        r"崩溃|失敗|"
        r"エラー|落ち"),
    ("failure", 3.5,
        r"\bbrach(?:en)?\b[^.]*\bab\b|\bschlug(?:en)?\b[^.]*\bfehl\b|\bkaputt\b|\bbehoben\b|\bursache\b|"
        r"\bfallaban?\b|"
        r"\bse ca(?:ía|yó)\b|\bcorregid[oa]\b|\bcaiu\b|\bquebrou\b|\btravou\b|\bcorrigid[oa]\b|"
        r"\ba (?:bloqué|planté|cassé)\b|"
        r"\bplantait\b|\béchouait\b|\bcorrigée?s?\b|\bpanne\b"),
    # a mismatch told without a word of failure
    ("failure", 5.0,
        r"\b(?:read|said|pointed|contained|compared|parsed|treated|counted|got|returned|sent|looked|expected|was|were|"
        r"had|listed) [^.;]{1,60}\b(?:instead of|rather than)\b[^.]{1,80}[,;] (?:hence|so|thus|therefore|which|"
        r"and that)"
        r"\b|\bisn't\b[^.]{1,60}, it's\b|\b(?:wasn't|was not)\b[^.;]{1,60}[,;] (?:but|it was)\b"),
    ("failure", 2.5,
        r"\bwithout (?:a |any |an |so much as a )?(?:warning|notice|telling|complaint|complaining|error|trace)\b|"
        r"\b(?:differs?|differed|mismatch\w*|disagree[sd]?|out of sync|off by (?:one|a|an|\d))\b|\b(?:ends?|ended) up "
        r"(?:undefined|null|empty|nan|twice|with)\b|\b(?:gets?|receives?|received|got) (?:undefined|null|nan|nothing|"
        r"an "
        r"empty)\b|\b(?:vanish|disappear)(?:es|ed|s)?\b|\bwent missing\b|\bcut (?:off|short|the|it|them|a|by)\b|"
        r"\b(?:in)?visible twice\b|\bupside down\b|\bcan(?:'t|not) be (?:recovered|restored|undone)\b"),
    # pattern: a rule that holds from now on
    ("pattern", 5.0,
        r"\b(?:must|should) (?:never|always)\b|\bmust\b[^.]{0,60}\b(?:even|otherwise|or else|before|whenever)\b|"
        r"^no more\b|\bconventions?\b|\bfrom now on\b|\bgoing forward\b(?! with)|"
        r"^use (?!of\b)(?!.{2,60} (?:rather than|"
        r"instead of) (?!\w+ing\b))|\bby default we\b|"
        r"\brule of thumb\b|\bonly (?:via|"
        r"through|by)\b|\bstyle ?guide\b|\bbest practice\b|\bcoding standard\b|\b(?:our|team|company|house|"
        r"security|review|merge|branch) policy\b|^new [\w-]+ (?:\w+ )?(?:require|need|must|go|get|have)\b|"
        r"^(?:always|never|do not|don't|avoid|prefer|only use)\b|^(?:only|"
        r"every|all|no)\b(?!.*\b(?:failed|crashed|broke|because|pass(?:es|ed)?)\b)"),
    ("pattern", 4.0,
        r"\b(?:are|is|be|must|should|we|to|and|,|;|use|by|but|do) (?:always|never)\b|\bnever (?!\w+s\b)|"
        r"\bmust(?: not|n't)?\b|\balways\b|\b(?:must|should)(?: not|n['’]t)? (?:be|use|have|go|live|call|include|"
        r"start|end|return|follow|pass|contain|only|always|never|match|run|come|inherit|carry|stay|not)\b|"
        r"\bare (?:forbidden|required|mandatory|not allowed|prohibited|banned)\b|\bis (?:forbidden|mandatory|"
        r"not allowed|prohibited|banned)\b|\bevery (?!(?:thing|one|time|day|night|morning|evening|week|month|"
        r"year|hour|minute|second|few|other|sunday|monday|tuesday|wednesday|thursday|friday|saturday|\d+)\b)\w+|"
        r"(?:^|[;,.:] )all (?:new |public |\w+ ){0,3}\w+ (?:must|should|use|go|have|return|live|are|need|inherit|"
        r"follow|"
        r"validate)\b|\ball (?:\w+ ){1,2}must\b|\beach \w+ (?:must|should|has|gets|needs)\b"),
    ("pattern", 3.0,
        r"\bprefer(?:red|s)?\b|\bavoid\b|\bdo not\b|\bmake sure\b|\bstandard\b|\bnaming\b|\bnamed\b|\b(?:use|"
        r"uses|using)\b[^.]{1,50}, (?:not|never)\b|\b(?:is|are) (?:always|never|only|usually|generally)\b|"
        r"\bsnake_case\b|\bcamelcase\b|\bkebab-case\b|\bguidelines?\b|\bimmer\b|\bniemals\b|\bmuss\b|\bmüssen\b|"
        r"\btoujours\b|\bjamais\b|\bdoit\b|\bdoivent\b|\bsiempre\b|\bnunca\b|\bdebe\b|\bdeben\b|\bsempre\b|"
        r"\bdeve\b|\bdevem\b|\bdevono\b|всегда|никогда|должны|必须|总是|不要|永远|必ず|常に|禁止"),
    ("pattern", 1.5,
        r"^(?:the )?(?:[a-z-]+ ){0,2}[a-z-]+s (?:that [^,.]{3,40} |with [^,.]{3,30} |"
        r"in [^,.]{3,30} )?(?:are (?:\w+ed|kept|written|put|set|sent|"
        r"built|run|named|made|only|not)|go|live|belong|start|end|follow|use|never|need|require|"
        r"have to)\b(?!.*(?:\d{4}-\d\d|\bsince\b|\bbecause\b|\bwhile\b|\bv?\d+\.\d))|"
        r"\b(?:requires?|needs?) (?:a|an|two|at least one|the) (?:\w+ ){0,3}(?:test|tests|review|approval|entry|"
        r"migration|docstring|changelog|owner|ticket|adr|rfc)\b"),
    ("pattern", 0.8,
        r"^(?:the )?(?:[a-z-]+ ){0,3}[a-z-]+s are (?!down|up\b|slow|broken|currently|still|on\b|off\b|available|"
        r"missing|done|running|failing|"
        r"stuck|flaky|late|here|there|\d)\w+"),
    ("pattern", 1.5,
        r"\bmust\b|\bshould\b|\brequired to\b|\b(?:is|are) used for\b|\bwe use\b|\bon every\b|"
        r"\bper (?!the\b|their\b|our\b|its\b)\w+\b"),
    ("pattern", 4.0,
        r"\brule (?:since|is|for|from|says)\b|\brule:|\b(?:i|we|team|all) agreed that (?:any|every|all|no)\w*\b|"
        r"(?:^|[,;:] )(?:don['’]t|do not) [a-z]+ (?:in|on|into|from|a|an|the|any)\b|\bil faut\b|\bon doit\b|"
        r"\binterdit\w*\b|\bman muss\b|\bdürfen? (?:nicht|nur|nie)\b|\bdarf (?:nicht|nur|nie)\b|\bverboten\b|"
        r"\bhay que\b|\bprohibid[oa]s?\b|\bé preciso\b|\bproibid[oa]s?\b|\bne \w+ que (?:dans|sur|par|via)\b"),
    ("pattern", 2.5,
        r"(?:^|: )(?:please )?(?:no|never|nothing|nobody|only) (?!luck|problem|idea|longer|news)\w+|\bmay only\b"),
    # dependency: technology and versions
    ("dependency", 5.0,
        r"\b(?:is|are) (?:rate-)?(?:limited|capped) (?:to|at)\b|\b(?:does|do)(?: not|n['’]t) (?:yet )?support\b|"
        r"\b(?:accepts?|supports?|allows?) (?:only|at most|up to)\b|\bonly (?:accepts?|supports?)\b|\bhard limit\b|"
        r"\bunterstützt (?:kein|nur)\w*\b|\bbegrenzt auf\b|\bne (?:supporte|gère) (?:pas|que)\b|\blimitée?s? à\b|"
        r"\bno (?:soporta|admite)\b|\blimitad[oa]s? a\b|\bnão suporta\b"),
    ("dependency", 5.0,
        r"\b(?:upgrad(?:ed|ing)|upgrade[sd]? (?:\S+ )?(?:to|from)|downgrad(?:ed|e|ing)|bump(?:ed|s|ing)?|"
        r"pinn?(?:ed|s|ing)?)\b|\b(?:is|are|was|were|be|must be|stays?|kept|locked) (?:pinned|locked|capped|"
        r"fixed) (?:to|at|below|on)\b|\brequires? (?:at least )?(?:python|node|java|go|postgres\w*|django|ruby|"
        r"php|rust|npm|\S+ (?:>=|v?\d))|\bminimum\b[^.]{0,30}\bversion\b|\bpeer dependency\b|\b(?:end of life|"
        r"eol)\b|\bdropp?(?:ed|s) support for\b|\bincompatible with\b|\bcompatible with\b"),
    ("dependency", 5.5,
        r"\bmust (?:stay|be|remain|run) (?:below|under|above|on|at least|at) (?:v?\d|\S+ v?\d)|\bnewer than v?\d|"
        r"\bor (?:newer|later|higher)\b"),
    ("dependency", 5.0,
        r"\b(?:has to|have to|had to|must|needs? to|forced to|can only) (?:stay|remain|run|be held|be kept|"
        r"wait) (?:on|at|"
        r"with|below|under|for)\b|\bmust be (?:[<>=~^]|at least)|\b(?:hold|held|holding|stuck|frozen|freeze) (?:\S+ )"
        r"{0,3}(?:at|on|to|below) v?\d|\bdrop(?:s|ped) (?:[a-z]+ )?v?\d|\b(?:is|isn't|not) (?:available|supported) "
        r"(?:in|before|until|from|since) (?:\w+ )?v?\d|\bsince v?\d+\.\d+ (?:the|only|it)\b|\bspeaks? (?:only )?\w+ "
        r"(?:\w+ )?(?:only|at)\b|\b\d+ (?:\w+ ){0,2}(?:max\b|at most\b)"),
    ("dependency", 2.5, r"\bversions?\b|\blts\b"),
    ("dependency", 3.0,
        r"\bdepend(?:s|ed) on\b|\bdependenc(?:y|ies)\b|\b(?:runs?|running|is run|are run|hosted|deployed|built|"
        r"based|written) (?:on|in|with|under|against)\b (?=[\w`])|\bships? with\b|\bpowered by\b|\bpackage\b|"
        r"\blibrary\b|\babhängigkeit\b|\bdépend\b|\bdépendance\b|\bdepende\b|\bdependencia\b|\bdependência\b|"
        r"\bdipende\b|зависит|версии|版本|依赖|バージョン|依存"),
    ("dependency", 2.0,
        r"\brequires?\b|\bsupports?\b|\binstall(?:ed|s)?\b|\b(?:is|are) in use\b|\buses\b|\b(?:is|are) (?:used|"
        r"stored|hosted)\b|\bprovided by\b"),
    # context: how things stand at the moment
    ("context", 4.5,
        r"\b(?:deploy(?:ment)?|code|feature|merge|release) freeze\b|\bin progress\b|\bthis (?:sprint|week|"
        r"quarter)\b|\b(?:is|will be) (?:currently |still )?(?:down|blocked|pending|paused|on hold|half ?way|"
        r"live|offline|frozen)\b|\bare (?:currently |still )?(?:down|blocked|pending|paused|frozen|"
        r"offline)\b|\bwaiting (?:for|on)\b|^working on\b|^blocked on\b|\b\d+ ?% done\b|\bhalf done\b|"
        r"\bscheduled\b|\bmaintenance\b|\bdeadline\b|\bright now\b|\bcurrently\b|\bat the moment\b|\bmomentan\b|"
        r"\bderzeit\b|\baktuell\b|\ben ce moment\b|\bactuellement\b|\bactualmente\b|\batualmente\b|"
        r"\battualmente\b|сейчас|目前|现在|現在"),
    ("context", 3.5,
        r"\b(?:midway|half-?way) through\b|\bon (?:ice|leave|vacation|parental leave)\b|\bso far\b|\bto be removed\b|"
        r"\bunder way\b|\bmeanwhile\b|\bin the meantime\b|\bfor the time being\b|\bstill (?:to do|talks?|sits?|"
        r"lacks?)\b|"
        r"\bno (?:answer|reviewer|reply) (?:so far|yet)\b|\b\d+ of (?:the |our )?\d+ \w+|\bnext (?:week|sprint|"
        r"month|quarter|"
        r"monday|tuesday|wednesday|thursday|friday)\b|\b(?:tonight|tomorrow|this (?:morning|month|afternoon))\b|"
        r"\bon-call\b[^.]{0,20}\bweek\b|\bstops? (?:here )?for now\b|\bbusy with\b"),
    ("context", 3.0,
        r"\buntil \d{4}-\d\d|\buntil\b|\bsince \d{4}-\d\d|\bstill (?:open|needs?|missing|uses?|on|running|"
        r"pending|waiting)\b|\bnot yet\b|\bongoing\b|\bon branch\b|\bbranch [\w.-]+[/-]|\bbranch x\b|"
        r"\bhalf[- ](?:done|finished|migrated|ready)\b|\bstill used\b|\b(?:pr|mr|epic|ticket|"
        r"story) #?[\w-]*\d+ is\b|\bon (?:staging|prod(?:uction)?)\b|"
        r"\btemporar(?:y|ily)\b|\bfor now\b|\bplanned\b|\bwill (?:be )?(?:ship|launch|release|start|happen|move|"
        r"go live)\w*|\bgoes live\b|\bdemo\b|\bmilestone\b|\broadmap\b|\brelease (?:is|on|date)\b|"
        r"\bby \d{4}-\d\d|\bbis \d{4}|\bjusqu['’]au\b|\bhasta\b|\baté\b|\bfino al\b"),
)  # fmt: skip
