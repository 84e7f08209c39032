"""A step of distilling: why a sentence in another language than English states nothing (asked, wished, only meant)."""

import re

from memory.rules.persons import east_asian

_ASKED = re.compile(
    r"\?[\"'”)*_»]*\s*$|^(?:¿|(?:hallo|hola|ciao|salut|oi|hej|leute|chicos|pessoal|ragazzi),? )?(?:"
    r"(?:kannst|könntest|könnten|könnt|würdest|magst|hast) (?:du|ihr|sie|bitte|jemand)|kann (?:jemand|mal|bitte|"
    r"wer)|bitte|wer kann|"
    r"(?:peux|pourrais|pouvez|pourriez)[- ](?:tu|vous)|tu (?:peux|pourrais)|vous (?:pouvez|pourriez)|(?:est-ce que|"
    r"quelqu['’]un) "
    r"(?:peut|pourrait|tu|vous)|s['’]il (?:te|vous) plaît|stp|svp|merci de (?!rien)|"
    r"(?:puedes|podrías|puede alguien|podéis|pueden)|por favor|porfa|alguien (?:puede|sabe)|"
    r"(?:você|vc|alguém|dá pra|pode|poderia|podes|consegue) (?:pode|poderia|consegue|sabe|me|você|alguém|dar|ver|"
    r"olhar|subir|rever)|"
    r"(?:puoi|potresti|potete|qualcuno (?:può|sa))|per favore|per piacere|"
    r"(?:czy|proszę|poproszę)|(?:możesz|mógłbyś|mogłabyś|możecie)|"
    r"(?:kun je|kun jij|kunnen jullie|zou je|wil je|graag)|alsjeblieft|alstublieft|"
    r"(?:можешь|можете|мог бы|могли бы|кто может|пожалуйста))(?!\w)|(?:,? (?:bitte|s['’]il (?:te|vous) plaît|stp|"
    r"svp|por favor|"
    r"porfa|per favore|proszę|alsjeblieft|пожалуйста))[.!]*$"
)
_RULE = re.compile(
    r"\b(?:immer|nie(?:mals)?|nur|keine?n?|toujours|jamais|siempre|nunca|sempre|mai|zawsze|nigdy|altijd|nooit|"
    r"всегда|никогда)\b"
)
_MEANT = re.compile(
    r"^(?:(?:morgen|später|nachher|gleich|demain|plus tard|mañana|luego|amanhã|depois|domani|dopo|poi|jutro|później|"
    r"straks|завтра|потом),? )?(?:"
    r"(?:ich )?(?:schaue?|sehe|gucke|kümmere|mache|probiere|teste|frage|melde)(?: ich)? (?:mir|mich|das|es|mal|"
    r"morgen|später|dann)|"
    r"ich (?:werde|will|muss|möchte|würde|kümmere)|lasst uns|lass uns|wir sollten (?:mal|vielleicht)|"
    r"je (?:vais|regarde|vérifie|m['’]en occupe|dois|voudrais|compte)|on (?:verra|devrait)|"
    r"(?:yo )?(?:voy a|lo miro|miro|tengo que|quiero|quisiera|veré)|vamos a ver|deberíamos|"
    r"(?:eu )?(?:vou|preciso|quero|queria|tenho que|vejo isso)|vamos ver|deveríamos|"
    r"(?:io )?(?:guardo|vedrò|controllo|devo|voglio|vorrei|me ne occupo)|vediamo|dovremmo|"
    r"(?:ja )?(?:zobaczę|sprawdzę|zajmę|muszę|chcę|zrobię|popatrzę)|ik (?:kijk|ga|moet|wil|zal)|"
    r"(?:я )?(?:посмотрю|проверю|сделаю|займусь|хочу))(?!\w)"
)
_SUPPOSED = re.compile(
    r"\b(?:ich (?:glaube|denke|schätze|vermute|nehme an)|könnte|dürfte|vielleicht|vermutlich|wahrscheinlich|"
    r"möglicherweise|"
    r"eventuell|mal schauen|mal sehen|keine ahnung|wer weiß|scheint|je (?:crois|pense|suppose)|pourrait|peut-être|"
    r"probablement|sans doute|"
    r"aucune idée|on dirait|il semble|je sais pas|je ne sais pas|creo que|puede que|podría|parece que|tal vez|"
    r"quizás?|probablemente|"
    r"a lo mejor|no lo sé|ni idea|supongo|acho que|pode ser(?! \w+[ai]d[oa]s?\b)|talvez|provavelmente|parece que|"
    r"não sei|sei lá|suponho|"
    r"credo che|"
    r"forse|probabilmente|può darsi|potrebbe|non lo so|chissà|sembra che|penso che|może to|być może|chyba|"
    r"prawdopodobnie|nie wiem|"
    r"wydaje się|wydaje mi się|misschien|waarschijnlijk|ik denk|volgens mij|geen idee|возможно|наверное|может быть|"
    r"вероятно|"
    r"не знаю|кажется|похоже|видимо|belki|galiba|sanırım)(?!\w)|可能是|也许|大概|或许|我觉得|我猜|好像|似乎|估计是|"
    r"说不定|不确定|"
    r"と思う|かな[。]?$|たぶん|多分|かもしれ|おそらく|気がする|아마|것 같|듯하다|일지도"
)
_SURE = re.compile(
    r"\b(?:bestätigt|nachgewiesen|stellte sich|confirmé|vérifié|confirmado|comprobado|verificado|confermato|"
    r"verificato|potwierdz\w+|"
    r"bevestigd|подтвержд\w+)\b|確認済|已确认|确认是"
)
_DAILY = re.compile(
    r"\b(?:kaffee|mittag(?:essen)?|feierabend|urlaub|geburtstag|kuchen|wochenende|krank|bahn|zug|café|déjeuner|"
    r"apéro|vacances|"
    r"anniversaire|gâteau|week-end|malade|comida|almuerzo|cumpleaños|tarta|vacaciones|fin de semana|cerveza|almoço|"
    r"férias|"
    r"aniversário|bolo|cerveja|churrasco|fim de semana|pranzo|ferie|compleanno|torta|birra|caffè|obiad|urlop\w*|"
    r"urodzin\w*|"
    r"kawa|kawę|piwo|koffie|lunch|vakantie|verjaardag|borrel|обед|отпуск\w*|кофе|пиво)\b|ランチ|昼休み|飲み会|"
    r"誕生日|午饭|吃饭|生日|聚餐|奶茶|점심|회식|생일"
)

_NOTE = ("请注意", "请记住", "请知悉")
_RICH = 1.4  # so technical that a word of daily life is a remark in passing


def foreign_why_not(sentence: str, folded: str, technical: float) -> str | None:
    """`question`, `plan`, `hypothesis` or `personal`; None for what may be a fact."""
    plain = folded.strip().lstrip("-*•¡¿ ").replace("’", "'")
    if (_ASKED.search(plain) and not _RULE.search(plain)) or sentence.rstrip(" \"'”)").endswith("?"):
        return "question"
    if east_asian.is_east_asian(sentence) and not plain.startswith(_NOTE) and east_asian.is_asked(sentence):
        return "question"
    if _MEANT.match(plain):
        return "plan"
    if _SUPPOSED.search(plain) and not _SURE.search(plain):
        return "hypothesis"
    return (
        "personal"
        if technical < _RICH and _DAILY.search(plain) and not any(sign in sentence for sign in "`_/")
        else None
    )
