"""A step of salience: sentences of people among themselves (intent, mood, address), in other languages than English."""

import re

_INTENT = re.compile(
    r"^(?:[^,:;.!]{1,30}[,!.] ){0,2}(?:(?:bueno|vale|ok|bom|bem|alors|allora|dann|also|oké|dobra|ладно|primero|"
    r"primeiro|"
    r"prima|d'abord|zuerst|eerst|najpierw|сначала|adesso|ahora|agora|ahora mismo|maintenant|jetzt|nu|teraz|сейчас|"
    r"\d{4}-\d\d-\d\d)[\s,]+){0,2}(?:"
    r"(?:yo )?(?:voy a|vamos a|me pongo|(?:le |les |lo )?ech(?:o|aré|amos)|empiezo|empezaré|revis(?:o|aré)|mir(?:o|"
    r"aré))|"
    r"(?:eu )?(?:vou|vamos|começo|deixa(?: eu|-me| comigo)?|já te falo)|"
    r"je (?:vais|commence|regarde|jette|file|coupe|reviens|m'y mets|te dis|vous dis)|on (?:va voir|verra|regarde)|"
    r"(?:io )?(?:do|diamo|butto) un(?:'| )?occhiata|(?:io )?(?:adesso |ora )?(?:comincio|leggo|inizio|parto|guardo|"
    r"passo|stacco|ci guardo|ci guardiamo|vado)|"
    r"ich (?:schaue?|guck\w*|lese|les|gehe|geh|mach\w*|fang\w*|werde|will|muss|melde|tippe)|"
    r"ik (?:ga|kijk|begin|lees|wil|moet|zal)|(?:ja )?(?:rzucę|zacznę|przejrzę|zobaczę|sprawdzę|popatrzę|idę|dam)|"
    r"(?:я )?(?:гляну|посмотрю|начну|проверю|пройдусь|займусь|попробую|на свежую)"
    r")(?!\w)|"
    r"\b(?:luego|después|ya) (?:te|os|le) (?:cuento|digo|aviso)|\b(?:te|vi|ti) (?:faccio sapere|aggiorn\w+|scrivo)\b|"
    r"\b(?:os|te) (?:contamos|cuento|avisamos|aviso)\b|\bj[aá] te (?:falo|aviso)\b|\bje te (?:tiens|dis)\b|"
    r"\bsag(?:e)? (?:dir|euch)\b|\blaat (?:ik )?(?:het )?(?:je|jullie) weten\b|\bdam znać\b|\btu me dis\b|"
    r"\bme dices (?:qué|si)\b|\bmi dici\b|\bsag mir\b|\b(?:отпишусь|напишу)(?!\w)"
)
_NOT_LOOKED = re.compile(
    r"^(?:ainda n(?:em|ão) (?:olh|v[ei]|test|chequ|abri)\w*|todavía no (?:he )?(?:mir|vist|prob)\w*|(?:non ho|"
    r"je n'ai) (?:ancora |pas encore |encore )?(?:guardato|visto|provato|regardé|vu|testé)|(?:ich )?hab\w* (?:noch )?"
    r"(?:nicht|gar nicht) (?:geschaut|nachgesehen|reingeschaut))\b"
)
_EXCLAIMS = re.compile(
    r"^(?:[^,:;.!]{1,20}[,!] )?(?:qué|que|menud[oa]|che|quelle?|was für|wat een|co za|ну и|какой|какая)"
    r" [^\s,:;]+(?: [^\s,:;]+){0,4}(?:[!.,…]|$)"
)
_MOOD = re.compile(
    r"\b(?:(?:mil|muchas|muchísimas) gracias|gracias por|grazie (?:infinite|mille|per|di)|muito obrigad[oa]|"
    r"obrigad[oa] pel[ao]|"
    r"merci (?:infiniment|beaucoup|pour|d'avance|à tous)|(?:tausend|vielen|herzlichen) dank|danke|bedankt|dank je|"
    r"dziękuj\w+|dzięki za|спасибо|no hay manera|sigo pele\w+|muert[oa] de risa|tô lutando|non ne vengo|litigando|"
    r"rien à faire|je me bats|komme nicht weiter|ich kämpfe|te worstelen|wciąż walczę|бьюсь|"
    r"no puedo más|no prometo|estoy (?:perdid|hart|agotad|cansad|muert)[oa]|ando fatal|me desconecto|nos vemos|"
    r"descansad|"
    r"enhorabuena|sois un[oa]s|no aguanto|jaja\w*|me rindo|no doy pie|desesperar\w*|"
    r"não aguento|minha cabeça|bom descanso|preciso de uma? (?:cerveja|café|férias)|valeu demais|kk+|até (?:amanhã|"
    r"segunda)|"
    r"que deploy|a gente (?:vê|se fala|avisa)|qualquer coisa me|tô|"
    r"non ne posso più|non connetto|ci (?:vediamo|risentiamo|sentiamo|aggiorniamo)|riposatevi|sto impazzendo|ahah\w*|"
    r"bravissim[ioa]|si brinda|mi ha fatto (?:morire|ridere)|sono stanc[oa]|"
    r"je (?:ne )?(?:peux|comprends) (?:plus|rien)|j'y comprends|(?:je|on) (?:suis|est) (?:perdu|crevé|mort|"
    r"fatigué)\w*|mdr|"
    r"j'ai pleuré|reposez-vous|bravo à|c'est ma tournée|sans moi|au hasard|dis ça comme ça|"
    r"ich (?:kann|mag|will) (?:\w+ ){1,4}mehr(?: sehen| lesen| hören)?\W*$|wahnsinnig|hab(?:e)? tränen|macht's gut|"
    r"riesenkompliment|ihr seid|bis (?:montag|morgen|später)|keinen bock|ich verstehe? (?:\w+ ){1,3}(?:einfach )?nicht|"
    r"nur geraten|bauchgefühl|klingt gut|leg(?:t)? (?:einfach )?los|feierabend|fertiggemacht|"
    r"ik kan geen (?:\w+ ){1,3}meer|rust lekker|ik ben weg|tot (?:maandag|morgen)|dolblij|trakteer|ik lig dubbel|"
    r"ga je gang|"
    r"geweldig werk|zin in|pure? (?:een )?gok|puur een gok|"
    r"nie mogę już|odpoczywajcie|wylogowuję|mem o|rozwalił|brawo|jesteście niesamowici|tylko zgaduję|śmiechu|działaj|"
    r"не могу|видеть больше|отключаюсь|ахах\w*|убил|молодцы|в восторге|догадка|всем пока|понятия не имею)(?!\w)"
)
_SUPPOSED = re.compile(
    r"\b(puede ser|pode ser|può essere|ça peut être|kann|kan|może|может|magari|forse|mal|igual|vielleicht|"
    r"peut-être|misschien|"
    r"talvez|quizás?|тоже|lo mismo|то ли)(?!\w),?[^,;]{2,50}[,;] (?:o |ou |oder |of |albo |или )?\1(?!\w)|"
    r"\b(?:a saber|vete t[úu] a saber|quién sabe|lo mismo es|hablo por hablar|me da a mí|no he comprobado|"
    r"sei l[áa]|(?:só )?chutando|chute meu|quem sabe|será que|não verifiquei|"
    r"boh|magari|chi lo sa|secondo me|a mio avviso|è solo un'impressione|non ho controllato|"
    r"à mon avis|va savoir|qui sait|je n'ai rien vérifié|"
    r"mal ist es|man steckt nicht drin|ich tippe|geraten|"
    r"wie zal het zeggen|wie weet|nie mam pojęcia|kto (?:to )?wie|moim zdaniem|zgaduję|"
    r"понятия не имею|то ли|фиг знает|кто (?:его )?знает|по-моему|догадка)(?!\w)|\bigual es\b.*\bigual\b|"
    r"\b(?:oppure|o forse|ou (?:alors )?pas|o no|oder auch nicht|of niet|albo nie|или нет)\W*$|"
    r"也可能|谁知道|不知道|瞎猜|猜|不清楚|もしかし|分からな|分かりません|わからな|わかりません|勘です|せいかな|몰라|모르겠"
)
_EMPTY_REPORT = re.compile(
    r"\b(?:al tanto|a conoscenza|cientes|connaissance|op de hoogte|wiemy|знаем) (?:del|da|du|de|van|o|о)\b|"
    r"\bproblem\w* ist (?:uns|mir) bekannt\b|\bprossimo aggiornamento|prochaine mise à jour|nächstes update|"
    r"\bvolgende update|kolejna aktualizacja|следующее обновление|"
    r"\b(?:lo estamos investigando|ci stiamo lavorando|nos équipes y travaillent|wir arbeiten daran|pracujemy nad|"
    r"работаем над|zoeken het uit)(?!\w)|正在排查|没有更多消息|調査中(?:です)?[。]?$|進展あり|有进展"
)
_EAST_TALK = re.compile(
    r"(?:累|辛苦|不想|不再想|再也不想|笑死|梗图|心情|心疼|转不动|休息|拜拜|见面|周一见|明天见|下线了|吃饭|午饭|"
    r"火锅|咖啡|聊天|我请|放假|生日)|吧[。！!~～]?$|(?:ましょう|たいな|ですね)[。！!〜~]?$|"
    r"(?:疲れ|笑いが|面白すぎ|ミーム|ランチ|コーヒー|飲みに|無事に|喜ん|散歩|天気|失礼します|寂し|お先に|また月曜|お疲れ|のんびり)|"
    r"(?:ㅋㅋ|피곤|힘들|점심|커피|퇴근|볼게요|하겠습니다)"
)
_EAST_INTENT = re.compile(
    r"^(?:好的|行|嗯)?[，,]?我?先(?:看|去|读|弄|吃|下)|告诉你|回来再|(?:みます|見ます|てきます|たいです|たくないです|"
    r"たくない|ますね|くださいね?)[。！!〜~]?$|你有空|慢慢(?:看|聊)|やってみ|だめです|格闘し|較劲|较劲|一点进展"
)
_EAST_RULE = re.compile(r"必ず|常に|絶対|禁止|必须|一律|不要|不得|务必|반드시|항상|절대|금지|原因|しないで")
# The speaker or the one spoken to: alone with one word of the trade such a sentence is about them.
_DIRECT = re.compile(
    r"\b(?:ich|mich|mir|dir|dich|euch|ihr|du|leute|je|j'\w+|moi|toi|yo|mí|os|eu|você|vocês|"
    r"ik|mij|jij|jullie|je|ja|mnie|ty|wam|cię|я|мне|меня|ты|тебе|вам|chicos|ragazzi|pessoal|galera|ребята)"
    r"(?!\w)"
)
_TELLS = re.compile(
    r"\b(?:weil|statt|immer(?! noch| wieder)|niemals|nie wieder|parce que|plutôt que|toujours(?! (?:avec|pas|en|"
    r"sur))|jamais|porque|en lugar de|en vez de|siempre|nunca|"
    r"em vez de|sempre|mai|perché|invece di|ponieważ|zamiast|zawsze|nigdy|omdat|in plaats van|altijd|nooit|потому что|"
    r"вместо|всегда|никогда|decid\w+|entschieden|décidé|deciso|postanowi\w+|besloten|решили)(?!\w)"
)
_ACRONYM = re.compile(r"\b[A-Z]{2,}|\w [A-ZА-Я]\w+ \d")
_LATIN = re.compile(r"[a-z]{3,}")
_HARDLY = 0.6  # one word of the trade


def foreign_talk(sentence: str, folded: str, technical: float, *, eastern: bool) -> str | None:
    """`plan`, `hypothesis`, `status` or `personal` for a sentence with nothing firm that only keeps talk going."""
    plain = folded.strip().lstrip("-*•¡¿ ").replace("’", "'")
    if _SUPPOSED.search(plain):
        return "hypothesis"
    if _EMPTY_REPORT.search(plain):
        return "status"
    if eastern:
        return _eastern(plain)
    if _TELLS.search(plain):
        return None
    if _INTENT.search(plain) or _NOT_LOOKED.match(plain):
        return "plan"
    if _MOOD.search(plain) or _EXCLAIMS.match(plain):
        return "personal"
    named = _ACRONYM.search(sentence) is not None
    return "personal" if technical < _HARDLY and not named and _DIRECT.search(plain) else None


def _eastern(plain: str) -> str | None:
    """A mood counts where nothing is named in Latin letters, an intent always; what must be done is a rule."""
    if _EAST_RULE.search(plain):
        return None
    if _EAST_INTENT.search(plain):
        return "plan"
    return "personal" if _EAST_TALK.search(plain) and not _LATIN.search(plain) else None
