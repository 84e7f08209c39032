"""A step of wording: takes `me di cuenta de que` and `estou no meio de` off a statement in the west of Europe."""

import re

from memory.rules.needles import Needle

_FIRST = (
    r"(?P<start>^|(?<=[.;:,] )|(?<=[–—-] )|(?<=\by )|(?<=\be )|(?<=\bund )|(?<=\bet ))"
    r"(?:(?:ya|por fin|hoy|recién|justo|finalmente|ahora|yo|eu|hoje|já|agora|io|oggi|ora|poi|appena|solo|pues|bueno|"
    r"aujourd['’]hui|enfin|heute|jetzt|gerade|endlich|[12]\d{3}-\d\d-\d\d)\s)*"
)
_SOME = r"(?: [^\W\d_]+){0,3}"
_FOUND = (
    # Spanish
    rf"(?:me (?:he dado|di|acabo de dar|doy) cuenta|me (?:he )?enter(?:é|o|ado)|me percaté|me (?:he )?acord(?:é|ado)|"
    rf"me fijé|me acabo de enterar){_SOME} (?:de )?que|"
    rf"(?:he|acabo de|pude|logré|conseguí) (?:comprob|verific|vist|ver|confirm|descub|not|aprend|le[íi]d|leer|encontr|"
    rf"averigu|detect)\w*{_SOME} que|(?:comprobé|verifiqué|vi|confirmé|descubrí|noté|aprendí|encontré|leí|averigüé|"
    rf"detecté|entendí|aviso|les aviso|os aviso|confirmo|apunto|anoto|aclaro|confieso|reconozco|admito|les cuento|"
    rf"os cuento|quiero (?:avisar|recordar|aclarar|dejar claro)){_SOME} (?:de )?que|"
    # Portuguese
    rf"(?:(?:me )?dei(?:-me)? conta|percebi|notei|vi|descobri|aprendi|confirmei|verifiquei|conferi|reparei|li|lembro|"
    rf"confirmo|aviso|confesso|admito|fiquei sabendo|me toquei|me liguei|saquei|entendi|constatei|vou confessar|"
    rf"acabei de \w+r){_SOME} (?:de )?que|"
    # Italian
    rf"(?:mi sono (?:accort|res|ricordat)[oa](?: conto)?|(?:ho|abbiamo) (?:scoperto|notato|visto|verificato|"
    rf"controllato|"
    rf"confermato|imparato|letto|capito|constatato|appurato|trovato)|confermo|ricordo|segnalo|confesso|ammetto|"
    rf"vi avviso|tengo a precisare){_SOME} che|"
    # French
    rf"(?:je me suis (?:rendue? compte|aperçue?|souvenue?)|je viens de (?:voir|découvrir|comprendre|constater|"
    rf"remarquer|"
    rf"réaliser|me rendre compte)|j['’]ai (?:vérifié|constaté|remarqué|découvert|appris|vu|trouvé|compris|confirmé|lu|"
    rf"réalisé|noté)|en voyant|je (?:confirme|rappelle|note|confesse|avoue|signale|précise)){_SOME} qu(?:e |['’])|"
    rf"(?:hasta|até|fino a|jusqu['’]à) (?:entender|ver|descubrir|descobrir|perceber|darme cuenta de|notar|capire|"
    rf"scoprire|comprendre|découvrir|voir){_SOME} (?:que |che |qu['’])|"
    # German
    rf"(?:mir (?:ist|wurde|fiel)(?: \w+)? (?:aufgefallen|auf|klar|klar geworden|eingefallen)|ich (?:habe|hab|bestätige|"
    rf"sehe|merke|konnte)(?: \w+)? ?(?:geprüft|gemerkt|gelernt|gelesen|gesehen|verifiziert|bestätigt|nachgesehen|"
    rf"festgestellt|herausgefunden|verstanden|bestätigen|feststellen)?){_SOME},? dass"
)
_FOUND_OUT = re.compile(
    rf"(?:{_FIRST}|^(?:después de|tras|depois de|dopo|après|nach) [^,;:.\d`/_()]{{3,60}}? |"
    rf"^[^,;:.\d`/_()]{{0,45}}?\b(?:hasta que|cuando|quando|até que|finché|en|als|bis|when|e|y|et|und) |"
    rf"^[^,;:.\d`/_()]{{0,45}}? (?=hasta |até |fino a |jusqu))"
    rf"(?:{_FOUND})\s?",
    re.IGNORECASE,
)
_ONGOING: tuple[tuple[Needle, str], ...] = tuple(
    (Needle(_FIRST + pattern, re.IGNORECASE), said)
    for pattern, said in (
        (
            r"(?:estoy|ando|sigo|voy|continúo)(?: aún| todavía)? (?:en (?:medio|mitad|plena?) (?:de )?|con |"
            r"metid[oa] en |"
            r"liad[oa] con |enfrascad[oa] en |a tope con )",
            "en curso: ",
        ),
        (
            r"(?:estou|tô|tou|ando|sigo)(?: ainda)? (?:bem )?(?:no meio d[aoe]s? |na metade d[aoe]s? |com (?=[ao]s? )|"
            r"às voltas com |enrolad[oa] com |em cima d[aoe]s? )",
            "em andamento: ",
        ),
        (
            r"(?:sono|siamo) (?:ancora )?(?:nel mezzo d|a metà d|in mezzo a|alle prese con |nel pieno d)"
            r"(?:i |el |ella |ei |elle |ell['’]|ello |l |lla |lle )?",
            "in corso: ",
        ),
        (
            r"je (?:suis|travaille|bosse|planche) (?:encore |toujours )?(?:en train (?:de |d['’])|(?:en plein(?:e)?|au "
            r"milieu)(?: milieu)? (?:de la |de l['’]|du |des |de |dans la |dans le |dans les |dans )?|sur (?:la |le |"
            r"les )?)",
            "en cours : ",
        ),
        (
            r"(?:ich )?(?:sitze|bin|arbeite|hänge|stecke|hocke)(?: ich)?(?: gerade| noch| aktuell| immer| derzeit|"
            r" schon| "
            r"mal| seit \S+)* (?:mitten )?(?:am|an der|an dem|an den|beim|bei der|in der|im|dabei,) ",
            "in Arbeit: ",
        ),
        (
            r"(?:estoy|ando|sigo|sto|stavo|estou|tô|tou|estava|tava)(?: \w+ndo)? (?=\w{2,}[aei]ndo(?:l[aeo]s?|se)?\b)",
            "",
        ),
        (r"(?:tengo|tenho) (?=(?:el|la|los|las|o|a|os|as) )", ""),
        (r"(?:tengo|tuve|tenía) que ", "hay que "),
        (r"(?:tenho|tive) (?:que|de) |preciso (?=\w+r )", "é preciso "),
        (r"(?:devo|dovevo) (?=\w+re )", "bisogna "),
        (r"je dois |il faut que je ", "il faut "),
        (r"(?:fui|vou|fomos|vamos) de (?=[A-Z`])", "escolha: "),
        (r"(?:fui yo|soy yo|he sido yo) (?:quien|el que|la que) (?=\w+ó\b)", "se "),
        (r"(?:fui eu|sou eu) (?:quem|que) (?=\w+)", ""),
        (r"(?:sono stat[oa] io|ero io) (?:a|ad) (?=\w+re)", ""),
        (
            r"(?:ero|sono|estaba|estoy|estou|estava|tava|tô) (?:\w+ )?(?:stuf[oa]|stanc[oa]|hart[oa]|cansad[oa]|"
            r"fart[oa]|"
            r"aburrid[oa]|preocupad[oa]|preoccupat[oa]) (?:de |di |do |da |dei |del |della |des |dos |das |con |com |"
            r"por |per )",
            "problema: ",
        ),
        (
            r"(?:j['’]étais|je suis) (?:\w+ )?(?:fatiguée?|lassée?|saoulée?|inquiète?) (?:des? |du |par |pour )",
            "problème : ",
        ),
        (r"c['’](?:est|était) moi qui (?:ai|avais) ", "on a "),
        (r"ich war(?:['’]s| es)?, (?:der|die) ", "jemand, der "),
        (r"me equivoqué (?:al|con|en|de) ", "error: "),
        (r"(?:me olvidé|me he olvidado|olvidé|se me olvidó|se me pasó)(?: de)? ", "se olvidó "),
        (r"mi sono (?:dimenticat|scordat)[oa] (?:di |il |la )?", "dimenticato: "),
    )
)
_MAY_FRAME = re.compile(r"(?i)(?:que|qu['’]|che|dass)\b")


def without_frames(text: str) -> str:
    """`He comprobado que X` → `X`, `Estou no meio da revisão` → `Em andamento: revisão`."""
    if _MAY_FRAME.search(text):
        text = _FOUND_OUT.sub(lambda found: "es zeigte sich, dass " if found[0].rstrip().endswith("dass") else "", text)
    for pattern, said in _ONGOING:
        text = pattern.sub(said, text)
    return text
