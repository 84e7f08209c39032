"""Data of the rules: clauses of the same kind in Spanish, Portuguese, Italian, French and German."""

_SPANISH = (
    r"(?:os|te|les|lo) juro(?: [^:]{1,90})?",
    r"(?:pues )?la verdad(?: (?:es que|sea dicha))?|menud[oa] (?:faena|marrón|lío|tela|rollo|odisea)|menuda|"
    r"vaya (?:faena|"
    r"tela|rollo|odisea|marrón)|qué (?:faena|rollo|fatiga|cruz|cansancio|alegría|ilusión|risa|maravilla|"
    r"alivio|nervios)(?: [^:]{1,30})?",
    r"(?:tras|después de|luego de|de tanto) (?:darle|darles|dar) (?:\w+ )?(?:vueltas|mil vueltas|"
    r"muchas vueltas)(?: [^:]"
    r"{1,30})?|a base de (?:disgustos|palos|golpes|tortas|sustos)|lo aprendí (?:a base de|por las malas|a golpes|a las "
    r"malas)[^:]{0,40}|se lo aprendió a base de[^:]{0,40}",
    r"(?:cruzo|cruzamos|crucemos|cruzad|crucen|con) los dedos(?: [^:]{1,30})?|toco madera|tocamos madera|a ver si hay "
    r"suerte|deseadme suerte|deséenme suerte|rezad por mí|recen por mí",
    r"cre(?:edme|édme|eme|éeme|anme|éanme)|hacedme caso|háganme caso|hazme caso|fiaos de mí|que conste|palabrita",
    r"(?:siempre )?(?:majísim[oa]|encantador[a]?|amabilísim[oa]|simpatiquísim[oa]|graciosísim[oa]|un (?:sol|crack|"
    r"cielo|encanto|figura|máquina|genio|santo)|una (?:crack|joya|santa|máquina|artista|fiera))(?: como siempre|"
    r" donde los "
    r"haya)?|como siempre|tan (?:maj[oa]|simpátic[oa]|amable|gracios[oa]|salad[oa]) como siempre|(?:el|la) "
    r"pobre(?: \S+)?|pobrecill[oa]|pobrecit[oa]|pobre (?:hombre|mujer|chico|chica|mí)|bendit[oa] sea|"
    r"que en paz descanse",
    r"(?:con|con todo el|con mucho) (?:cariño|amor|mucho cariño|todo mi cariño|mucho amor)|(?:lo digo|lo repito|lo "
    r"recuerdo|os lo digo|lo dejo) (?:con|sin) (?:todo el |mucho |todo mi )?(?:cariño|amor|acritud|ánimo de ofender)|"
    r"sin (?:acritud|rencor(?:es)?|ofender a nadie|ánimo de ofender|prisas?)",
    r"(?:actualización|nota|aviso|apunte|resumen|última cosa)(?: \w+){0,2} antes de [^:]{2,40}|antes de (?:irme|"
    r"largarme|"
    r"marcharme|que me vaya|escaparme|salir (?:corriendo|pitando|de (?:casa|fiesta|vacaciones|puente)))[^:]{0,40}|"
    r"me voy de "
    r"(?:puente|vacaciones|finde)[^:]{0,30}|me piro[^:]{0,30}|nos vemos[^:]{0,25}|hasta (?:mañana|el lunes|luego)|"
    r"buen (?:finde|fin de semana|puente|día|lunes|viernes)[^:]{0,20}|(?:feliz|feliz y) (?:lunes|viernes|finde|"
    r"año)[^:]{0,20}",
    r"casi me (?:pongo|echo|muero|caigo|da|quedo)[^:]{0,60}|preguntad a[^:]{0,30}|(?:me )?(?:dio|da) (?:un )?(?:"
    r"patatús|yuyu|vergüenza|pereza|rabia|pena)[^:]{0,30}|no tengo perdón(?: de dios)?|tierra trágame|"
    r"me (?:cago|flagelo|fustigo|arranco)[^:]{0,30}|qué torpe (?:soy|estoy)?|soy (?:un|una) (?:torpe|desastre|paquete|"
    r"manta|zoquete|burro|burra|cenutri[oa])[^:]{0,20}",
)  # fmt: skip
_PORTUGUESE = (
    r"(?:e )?(?:olha|olhe|vê|veja) que (?:ele|ela|eles) [^:]{2,50}|(?:o )?coitad(?:o|a|os|as|inho|inha)(?: d[aeo]"
    r" [^:]{1,20})?|(?:ele|ela) (?:é|tá|está) (?:\w+ )?(?:chat[oa]|brav[oa]|fera|craque|um amor|uma fofa|"
    r"gente boa)[^:]{0,25}",
    r"(?:eu )?(?:quase )?morr(?:i|endo|o) de (?:vergonha|rir|medo|tédio|raiva|sono|cansaço)[^:]{0,20}|que "
    r"(?:mico|vergonha|sufoco|canseira|fase|dureza|trabalheira|alegria|loucura|tristeza)[^:]{0,25}|"
    r"dá vontade de [^:]{2,30}|de chorar",
    r"(?:fiquei |passei |foram |perdi )?(?:umas? |mais de |quase )?(?:\S+ )?(?:horas? |tarde |manhã |noite |dia )?"
    r"(?:inteir[oa] )?xingando[^:]{0,40}|arrancando (?:os )?cabelos?[^:]{0,20}|batendo cabeça[^:]{0,20}|à toa",
    r"juro(?: (?:por deus|pra vocês|de pé junto|que [^:]{1,50}))?|(?:podem )?acreditem|podem confiar|na moral|na boa|"
    r"sem (?:zoeira|brincadeira|caô|estresse|stress|drama|pressa|pressão)|com (?:todo o )?(?:carinho|amor|respeito)|"
    r"com muito (?:carinho|amor)|dedos cruzados|torçam por mim|torcendo aqui|bato na madeira|vai que é tua|"
    r"(?:é )?(?:um|uma) (?:querid[oa]|fof[oa]|anjo|craque|gênio|santo|lindeza)|sempre (?:querid[oa]|gentil|"
    r"atencios[oa]|"
    r"solícit[oa])(?: como sempre)?|como sempre|(?:atualização|nota|aviso|recado|"
    r"resumo)(?: \w+){0,2} antes de [^:]{2,40}|"
    r"antes de (?:eu |(?:sair|ir|correr) (?:pra|para|pro|embora|correndo|de férias))[^:]{0,40}|"
    r"bom (?:fim de semana|feriado|descanso|findi)[^:]{0,20}|(?:um )?(?:beijo|abraço)s?[^:]{0,25}|deus me livre|"
    r"graças a deus|pelo amor de deus|meu deus(?: do céu)?|nossa senhora|virgem maria|credo|misericórdia|eita|"
    r"força na peruca|vida que segue|(?:que|ô) (?:beleza|maravilha|luta)|kkk+|parabéns[^:]{0,30}|arrasou[^:]{0,15}|"
    r"mandou (?:muito )?bem[^:]{0,20}",
)  # fmt: skip
_ITALIAN = (
    r"con buona pace d\w+['’]?(?: ?[^:]{1,30})?|mannaggia(?: (?:a|al|alla) [^:]{1,20})?|accidenti(?: a [^:]{1,20})?|"
    r"porca (?:miseria|paletta|vacca)|che (?:fatica|ansia|sudata|sfacchinata|stress|barba|nervi|figura|vergogna|bello|"
    r"gioia|tristezza|disastro|tragedia|faticaccia|rottura)[^:]{0,25}|mamma mia[^:]{0,20}|santo cielo|per carità|"
    r"(?:e )?pazienza|dio mio|oddio|figurati",
    r"(?:mi|ci) (?:viene|venne|prende|mette|fa) (?:l['’]|la |il |un['’]?|una |da )?(?:ansia|angoscia|nausea|panico|"
    r"magone|rabbia|piangere|ridere|tristezza|voglia di piangere|male al cuore|paura)[^:]{0,50}",
    r"(?:me|ce) (?:l['’]ha|lo ha|l['’]hanno|lo) (?:\w+ )?(?:conferm|detto|dett|segnal|spieg|ricord|sugger|insegn|"
    r"racconta|"
    r"garant)\w*[^:]{0,50}",
    r"(?:sempre |davvero )?(?:gentilissim[oa]|simpaticissim[oa]|bravissim[oa]|carinissim[oa]|pazientissim[oa]|"
    r"adorabile|"
    r"disponibilissim[oa]|un (?:tesoro|mito|santo|grande|angelo)|una (?:santa|forza|grande))(?: come sempre| con "
    r"tutti| come al solito)?|come sempre|gran(?:de)? (?:persona|uomo|donna|tipo)|pover(?:o|a|ino|ina|etto|"
    r"etta)(?: \S+)?",
    r"(?:aggiornamento|nota|appunto|riassunto|recap|punto|ultima cosa)(?: \w+){0,2} prima di [^:]{2,40}|"
    r"(?:appena )?prima di "
    r"(?:scappare|fuggire|andare (?:a (?:casa|letto|pranzo|cena|prendere)|in ferie)|uscire di casa)[^:]{0,40}|"
    r"scappo[^:]{0,30}|"
    r"buon (?:weekend|fine settimana|lunedì|venerdì|lavoro|ponte|pranzo)[^:]{0,20}|buone (?:ferie|feste|"
    r"vacanze)[^:]{0,20}|"
    r"(?:un )?(?:abbraccio|bacio|bacione)[^:]{0,20}|grazie (?:di cuore|infinite|mille|ancora|davvero|tante)[^:]{0,50}|"
    r"incrocio le dita|dita incrociate|incrociamo le dita|tocco ferro|tocchiamo ferro|in bocca al lupo|crepi|"
    r"(?:ve )?lo giuro|giuro|credetemi|fidatevi|parola mia|con affetto|con tanto (?:affetto|amore)|senza offesa|"
    r"senza rancore|senza fretta|complimenti[^:]{0,40}|(?:bravo|brava|bravi|brave) [^:]{1,25}|chiedo venia|"
    r"che dio ce la mandi buona|viva [^:]{1,20}|alla faccia (?:mia|nostra|sua)",
)  # fmt: skip
_FRENCH = (
    r"merci (?:infiniment|mille fois|encore|du fond du cœur|de tout cœur|beaucoup|bien)[^:]{0,50}|"
    r"un grand merci[^:]{0,50}|"
    r"mille mercis[^:]{0,30}|tu (?:m['’]|nous )?(?:enlèves|sauves|as sauvé|me sauves|gères|assures|déchires)[^:]{0,40}|"
    r"tu es (?:un|une) (?:ange|amour|chef|génie|perle|crack)[^:]{0,20}|chapeau(?: bas)?[^:]{0,30}|bravo[^:]{0,30}|"
    r"félicitations[^:]{0,30}|(?:gros |plein de )?(?:bisous|bises|câlins)[^:]{0,25}",
    r"(?:quelle|quel) (?:galère|angoisse|honte|horreur|joie|journée|semaine|enfer|soulagement|bonheur|plaie|purge|"
    r"tristesse|cauchemar|bazar|misère|histoire)[^:]{0,30}|je (?:vous )?(?:le )?jure|promis(?: juré)?|croyez-moi|"
    r"sans rancune|sans vouloir (?:vexer|offenser)[^:]{0,20}|en toute amitié|avec (?:tout mon |"
    r"beaucoup d['’])?(?:amour|"
    r"tendresse|affection|plaisir|émotion|regret)|(?:je )?croise les doigts[^:]{0,20}|(?:on )?(?:croise|croisons) les "
    r"doigts[^:]{0,20}|doigts croisés|(?:je )?touche du bois|(?:la|le) pauvre(?: \S+)?|pauvre de moi|"
    r"(?:toujours )?(?:aussi )?(?:adorable|charmante?|sympa|gentille?|drôle|patiente?)(?: comme (?:toujours|"
    r"d['’]habitude))?|"
    r"comme (?:toujours|d['’]habitude|d['’]hab)|(?:point|note|petit mot|info|résumé|"
    r"mise à jour)(?: \w+){0,2} avant (?:de |d['’])[^:]{2,40}|avant de (?:filer|fuir|"
    r"me sauver|partir en (?:vacances|congés?|week-end))[^:]{0,40}|je file[^:]{0,30}|je me sauve[^:]{0,20}|"
    r"bon(?:ne)? (?:week-?end|soirée|journée|vacances|lundi|vendredi|"
    r"appétit|courage|fin de journée)[^:]{0,25}|ne (?:me )?(?:tapez|frappez|jugez) pas[^:]{0,20}|pas taper|pas de "
    r"panique[^:]{0,15}|ne vous inquiétez pas|respirez|mon dieu|bon sang|nom de dieu|sacrebleu|la vache|purée|"
    r"que du bonheur|le pied|la loose|la honte(?: [^:]{1,15})?|à mon grand (?:dam|désespoir|regret|soulagement)|au "
    r"grand (?:dam|désespoir|bonheur|désarroi) d[^:]{1,25}|n['’]en déplaise à[^:]{1,25}",
)  # fmt: skip
_GERMAN = (
    r"(?:riesen|tausend|herzlichen|lieben|großen|fetten|mega) ?dank[^:]{0,30}|(?:ich )?(?:könnte|"
    r"möchte) (?:die wände|an die "
    r"decke)[^:]{0,20}|(?:bitte )?(?:alle )?daumen (?:sind )?(?:ge)?drücken(?: bitte| alle| für [^:]{1,20})?|"
    r"daumen (?:sind )?gedrückt|"
    r"drückt (?:mir |uns )?(?:mal |bitte )?(?:die|alle) daumen|toi,? ?toi,? ?toi|gott sei['’]?s geklagt|gott sei['’]?s "
    r"gedankt|gott (?:hab|habe) (?:ihn|sie) selig|weiß der (?:geier|teufel|himmel)[^:]{0,20}|der liebe gott|"
    r"ungelogen|(?:ich )?schwör(?:e|s|['’]s)?|ehrlich|hand aufs herz|großes indianerehrenwort|glaubt (?:mir|es mir)|"
    r"nichts für ungut|nix für ungut|bitte nicht hauen|nicht hauen|(?:bitte )?nicht lachen|nicht schimpfen|keine panik|"
    r"keine sorge|ruhig blut|durchatmen|tief durchatmen|(?:bloß )?kein stress|(?:der|die) (?:arme|"
    r"ärmste)(?: [^:]{1,50})?|"
    r"arme sau|(?:ein|eine) (?:schatz|goldstück|engel|held|heldin|perle)|herzlichen glückwunsch[^:]{0,30}|"
    r"glückwunsch[^:]{0,30}|hut ab[^:]{0,30}|respekt[^:]{0,20}|chapeau[^:]{0,20}|(?:ganz |sehr )?liebe grüße[^:]{0,25}|"
    r"(?:schönen|schöne|schönes|guten) (?:feierabend|urlaub|feiertag|feiertage|wochenende|start|sonntag|tag noch|"
    r"rutsch|"
    r"wochenstart)[^:]{0,25}|zum leidwesen [^:]{1,30}|zu (?:meiner|unserer|[^\s:]+s) (?:großen )?(?:schande|freude|"
    r"überraschung|erleichterung|leidwesen|bestürzung)|mit (?:schwerem herzen|viel liebe|freude|bedauern|großer freude|"
    r"besten grüßen)|meine güte|du liebe (?:zeit|güte)|ach du (?:schande|schreck|je|meine güte)|heidewitzka|"
    r"(?:wie immer|wie üblich|wie gewohnt) (?:super|klasse|toll|spitze|charmant|nett|herzlich|gut gelaunt)[^:]{0,15}|"
    r"(?:(?:kurzes |schnelles |letztes )?(?:update|notiz|info|zwischenstand) )?bevor ich (?:gleich |mich |in den |"
    r"ins |heim)[^:]{2,40}|(?:da )?könnt['’]?e? ich (?:echt )?(?:heulen|kotzen|"
    r"schreien|platzen)|(?:ich )?(?:heul|krieg)e? (?:gleich|echt|noch|die krise)[^:]{0,20}|zum (?:heulen|"
    r"haareraufen|mäusemelken|piepen|weinen)[^:]{0,10}|hab(?:e)? ich selbst verbockt|(?:total )?verpeilt|selbst schuld",
)  # fmt: skip
_BLESSED = (
    r"con la bendición de [^:]{1,30}|com a bênção d[aeo] [^:]{1,30}|con la benedizione d[\w'’]+ ?[^:]{1,30}|avec la "
    r"bénédiction d[\w'’]+ ?[^:]{1,30}|ay (?:madre|mamá|dios)(?: mía| mío)?|qué disgusto[^:]{0,20}|hallihallo|huhu|"
    r"na toll",
)
# Thanks for something and praise of a piece of work, without a word on what it does.
_THANKED = (
    r"(?:(?:mil|muchas|muchísimas|un millón de) )?gracias(?: (?:mil|totales|infinitas))?(?: (?:por|a) [^:]{1,40})?",
    r"(?:muito |super |mil )?obrigad(?:o|a|os|as|ão)(?: (?:mesmo|demais))?(?: (?:por|pel[oa]s?|a) [^:]{1,40})?|"
    r"valeu(?: demais| mesmo)?(?: (?:por|pel[oa]s?) [^:]{1,40})?",
    r"(?:mille |tante |molte )?grazie(?: (?:per|a) [^:]{1,40})?|"
    r"(?:mille )?mercis?(?: (?:pour|à) [^:]{1,40})?",
    r"(?:vielen |besten |lieben )*dank(?:e|eschön)?(?: (?:für|an) [^:]{1,40})?",
    r"(?:(?:ficou|está|tá|quedó|quedado|è venut[oa]|venut[oa]) )?(?:(?:muito|muy|molto|très|davvero|sehr) )?"
    r"(?:lind[oa]|"
    r"bonit[oa]|ótim[oa]|massa|show|precios[oa]|genial|excelente|buenísim[oa]|bellissim[oa]|ottim[oa]|splendid[oa]|"
    r"bell[oa]|superbe|magnifique|excellente?|super|schön(?:er|e|es)?|klasse|toller?|"
    r"starker?) (?:[oa] |il |la |el |le )?"
    r"(?:pr|mr|pull request|merge request|trabalho|trabajo|curro|lavoro|travail|boulot|arbeit|review|revisión|revisão)",
)
EUROPEAN = (*_THANKED, *_SPANISH, *_PORTUGUESE, *_ITALIAN, *_FRENCH, *_GERMAN, *_BLESSED)
