"""Data of the rules: exclamations, thanks and closing words of western Europe and Poland, in small letters."""

EUROPEAN_PHRASES = frozenset(
    phrase.strip()
    for phrase in """
    endlich | na endlich | leider | puh | uffz | pff | pfff | pffff | tja | naja | na ja | oje | ojemine | ohje |
    oh je | o je | au weia | auweia | ach du grüne neune | ach du liebe zeit | ach du meine güte | meine güte |
    mein gott | herrje | herrgott | himmel | himmelherrgott | verdammt | verflixt | verflucht | mist | so ein mist |
    so'n mist | scheiße | scheisse | kacke | kruzifix | sakra | krass | der hammer | geil | super |
 prima | toll | wahnsinn | der wahnsinn | irre | unfassbar | unglaublich | zum heulen |
    zum haareraufen | zum mäusemelken | zum davonlaufen | zum verzweifeln | zum verrücktwerden | zum kotzen |
    zum schreien | zum glück | gott sei dank | dem himmel sei dank | gottlob | alter | alter schwede | altaa | ey |
    boah | igitt | hurra | juhu | jippie | yippie | hut ab | chapeau | respekt | gut gemacht | saubere arbeit |
    gute arbeit | starke leistung | danke | danke schön | dankeschön | vielen dank | vielen lieben dank |
    besten dank | herzlichen dank | tausend dank | 1000 dank | merci | gern geschehen | bitte schön | lg | vg | mfg |
    bg | gruß | gruss | grüße | gruesse | liebe grüße | viele grüße | beste grüße | schöne grüße | herzliche grüße |
    mit freundlichen grüßen | freundliche grüße | bis dann | bis morgen | bis später | tschüss | tschüs | servus |
    moin | moin moin | hallo | hallo zusammen | guten morgen | mahlzeit | schönen feierabend | feierabend |
    schönes wochenende | frohes schaffen | was für ein tag | was für ein mist | was für ein chaos |
    was für eine woche | so ein käse | so ein ärger | wie peinlich | wie ärgerlich | wie schön | ich kann nicht mehr |
    ich könnte heulen | ich könnt heulen | mir reicht's | mir reichts | nie wieder | das nervt | nervt | nervig |
    läuft | läuft bei uns | passt | geschafft | endlich geschafft | sorry | tut mir leid | mein fehler |
    nix für ungut | kein witz | ohne witz | kein scherz | echt jetzt | im ernst | pfiou | ouf | enfin | aïe | aie |
    zut | zut alors | mince | mince alors | flûte | punaise | purée | putain | merde | bordel | oh là là | oh la la |
    ohlala | olala | la vache | sacrebleu | nom de dieu | mon dieu | hélas | malheureusement | heureusement |
    dieu merci | bref | bon | ben | bof | et hop | youpi | hourra | génial | nickel | impec | parfait |
    chouette | trop bien | trop cool | trop content | trop contente | quelle galère | la galère | galère |
    quelle horreur | quelle honte | quel soulagement | quel bazar | quel bordel | quelle journée | quelle semaine |
    franchement | franchement ras-le-bol | ras-le-bol | ras le bol | y en a marre | j'en ai marre | marre |
    j'en peux plus | je n'en peux plus | je suis crevé | je suis crevée | je craque | tant pis | tant mieux |
    dommage | désolé | désolée | pardon | ça m'énerve | ça me saoule | ça m'a saoulé | plus jamais | jamais plus |
    chapeau bas | bien joué | bien vu | beau travail | beau boulot | joli | merci beaucoup | mille mercis |
    un grand merci | merci encore | merci qui | bises | bisous | bise | grosses bises | biz | cordialement | cdlt |
    bien cordialement | bien à vous | amitiés | à plus | a plus | à+ | a+ | à demain | à bientôt | à toute | salut |
    bonjour | bonjour à tous | salut les gars | salut tout le monde | bon week-end | bonne journée | bonne soirée |
    bon courage | courage | allez | allez hop | et voilà | et voila | sans rire | sans blague | je vous jure |
    mais bon | culpa mía |
    culpa mia | culpa minha | mia culpa | colpa mia | ci sentiamo domani |
    uf | ufff | buf | buff | puf | ay | ay ay ay | ayayay | madre mía | madre mia | dios mío | por dios |
    virgen santa | ostras | ostia | hostia | joder | jolín | jolines | jope | mierda | qué mierda | caray | caramba |
    vaya | vaya tela | vaya lío | vaya día | vaya semana | menudo lío | menuda semana | qué rollo | qué palo |
    qué pena | qué lástima | qué bien | qué mal | qué locura | qué pesadilla | qué vergüenza | qué alivio |
    qué horror | qué fastidio | qué coraje | qué rabia | qué asco | qué risa | qué chido | qué padre | qué bueno |
    qué guay | guay | genial | estupendo | fenomenal | perfecto | de lujo | olé | viva | bien hecho | buen trabajo |
    gran trabajo | enhorabuena | felicidades | felicitaciones | eres un crack | eres una crack | máquina |
    un crack | una crack | gracias | muchas gracias | mil gracias | gracias totales | un abrazo | abrazo | abrazos |
    un saludo | saludos | saludos cordiales | besos | besitos | un beso | besotes | hola | hola a todos | buenas |
    buenos días | buenas tardes | hasta luego | hasta mañana | nos vemos | adiós | chao | chau | por fin | al fin |
    menos mal | gracias a dios | por suerte | por desgracia | lástima | ni modo | no manches | no mames | órale |
    híjole | ándale | chale | che boludo | boludo | qué chimba | parce |
    uy | uy uy uy | oye | oigan | ojo | estoy harto | estoy harta | estoy agotado | estoy agotada | no puedo más |
    me quiero morir | me muero | qué cansancio | nunca más | perdón | perdonad | lo siento | sin palabras | en serio |
    va en serio | palabra | ufa | eita | eita nóis | oxe | oxente | vixe | vixi | putz | putz grila | poxa | puxa |
    puxa vida | caraca | cacete | porra | merda | que merda | droga | que droga | que saco | que raiva |
    que pena | que bom | que dó | que alívio | que vergonha | que loucura | que sufoco | que canseira | que dia |
    que semana | nossa | nossa senhora | meu deus | meu deus do céu | ai meu deus | misericórdia | credo | cruzes |
    deus me livre | graças a deus | fé em deus | se deus quiser | amém | aleluia | glória | ainda bem |
    até que enfim | finalmente | enfim | infelizmente | felizmente | affe | aff | afe | afff | tmj |
    tamo junto | é nóis | show de bola | maneiro | bacana | da hora | demais | sensacional | arrasou |
    mandou bem | mandou muito bem | mandou bem demais | parabéns | bom trabalho | belo trabalho | valeu | vlw |
    valeu demais | falou | flw | obrigado | obrigada | muito obrigado | muito obrigada | brigado | brigada | grato |
    grata | abraço | abraços | um abraço | abs | abç | beijo | beijos | bjs | bjo | beijinhos | bjos | até |
    até mais | até amanhã | até logo | tchau | oi | olá | opa | e aí | fala galera | oi gente | bom dia | boa tarde |
    boa noite | bom fim de semana | gente | galera | pessoal | gente do céu | tô exausto | tô exausta | tô morto |
    tô morta | tô cansado | tô cansada | cansei | não aguento mais | ninguém merece | fala sério | sem palavras |
    nunca mais | desculpa | desculpem | foi mal | kkk | kkkk | kkkkk | rs | rsrs | haja paciência | haja coração |
    fixe | bué fixe | bolas | que chatice | cum caraças | fogo | uffa | mannaggia | mannaggia la miseria | accidenti |
    accidempoli | acciderbolina | accipicchia | porca miseria | porca vacca | cavolo | cavoli | caspita |
    che palle | che barba | che noia | che fatica | che fatica però | che disastro | che casino |
    che incubo | che peccato | che vergogna | che rabbia | che sollievo | che gioia | che bello | che bellezza |
    che figata | che giornata | che settimana | che schifo | che figuraccia | che roba | che storia | madonna |
    madonna mia | mamma mia | oddio | o mio dio | dio mio | oh mio dio | santo cielo | santa pazienza | ahimè |
    ahime | ohi | ohimè | ahi | ehi | evviva | urrà | olè | brava | bravi | bravissimo | bravissima | ottimo lavoro |
    bel lavoro | gran lavoro | complimenti | complimentoni | applausi | grande | grandissimo | grandissima | mitico |
    mitica | grazie | grazie mille | mille grazie | grazie infinite | grazie di cuore | baci | bacioni | un bacio |
    un abbraccio | abbracci | saluti | cordiali saluti | un saluto | a presto | a domani | ci vediamo | ciao a tutti |
    buongiorno | buonasera | buona giornata | buon weekend | buon lavoro | mi raccomando | dai | daje | forza |
    alleluia | era ora | meno male | grazie al cielo | grazie a dio | per fortuna | purtroppo | peccato |
    sono stanco | sono stanca | sono distrutto | sono distrutta | sono a pezzi | sono sfinito | sono sfinita |
    non ne posso più | mai più | scusate | scusa | mi dispiace | boh | mah | beh | però | masakra | masakra jakaś |
    jakaś masakra | tragedia | dramat | katastrofa | koszmar | porażka | żenada | wstyd | kurczę | no kurczę |
    kurcze | no kurcze | kurde | o kurde | no kurde | kurna | kurka | kurka wodna | cholera | cholera jasna |
    psiakrew | rany | o rany | rany boskie | o matko | matko | matko boska | jezu | o jezu | jezus maria | o boże |
    boże | mój boże | litości | ręce opadają | ręce mi opadają | no ręce opadają | ech | eh | oj | ojej | ojejku |
    hura | jupi | ekstra | rewelacja | petarda | miodzio | świetnie | świetna robota | dobra robota | brawo |
    brawa | gratulacje | gratki | szacun | szacunek | wielki szacun | dzięki | dzięki wielkie | wielkie dzięki |
    dzięki bardzo | dziękuję | dziękuję bardzo | dziękujemy | pozdrawiam | pozdrawiamy | pozdro | pozdrowienia |
    z pozdrowieniami | uściski | buziaki | buźka | cześć | hej | siema | siemka | witam | witajcie | dzień dobry |
    do jutra | na razie | narka | nara | pa | no i super | no i fajnie | nareszcie | wreszcie | w końcu | no w końcu |
    na szczęście | niestety | szkoda | szkoda gadać | szkoda słów | brak słów | bez komentarza | nigdy więcej |
    mam dość | mam dosyć | padam | padam z nóg | jestem padnięty | jestem padnięta | jestem zmęczony |
    jestem zmęczona | wykończony | wykończona | ale jazda | ale akcja | ale jaja | ale wtopa | ale numer |
    o co chodzi | sorki | sory | przepraszam | sorka | kawa | idę po kawę | piona | dajcie spokój | bez jaj | serio |
    no dobra | no cóż | cóż | trudno | tjonge | jonge | jeetje | jeminee | goh | nou | nou ja | poeh | pfoe | oef |
    bah bah | verdorie | verdomme | godver | godverdomme | potverdorie | potverdikkie | balen | wat een gedoe |
    wat een ellende | wat een drama | wat een dag | wat een week | wat een opluchting | wat jammer | wat fijn |
    jammer | helaas | gelukkig | eindelijk | hè hè | hèhè | hoera | joepie | toppie | topper | lekker bezig |
    goed bezig | goed gedaan | mooi werk | mooi | knap | knap werk | petje af | petje af voor | bedankt | dank |
    dank je | dank je wel | dankjewel | dank u | hartelijk dank | heel erg bedankt | thnx | groetjes | groet |
    groeten | mvg | met vriendelijke groet | hartelijke groet | liefs | kusjes | doei | doeg | hoi |
    hoi allemaal | goedemorgen | tot morgen | tot later | fijn weekend | fijne avond | mijn fout | nooit meer |
    ik ben moe | ik ben kapot | ik ben er klaar mee | om te huilen | om gek van te worden | niet te geloven""".split(
        "|"
    )
)
