"""Data of the rules: English clauses that only greet, praise, soothe, apologize or swear."""

_VERY = r"(?:so |such an? |very |really |quite |a bit |a little |just |simply |truly |absolutely |kind of |the |an? )*"
_GOOD = (
    r"(?:lovely|great|nice|good|awesome|amazing|stellar|fantastic|superb|excellent|cracking|brilliant|wonderful|"
    r"beautiful|fabulous|terrific|outstanding|impressive|sterling|neat|smashing|heroic|magnificent|splendid|"
    r"fine|cool|sweet|mighty fine)"
)
_STATE = (
    r"(?:right|desperate|impatient|"
    r"grumpy|emotional|nervous|excited|dramatic|clueless|cheeky|hangry|thirsty|sleepy|tired|bored|lonely|"
    r"stressed|proud|overwhelmed|anxious|hopeful|hopeless|cranky|jealous|amazing|"
    r"awesome|brilliant|wonderful|lovely|adorable|hilarious|a (?:gem|star|saint|legend|hero|rockstar|wizard|genius|"
    r"darling|sweetheart|lifesaver|treasure|champ|muppet|fool|mess|wreck|softie|nerd)|the (?:best|man|boss|"
    r"goat)|not amused|over it|losing it|sorry|happy|sad|blushing|crying|"
    r"laughing|impressed|grateful|humbled|touched|honoured|honored|speechless)"
)
_STATE_OF_THINGS = (  # lazy loading, a greedy match
    r"(?:lazy|greedy|old|dying|hungry|naive|human|salty|paranoid|petty|smug|moody|stubborn|dumb|silly|stupid|sloppy|"
    r"careless|guilty|mad|optimistic|wrong(?= as)|not ok(?:ay)?|a machine)"
)
_HORROR = (
    r"(?:dismay|horror|delight|surprise|shame|relief|annoyance|joy|amusement|despair|embarrassment|chagrin|credit|"
    r"disgust|regret|sorrow|glee|disappointment|astonishment|irritation|eternal shame|frustration|consternation)"
)
ENGLISH = (
    r"(?:I['’]m |still )?feeling (?:\w+ly |a bit |very |so )?(?:optimistic|pessimistic|hopeful|good|great|better|bad|"
    r"guilty|relieved|proud|smug|lucky|old|tired|happy|sad|nervous|confident|brave|generous|silly|stupid)",
    r"bless (?:\ue010|@\S+|(?-i:[A-Z]\w+)|you|him|her|them|a team member)(?: (?:for|and) [^:]{1,40})?",
    r"not to (?:brag|boast|gloat|jinx it)(?: or anything)?|(?:slept|sleeping) like a (?:baby|log|"
    r"rock)(?: for the first "
    r"time in \w+)?|(?:this|that) (?:one )?(?:is|was) (?:an? |such an? )(?:beauty|gem|keeper|doozy|banger|stunner)",
    r"not to be that (?:guy|person|gal|girl|one)(?: again)?|don['’]t want to be that (?:guy|person)|"
    r"always mix (?:these|"
    r"those|them) up|(?:always|keep) (?:forgetting|confusing|mixing up) (?:this|these|that|it)",
    rf"(?:(?:I|we|he|she|everyone|everybody|one|I for one)(?:['’](?:m|s|re|ve|d)| am| is| are| was| were| got|"
    rf" felt| feel)? (?:(?:been|being|getting|feeling|was|were|am|is|are|got|felt|sounding|going) )*{_VERY}(?:{_STATE}|"
    rf"{_STATE_OF_THINGS})|(?:(?:you|they)(?:['’]re| are| were) )?(?:(?:been|being|getting|feeling|was|were|am|got|"
    rf"felt) )*"
    rf"{_VERY}{_STATE})"
    r"(?: (?:about|on|with|as|over|of|after|before|from) (?:it|this|that|us|me|always|ever|usual|them|her|him|"
    r"everyone|"
    r"(?:the|my|all the) (?:offsite|night|weekend|party|holidays?|noise|coffee|team|wait)))?",
    r"(?:(?:huge|mad|all|big|massive|many|much|extra|so much|full|due|mega|lots of|virtual|a round of) )*(?:props|"
    r"kudos|"
    r"credits?|respect|shout-?outs?|hat tip|high[- ]fives?|hugs?|congrats|congratulations|beers?|cookies?|cake|"
    r"applause|praise|flowers|hearts|love|gratitude|medals?|gold stars?|drinks|pizza|bonus points|brownie points|"
    r"fist bumps?|round of applause)(?: (?:is|are|goes?))?(?: (?:all|due|mainly))? (?:to|for|on|from) (?:\ue010|@\S+|"
    r"(?-i:[A-Z][\w-]+(?: [A-Z][\w-]+)?)|"
    r"(?:the |our )(?:\w+ )?(?:team|folks|crew|gang|guys|people|squad|lads|humans)|(?:every|any|"
    r"who)\w*(?: [^:]{1,30})?|you|us|"
    r"me|him|her|them|all)(?: (?:and|&) \S+)?(?: (?:for|who) [^:]{1,40})?",
    r"(?:(?:just |a |another |very |super |tiny |small |one )*(?:friendly|gentle|quick|polite|kind|humble|soft|"
    r"annual|"
    r"shameless|cheeky) )+(?:ping|nudge|bump|poke|plea|request|plug|hello|greetings?|wave)(?: (?:to|for|"
    r"from) [^:]{1,30})?",
    r"(?:and |but )?(?:no|zero|without) (?:pressure|rush|hurry|worries|stress|offen[cs]e|hard feelings|judge?ments?|"
    r"judging|biggie|drama|shame|blame|disrespect|ill will|malice|panic|fear|tears|regrets|kidding|joke|bueno|cap|"
    r"excuses|spoilers)",
    rf"(?:what an? )?{_VERY}{_GOOD}(?:,? {_GOOD})? (?:job|work|stuff|effort|catch|one|find|spot|reviewing|writing|"
    rf"going|"
    r"teamwork|collab\w*|people|person|human|bunch|crew|lads?|lot|colleagues?|folks|team|guy|chap|lady|woman|man|"
    r"soul|"
    r"company|sport|egg|bloke|fellow|writ(?:ing|eup|e-up)|hustle|patience|sleuthing)(?: (?:overall|all round|all|"
    r"on|by|"
    r"from|to|of|in|here|with)(?: [^:]{1,25})?)?",
    r"(?:(?:nobody|everybody|everyone|no one|do not|don['’]t|please don['’]t|let['’]s not|let us not|must not|"
    r"try not to|don['’]t you) )(?:\w+ )?(?:panic|worry|freak out|fret|stress|cry|laugh|judge|hate|shoot|despair|"
    r"faint|scream|@? ?me|swear|blame)(?: (?:me|us|him|her|them|it|too (?:hard|much)|the messenger|yet|about it|"
    r"over it))?",
    r"(?:just )?(?:breathe|keep calm|stay calm|relax|chill|deep breaths?|keep breathing|hang in there|hold tight|"
    r"buckle up|brace yourselves|grab (?:a )?(?:popcorn|coffee|tissues)|bear with me|bear with us|hear me out|"
    r"hold my beer|don['’]t ask|don['’]t @ me|you heard me|mark my words|trust me|believe me|take my word for it|"
    r"pinky promise|scout['’]s honou?r|cross my heart|knock wood|hooray for us|go us|yay us|rejoice|weep|say no more|"
    r"enjoy|you['’]re welcome|mind(?: =|'s| is)? blown|brain = mush|true story|guilty as charged|it me|asking for a "
    r"friend|famous last words|mondays|classic|classic us|typical|sigh|le sigh|shame on (?:me|us|you)|silly me|lucky "
    r"me|lucky us|poor (?:me|us|thing|soul|sod|lad|girl|guy|old \w+)|bless (?:him|her|them|you|their hearts?|his "
    r"heart|her heart)|god (?:bless|help us|help me|rest \w+ \w+)|fair play(?: to [^:]{1,30})?|fair enough|"
    r"fair do['’]?s|good on [^:]{1,20}|hats? off(?: to [^:]{1,30})?|hat tip [^:]{1,20}|chapeau|"
    r"love (?:you|ya|y['’]all)(?: all| lots)?)",
    rf"(?:much |greatly |and )?to (?:the|my|our|his|her|their|everyone['’]s|everybody['’]s|nobody['’]s|no one['’]s|"
    rf"[^\s:,]+['’]s?)(?: (?:great|utter|big|endless|absolute|eternal|mild|total|own|quiet|considerable))? {_HORROR}",
    r"with (?:(?:great|deep|deepest|much|some|sincere|heartfelt|a heavy|heavy|a lot of|many|utmost|"
    r"warm) )*(?:regrets?|"
    r"sorrow|pleasure|joy|pride|apologies|love|shame|embarrassment|delight|relief|gratitude|trepidation|hearts?|"
    r"sadness|dismay|thanks|hugs|kisses|affection)(?: (?:to|from) [^:]{1,25})?",
    r"(?:one|I|we) (?:do |does |did |really )*(?:tr(?:y|ies|ied)) (?:so hard )?(?:not |"
    r"hard )?(?:to )?(?:not )?(?:fuss|"
    r"moan|complain|nag|panic|be \w+|cry|swear|rant|whinge|grumble|scream|preach|judge|laugh)(?: too much)?",
    r"(?:(?:(?:it['’]s|it is|it was|was|is|had|been|in|we['’]re in|we are in|having|what) )?(?:a )?(?:wee |slight |"
    r"right "
    r"|real |proper |total |bit of a |bit of an |little bit of a )+)(?:pickle|mess|nightmare|headache|faff|palaver|"
    r"mare|bummer|shock|surprise|rant|moan|panic|disaster|saga|drama|confession|pain|slog|day|week|night|morning|"
    r"bear|beast|circus|brain[- ]?fart|brain fog|facepalm moment|facepalm|doozy|cluster\w*|shambles|adventure|"
    r"rollercoaster|marathon|trek|jam|bind|shocker|laugh|joke|riot|treat|wild ride|kerfuffle)(?: (?:here|today|this "
    r"\w+|yesterday|right now))?",
    r"happy (?:monday|tuesday|wednesday|thursday|friday|saturday|sunday|weekend|new year|holidays?|coding|days?|"
    r"easter|christmas|birthday|diwali|eid|halloween|thanksgiving|hacking|to help|as a clam|camper)(?: (?:to )?"
    r"[^:]{1,25})?",
    rf"(?:(?:he|she|they|you)(?:['’](?:s|re)| is| are| was| were) )?{_VERY}(?:the )?(?:best|greatest|nicest|kindest|"
    r"sweetest|coolest|funniest|loveliest|worst|smartest|(?:most )?patient|most \w+) (?:mentor|colleague|"
    r"team ?mates?|"
    r"boss|team|person|people|human|humans|guy|girl|lady|dev|devs|folks|bunch|manager|reviewers?|buddy|friend|crew|"
    r"intern|coworkers?|man|woman|chap)(?: (?:ever|around|alive|in the (?:world|universe|building)|"
    r"(?:I|we)['’]ve ever had|(?:I|we) know|one could (?:ask|wish) for))?",
    r"(?:(?:quick|last|one|tiny|short|final) )*(?:update|note|thing|brain dump|summary|"
    r"recap)(?: from me)? before (?:I|we) "
    r"[^:]{2,40}|before (?:I|we) (?:forget|disappear|vanish|collapse|(?:run|dash|head|leave|go|sign|log|clock|"
    r"rush) (?:off|"
    r"out|home|away)[^:]{0,40})|before (?:I|we) (?:run|dash|head|leave|go) (?:to (?:bed|lunch|dinner)|for (?:the day|"
    r"lunch|today|the weekend))|"
    r"(?:(?:not so |very )?(?:humble|shameless|cheeky) (?:brag|plug|flex)|\w+ly (?:admitting|confessing|reporting|"
    r"announcing)(?: \w+)?|in (?:all )?fairness(?: to [^:]{1,30})?|no shade|with the blessings? of [^:]{1,30}|"
    r"(?:a )?(?:kind|friendly|gentle|quick) reminder from [^:]{1,50}|apologies in advance[^:]{0,40}|(?:warm |kind |"
    r"sunny )*(?:greetings?|hello|hi|regards|cheers|love|waves) from [^:]{1,40}|"
    r"(?:long|first)[- ]time (?:lurker|poster|listener|caller|reader)s?|tea in hand|coffee in hand|"
    r"between (?:you and me|us)|"
    r"full disclosure|(?:it['’]s \S+ ?(?:am|pm|a\.m\.|p\.m\.)? and )?(?:I['’]m |"
    r"we['’]re )?losing the will to (?:live|code)|"
    r"no thanks to me|long may it last|touch wood|fingers(?: and toes)? crossed[^:]{0,20}|i kid you not|"
    r"wish (?:me|us) luck|send (?:help|coffee|cookies|chocolate|prayers|hugs)|pray for (?:me|us)|"
    r"pour one out[^:]{0,20}|"
    r"(?:please )?(?:forgive|excuse|pardon) (?:me|us|my \w+|the \w+)|my (?:sincere |deepest |humble )?apologies|"
    r"apologies(?: (?:for|to) [^:]{1,40})?|sorry(?: (?:for|about) (?:the )?(?:noise|spam|delay|rant|caps|mess|"
    r"typos|long (?:text|message|post)|late \w+|that|this|yesterday|lateness|radio silence|silence|wall of text))?|"
    r"pet peeve(?: of mine)?|hot take|unpopular opinion|rant (?:over|off|incoming)|(?:end|start) of rant|"
    r"(?:slightly |still |totally |also |just )?(?:hung ?over|jet-?lagged|caffeinated|over-?caffeinated|"
    r"sleep-?deprived|"
    r"under-?slept|half asleep)[^:]{0,30}|bit (?:sleepy|tired|groggy|grumpy|sad|hungover|slow today)[^:]{0,30}|"
    r"I (?:hope|trust) (?:this|you|everyone|all)[^:]{2,40}(?:well|day|week|weekend|smile|rest|better|helps)|"
    r"(?:hope|hoping) (?:you|everyone|all|that|this)[^:]{1,40}|have (?:a|an) [^:]{2,30}(?:day|one|week|weekend|"
    r"evening|"
    r"night|rest)|get well soon[^:]{0,20}|miss you[^:]{0,20}|we miss you[^:]{0,20}|see you (?:all )?(?:soon|tomorrow|"
    r"monday|there|later|next week)|nice to (?:meet|see|e-?meet) you[^:]{0,20})",
)  # fmt: skip
