"""Data of the rules: exclamations, thanks and closing words in the Englishes of all continents."""

ENGLISH_PHRASES = frozenset(
    phrase.strip()
    for phrase in """
    can't wait | cannot wait |
    whoop | woop | sob | sniff | snif | rapaz | rapaziada | coucou | kuckuck | huhu | juhuu | che strazio |
    dear lord | good god | acha suno | suno | suno sab | bossu | dear me | egal | wayne |
    god save us | na god save us | i'm in tears | in tears | we are in tears | can't believe it | not gonna lie |
    ngl | can't lie | no lie | i'm shook | shook | i'm speechless | speechless | no words | what is life | why me |
    why oh why | 干得漂亮 | ragazzi miei | ehi ragazzi | for posterity | for the archive | for the archives |
    for the books | for the record | note to future self | dear future me | dear diary | herrgott nochmal |
    himmel nochmal | verdammt nochmal | verdammt noch mal | menschenskind | mensch | manometer | donnerwetter |
    heiliger bimbam | meine fresse | leute leute | ach | ach ja | ach nein | achtung | du held | ihr helden | salve |
    deu ruim | deu certo | deu bom | deu pau | deu tilt | deu zebra | bora | bora descansar | ânimo | ánimo |
    ánimo equipo | vamos | vamos equipo | arriba | aúpa | toma ya | toma | zas | ojalá | qué va | ça pique |
    ça fait mal | ça fait du bien | ça fait plaisir | ça m'agace | ça rend fou | big up | big up à | gros bisous |
    je t'aime | je vous aime | on est bons | c'est la vie | c'est la fête | c'est chiant | c'est pénible | c'est dur |
    sans regret | sweet baby jesus | jesus | jesus christ | christ | good heavens | heavens | mercy | my word |
    my goodness | goodness me | goodness | hot damn | hell yeah | hell yes | heck yeah | sneaky | nasty | ugly |
    gross | brutal | ouchie | spooky | scary | weird | strange | funny | hilarious |
    bummer | sad | sadness | happiness | joy | pure joy | pure magic | magical | glorious | insane |
    crazy | bonkers | nuts | unreal | unbelievable | incredible | mind blown | my mind is blown | my head hurts |
    my brain hurts | brain melted | let that sink in | lesson learned | lesson learnt | live and learn | kill me now |
    shoot me | save me | pray for us | pray for me | rip | rest in peace | miss you | we miss you | welcome back |
    welcome aboard | happy birthday | merry christmas | happy new year | so long | goodbye | farewell | good morning |
    good evening | good afternoon | morning | evening | hi | hey | hello | yo | sup | howdy | greetings |
    salutations | dear all | hi all | hello all | hey all | kłaniam się | chylę czoła | czapki z głów | ukłony |
    ściskam | piąteczka | no nie | o nie | jasny gwint | motyla noga | che culo | che colpo | firmato | con affetto |
    un caro saluto | cari saluti | con cariño | con amor | con mucho cariño | cuídense | cuidaos | com carinho |
    até breve | fiquem bem | fique bem | se cuida | se cuidem | oof | ouch | ugh | urgh | argh | gah | blah | bah |
    meh | phew | whew | yikes | yay | woot | w00t | woohoo | hooray | hurray | yeehaw | tada | ta-da | voila | voilà |
    whoa | woah | wow | wowza | boom | bam | bingo | eureka | oops | whoops | oopsie | my bad | mea culpa | facepalm |
    sigh | le sigh | deep sigh | smh | wtf | omg | omfg | lol | lmao | rofl | haha | hahaha | hehe | heh | xd | jeez |
    geez | gosh | golly | damn | dang | darn | dammit | damn it | crap | holy crap | shit | holy shit | holy cow |
    holy moly | bloody hell | for crying out loud | for the love of god | good grief | good lord | oh boy | oh man |
    oh my | oh dear | oh no | oh well | oh joy | man oh man | boy oh boy | what a day | what a week | what a mess |
    what a ride | what a journey | what a relief | what a night | what a joy | what a pain | such a relief |
    such a pain | such fun | good times | fun times | fun stuff | never again | finally | at last | at long last |
    about time | it was about time | rant over | end of rant | rant | vent over | sorry not sorry | chef's kiss |
    mic drop | nailed it | we nailed it | nuff said | enough said | case closed | mystery solved | problem solved |
    done and dusted | good riddance | thank god | thank goodness | thank heavens | praise be | hallelujah | amen |
    fingers crossed | touch wood | knock on wood | cheers | cheerio | xoxo | hugs | big hug | hugs and kisses |
    lots of love | peace out | over and out | later | laters | ttyl | brb | ciao | bye | bye bye | take care |
    have fun | happy coding | happy hacking | happy friday | tgif | good night | night | gn | gg | gg wp |
    regards | best regards | kind regards | warm regards | all the best | yours | yours truly | sincerely | thanks |
    thank you | many thanks | thanks a lot | thanks so much | thanks a million | thanks a bunch | much appreciated |
    much love | respect | mad respect | props | kudos | hats off | hats off to you | hat tip | bravo | well done |
    good job | nice one | nice work | nice | great work | great stuff | absolute legend | what a legend |
    what a hero | my hero | you rock | you rule | you're the best | you are the best | rockstar | high five |
    thumbs up | two thumbs up | big thumbs up | kudos where due | bless | bless her | bless him | bless them |
    bless you | poor thing | poor soul | poor guy | poor us | cool | cool cool | awesome |
    lovely | brilliant | beautiful | fantastic | amazing | perfect | splendid | superb | magnificent | so happy |
    so proud | so sad | so tired | so annoying | so good | so cool | love it | hate it | i love it | i hate it |
    we love it | love this | hate this | makes me cry | i could cry | i'm crying | kill me | send help | need coffee |
    coffee time | beer time | i need a beer | i need a drink | i need a coffee | who would have thought | who knew |
    go figure | go team | not fun | no fun | not cool | not amused | not great | not happy |
    ain't nobody got time for that | long story | true story | just saying | just kidding | jk | you're welcome |
    shocker | surprise surprise | plot twist | drumroll | drum roll | drumroll please | guess what |
    believe it or not | no joke | no kidding | i kid you not | not kidding | i'm done | i give up | i'm tired |
    i'm exhausted | i'm so tired | i'm dead | i'm off | signing off | off to bed | off to lunch | see you | see ya |
    cu | see you tomorrow | innit | bruv | mate | blimey | crikey | cor blimey | bloody typical | gutted | chuffed |
    knackered | no worries | too right | fair dinkum | strewth | struth | good on ya | y'all | abeg | oga | wahala |
    wahala dey | wahala don finish | no wahala | ehn | haba | omo | na wa | na wa o | na so | na wah |
    e choke | e don do | e don finish | e shock me | e shock me o | e no easy | god abeg | ah ah | ahn ahn | shey |
    sha | sef | no be small thing | e be like film | make una note | make una no vex | una well done | well done o |
    una do well | how far | how una dey | i don tire | body don tire | my people | oya | jare | biko | kilode | ehen |
    ewo | ye | hian | mtchew | mschew | tueh | eish | ag shame | aikona | sharp sharp | lekker | yoh | haibo |
    jislaaik | sho | asante | asante sana | pole sana | pole pole | karibu | yallah | yalla | khalas |
    inshallah | in sha allah | mashallah | alhamdulillah | hamdulillah | wallah | ya salam | shukran | mabrouk |
    habibi | ya habibi | aiyo | aiyoh | aiya | aiyah | aiyaa | alamak | wah | wah lau | walao | wa lao | siao |
    jialat | sian | shiok | lah | leh | can lah | like that lah | haiz | haiya | arre | arre yaar | arey | are yaar |
    yaar | bhai | bhaiya | achha | accha | acha | chalo | jaldi | jaldi karo | jaldi note kar lo | note kar lo |
    kya baat hai | shabash | wah bhai | hai ram | uff | oho | arre bhai | dhanyavaad | shukriya | jugaad | bas yaar |
    hay naku | naku | ay nako | sayang | salamat | salamat po | grabe | ano ba | aduh | waduh | mantap |
    terima kasih | makasih | astaga | syukurlah | alhamdulilah | capek deh
""".split("|")
    if phrase.strip()
)
