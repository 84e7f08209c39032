"""Data of the rules: verbs and small words of nine languages that speak for a type, by the forms they take."""

from memory.rules.classification.types import FactType

FOREIGN_VERBS: tuple[tuple[FactType, float, str], ...] = (
    # choosing, keeping and dropping: we, they, impersonal, passive
    ("decision", 3.5,
        r"\bwir (?:setzen auf|steigen (?:auf \w+ )?um|wechseln|verzichten|gehen (?:zu|auf|weg)|verwenden künftig|"
        r"schaffen (?:\w+ )?ab|streichen|ersetzen|bleiben|nutzen (?:weiter|künftig|statt)|machen (?:kein|weiter))\b|"
        r"\b(?:bleiben|bleibt) (?:es )?(?:bei|auf|beim|bis auf|vorerst|weiterhin|in)\b|\bverzichte[tn]\b|"
        r"\bfliegt raus\b|"
        r"\b(?:wird|werden|wurde|wurden) (?:[\w.-]+ ){0,5}(?:ersetzt|abgelöst|abgeschafft|abgeschaltet|eingestellt|"
        r"umgestellt|beibehalten|gestrichen|eingeführt)\b|\b(?:anstatt|anstelle|statt)\b|\bkommt nicht (?:infrage|in "
        r"frage)\b|\bnicht (?:in|auf|als|mehr|über) (?:die |der |dem |den |das )?[\w-]+,? (?:denn|weil|da|wegen)\b"),
    ("decision", 3.5,
        r"\b(?:on|nous) (?:reste(?:ra)?|part|passe(?:ra)?|conserve|choisit|retient|bascule|renonce|remplace|opte|"
        r"laisse|"
        r"lâche|restons|gardons|conservons|choisissons|abandonnons|renonçons|remplaçons|optons|retenons|basculons|a "
        r"(?:gardé|choisi|retenu|abandonné|remplacé|opté|préféré|décidé)|avons (?:gardé|choisi|retenu|abandonné|"
        r"remplacé|opté|préféré))\b|\bon n(?:e |')\w+ (?:pas|plus)\b|\b(?:est|sont|sera|seront|a été|"
        r"ont été) (?:gardée?s?|"
        r"conservée?s?|abandonnée?s?|retenue?s?|remplacée?s? par|écartée?s?|supprimée?s? au)\b|\bpassent? (?:à|de|"
        r"sur|en) "
        r"|\bplutôt qu|\bau lieu d|\bet (?:non|pas) (?:pas )?(?:en|sur|dans|à|avec|le|la|les|un|une)\b"),
    ("decision", 3.5,
        r"\b(?:nos (?:quedamos|pasamos|decantamos|cambiamos|vamos a)|seguimos|mantenemos|elegimos|hemos (?:optado|"
        r"elegido|decidido|descartado|preferido|acordado|pasado|cambiado|dejado)|apostamos por|dejamos de|renunciamos|"
        r"sustituimos|adoptamos|abandonamos|no vamos a (?:usar|adoptar|migrar|pasar|cambiar)|vamos a (?:seguir|usar|"
        r"mantener)|optamos|preferimos|me quedo con|descartamos|cambiamos)\b|\bse (?:queda|mantiene|descarta|opta|"
        r"decide|"
        r"adopta|abandona|sustituye|elige|prefiere|retira|decidió|optó|eligió|descartó|sustituyó|mantuvo|ha "
        r"(?:decidido|optado|elegido|descartado|sustituido))n?\b|\b(?:en vez|en lugar) de\b|\by no (?:en|con|a|de|"
        r"como|por|"
        r"al|el|la|un|una)\b|\bpasan? a (?:ser |usar |\w+ )"),
    ("decision", 3.5,
        r"\b(?:(?:não )?vamos (?:adotar|usar|migrar|trocar|continuar|seguir|ficar|manter|de)|ficamos (?:com|no|na|em)|"
        r"seguimos (?:com|no|na)|continuamos (?:com|no|na)|adotamos|abandonamos|desistimos|abrimos mão|mudamos para|"
        r"migramos para|passamos (?:a|para)|escolhemos|optamos|trocamos|descartamos|substituímos|preferimos)\b|"
        r"\b(?:ficou|fica|foi|foram|será|serão) (?:decidid[oa]s?|escolhid[oa]s?|adotad[oa]s?|descartad[oa]s?|"
        r"substituíd[oa]s?|mantid[oa]s?|trocad[oa]s?|aposentad[oa]s?)\b|\b(?:em|ao) (?:vez|invés) d|\bno lugar d|"
        r"\be não "
        r"(?:em|no|na|com|o|a|um|uma|por|via|mais)\b|\b(?:sai|saem) d[oa]s? \w+ e (?:vira|vai|vão)\b|"
        r"\bpassam? a ser\b"),
    ("decision", 3.5,
        r"\b(?:si (?:resta|rimane|passa|tiene|abbandona|va (?:avanti )?(?:con|su)|usa|adotta|rinuncia|sostituisce|"
        r"preferisce|sceglie)|non si (?:passa|usa|adotta|migra|tocca)|restiamo|rimaniamo|teniamo|passiamo|abbandoniamo|"
        r"rinunciamo|adottiamo|scegliamo|sostituiamo|preferiamo|optiamo|useremo|continuiamo|abbiamo (?:scelto|"
        r"preferito|"
        r"optato|abbandonato|sostituito|adottato|tenuto|deciso)|(?:è|sono) stat[oaie] (?:scelt|sostituit|abbandonat|"
        r"scartat|adottat)[oaie]|resta(?:no)? (?:su|in|a|con))\b|\b(?:al posto d|invece d|anziché|piuttosto che)|"
        r"\be non "
        r"(?:su|in|con|a|al|il|la|come|per|più)\b"),
    ("decision", 3.5,
        r"\bwe (?:blijven|houden|kiezen|gaan (?:voor|over|naar|niet)|stappen|nemen|laten|stoppen|vervangen|gebruiken "
        r"voortaan|schrappen|zijn overgestapt)\b|\b(?:wordt|worden|werd|werden|is|zijn) (?:[\w.-]+ ){0,5}(?:vervangen|"
        r"gekozen|geschrapt|afgeschaft|behouden|overgezet|uitgefaseerd)\b|\b(?:in plaats van|blijft (?:op|bij|in)|"
        r"blijven (?:op|bij|in)|en niet (?:in|op|naar|met))\b|\b(?:zostaj(?:emy|e) (?:przy|na|w)|wybieramy|wybraliśmy|"
        r"odchodzimy|porzucamy|zamieniamy|zastępujemy|stawiamy na|nie będziemy|został[aoy]? (?:wybran|zastąpion|"
        r"porzucon|wycofan)\w+|zamiast|a nie (?:w|na|z|do|przez))\b|\b(?:берём|выбираем|оста(?:ёмся|емся|ются|ётся|"
        r"ется) "
        r"(?:на|в|при|с)|отказываемся|отказались|заменяем|заменили|переехали|переезжаем|не будем|вместо|а не (?:в|на|с|"
        r"через|по))\b|保留|沿用|采用|选用|选择了|弃用|改成|换成|而不是|而非|不再|不用|迁移到|"
        r"採用|ではなく|代わりに|使い続け|を使います|を使うことに|に移行し|に変更し|廃止|取りやめ|に統一し"),
    # what went wrong, told by its marks
    ("failure", 2.5,
        r"\b(?:ohne (?:warnung|fehlermeldung|hinweis)|lief(?:en)? (?:ins leere|über|voll|auf|nicht)|feuerte|"
        r"abgeschnitten|"
        r"schnitt \w+|verschluckt\w*|überschrieben|vergessen|vertauscht|ungleich|falsch\w*|fehlt|fehlen|leer|doppelt|"
        r"mitten in|hakt|statt dessen|konnte[n]? nicht|kann (?:nicht|kein)|sans (?:prévenir|avertir|erreur|message)|"
        r"ignorait|périmée?s?|vides?|oublié\w*|écras\w+|tronqu\w+|coup(?:ait|é)|ne (?:comprend|savait|voyait|pouvait|"
        r"tenait|marchait|passait|trouvait)|inversée?s?|en double|mauvais[e]?|faux|fausse|manqu\w+|tombait|perdait|"
        r"doublon\w*|sin (?:avisar|aviso|error)|no (?:se (?:usaba|cerraba|llamaba|ejecutaba|guardaba)|funcionaba|"
        r"coincid\w+|podía|encontraba)|invert[íi]\w+|invierte\w*|duplicaba\w*|duplicad\w+|perd[íi]a\w*|cortaba|"
        r"olvid\w+|vací[oa]s?|mal (?:configurad|escrit)[oa]|ca[íi]a\w*|tardaba|fallaba\w*|rompía|sobrescrib\w+)\b"),
    ("failure", 2.5,
        r"\b(?:sem (?:avisar|aviso|erro)|cortava\w*|voltava\w*|chegava\w*|vinha\w*|errad[oa]s?|duplicav\w+|"
        r"duplicad[oa]s?|perdia\w*|sobrescri\w+|apag(?:ou|ado|ava)|esquec\w+|vazi[oa]s?|não (?:podem? ser|funcionava|"
        r"fechava|chamava|batia|encontrava|limpava)|indefinido|estour\w+|barrav\w+|segurava|demorava|senza "
        r"(?:avvisare|errori|avviso)|troncav\w+|tagliav\w+|perdev\w+|dimenticat\w+|vuot[oaie]|sbagliat[oaie]|"
        r"sovrascri\w+|duplicav\w+|invertit[oaie]|non (?:funzionava|chiudeva|trovava|veniva|tornava|leggeva)|cadeva|"
        r"falliva\w*|zonder (?:waarschuwing|foutmelding)|werkte niet|ontbra\w+|leeg|verkeerd\w*|dubbel\w*|vergeten|"
        r"afgekapt|overschreven|ging (?:mis|stuk|fout)|bez (?:ostrzeżenia|błędu)|ucinał\w*|pust[eayo]|błędn\w+|"
        r"zł[aey]|podwójn\w+|zapomni\w+|nadpis\w+|nie (?:działał\w*|zamykał\w*|był[ao]?)|psuł\w*|gubił\w*|"
        r"без (?:предупреждения|ошибки)|обрез\w+|пуст\w+|неверн\w+|неправильн\w+|забыл\w*|перезапис\w+|терял\w*|"
        r"не (?:закрыв\w+|был[аои]?|чистил\w*|обновлял\w*|проверял\w*|учитыва\w+)|зацикл\w+|валил\w*)\b|"
        r"没有(?:关闭|释放|加|设|更新|提示|清)|忘(?:了|记)|截断|丢|卡|崩|写错|配错|重复(?:扣|插|发|执)|为空|溢出|泄露|不一致|失效|"
        r"切り捨て|欠け|漏れ|忘れ|空に|重複し|食い違|間違|不一致|溢れ|できなくな|消え|遅く|待たされ"),
    # what products demand and bear
    ("dependency", 3.0,
        r"\b(?:ist (?:deshalb |daher )?(?:auf \S+ )?(?:festgenagelt|gepinnt|fixiert|eingefroren)|festgenagelt|gepinnt|"
        r"läuft (?:nur|erst|nicht) (?:mit|ab|unter|auf)|braucht (?:mindestens )?\w+ v?\d|spricht nur|"
        r"ne (?:tourne|fonctionne|marche|gère|supporte|prend) (?:pas|que|plus)|figée?s? (?:à|en|sur)|épinglée?s?|"
        r"nécessite|requiert|il (?:nous )?faut (?:le|la|au|php|java|node)|no (?:funciona|arranca|soporta|corre|es "
        r"compatible) con|fijad[oa]s? (?:a|en)|anclad[oa]s?|requiere\w*|necesita\w* \w+ v?\d|não (?:roda|funciona|sobe|"
        r"compila|suporta)|travad[oa]s? (?:em|na|no)|fixad[oa]s? (?:em|na|no)|requer\w*|exigem?|non (?:gira|parte|"
        r"funziona|supporta|è compatibile)|bloccat[oaie] (?:a|alla)|serve|servono|fissat[oaie] (?:a|alla)|werkt "
        r"(?:niet|alleen|pas) (?:met|vanaf|op)|vastgezet|vereist|nie (?:działa|obsługuje|wspiera) (?:z|na)?|"
        r"przypięt\w+|zablokowan\w+ na|не (?:поддержива\w+|работает с|совместим\w*)|зафиксирован\w*|закреплен\w*)\b|"
        r"固定(?:在|为|了|到)|锁定(?:在|版本)|必须使用|不兼容|不支持|仅支持|需要.{1,16}\d|版本号|固定して|対応していない|非対応|互換|必要です"),
    # rules, by small words at the start of a clause
    ("pattern", 2.5,
        r"(?:^|[:,.;–—] )(?:aucune?|chaque|tout|toute|jamais de|pas de|kein|keine|jede[rsn]?|nie|niemals|alle|ningún|"
        r"ninguna|cada|tod[oa]s? (?:l[oa]s )?|nada de|nunca|nenhuma?|toda?|nessun[oa]?|ogni|mai|tutt[ie] (?:i|gli|le)|"
        r"geen|elke?|ieder[e]?|alle|żaden|żadn\w+|każd\w+|ни одн\w+|никаких|каждый|каждая|все|всегда)\b|"
        r"\b(?:ne \w+ jamais|n'\w+ jamais|(?:lleva|llevan|tiene|tienen|va|van|usan?|pasan?) siempre|siempre (?:se|"
        r"con|en|"
        r"por|llev\w+|va|van)|hanno sempre|ha sempre|si \w+ sempre|sempre (?:con|in|il|la|com|em)|toda \w+ nova|"
        r"todo \w+ novo|cada \w+ nuev[oa]|niet zonder|nur (?:über|mit|per|in|aus|nach)|bitte (?:nur|nie|immer)|"
        r"только (?:через|в|из|с)|tylko (?:przez|w|z|po)|solo (?:da|con|tramite|desde|por|a través)|só (?:pode|via|com|"
        r"por|depois))\b|一律|必须|严禁|禁止|不要|不得|每(?:个|次|条)|都(?:要|必须)|"
        r"必ず|してはいけ|しないこと|しないで|こと。|べき|ルール|のみ(?:可|許)"),
    # how things stand
    ("context", 2.5,
        r"\b(?:ist bei \d+ von|\d+ von (?:den )?\d+|fertig|offen|ausstehend|steht noch aus|il reste|restent? (?:à|"
        r"ouvert|"
        r"\d|encore)|en cours|désactivée?s?|reste(?:nt)? (?:en|bloqué)|en attente|faltan|falta|quedan?|"
        r"migrad[oa]s? \d+|"
        r"las restantes|los restantes|sigue(?:n)? (?:activ|pendient|abiert|bloquead|en)\w*|está(?:n)? (?:en|pendiente|"
        r"bloquead|desactivad|parad)\w*|en preproducción|en manutenci\w+|(?:está|estão|segue|seguem) (?:em|parad|"
        r"pendent|"
        r"bloquead|desligad|rodando|no ar)\w*|faltam?|restam?|em \d+ ?%|em lotes|è in (?:manutenzione|corso|pausa|"
        r"attesa)|"
        r"mancano|manca|restano|resta(?:no)? (?:apert|da|in attesa)\w*|sono (?:in|ferm|bloccat)\w*|nog \d+|"
        r"\d+ van de \d+|"
        r"staat (?:nog|stil|uit)|open|loopt nog|zostało|brakuje|trwa|czeka\w*|gotow\w+|\d+ z \d+|готов\w*|осталось|"
        r"остались|ждут|ждёт|\d+ из \d+|отключен\w*|закрыт\w*|в работе|на ревью)\b|"
        r"还剩|剩下|剩余|等待|等(?:着)?|已完成|已迁移|进行中|处于|卡在|冻结|残り|完了|待ち|中です|進行中|停止中|済み|凍結"),
)  # fmt: skip
