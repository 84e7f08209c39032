"""Data of the rules: how a clause shows that its writer speaks of himself, in English and the west of Europe."""

import re

from memory.rules.needles import Needle

# Words of the first person singular; `sono` is "they are" as well and counts only where a clause begins with it.
_MARKS = {
    "es": r"yo|me|mí|mis?|m[ií][oa]s?|conmigo|estoy|soy|tengo|llevo|ando|sigo|voy|vengo|salgo|hago|digo|pido|doy|"
    r"quiero|"
    r"puedo|creo|siento|odio|amo|adoro|sé|veo|muero|lloro|apunto|prometo|confieso|reconozco|admito|entiendo|necesito|"
    r"pienso|duermo|flipo|alucino|juro|lamento|fui|tuve|hice|dije|pude|quise|vi|acabo de|estuve|espero que|aviso|"
    r"(?:os|les|te|me) \w{2,}o(?=\s(?:una?|el|la|los|las|que)\b)",
    "pt": r"eu|me|mim|minhas?|meus?|comigo|estou|tô|tou|sou|tenho|quero|posso|acho|sinto|odeio|amo|adoro|sei|vou|faço|"
    r"peço|vejo|dou|morro|confesso|entendo|venho|saio|penso|durmo|aguento|suporto|fiz|tive|fui|vi|descobri|percebi|"
    r"dei|bati|subi|perdi|entendi|esqueci|sofri|corri|senti|dormi|jurava|prometo|ando|sigo|aviso|anoto",
    "it": r"io|(?:a|per|da|secondo) me|mi|mi[aeo]|miei|ho|sto|voglio|sento|so|vado|faccio|dico|chiedo|vedo|muoio|"
    r"prometto|ammetto|capisco|esco|"
    r"dormo|giuro|impazzisco|spero|devo|ero|fossi|odio|amo|adoro|confesso|penso|credo|posso|avviso|segno",
    "fr": r"je|moi|me|mon|ma|mes|[jm]['’]\w+",
    "de": r"ich|mir|mich|meine?[mnrs]?|bin|hab|habe",
}
_NO_VERB = (
    r"(?!(?:qu|porqu|caf|cach|comit|beb|pur|chal|clich|tambi|despu|as|aqu|all|ah|cas|ol|est|isra?el|pat|perch|poich|"
    r"finch|"
    r"jos|andr|chass|pap|mam|atrav|conv|consom|carn|rub|manequ|maniqu|l|r|h|fr|gr)[éí]\b|(?:l|s|r|h|fr)ei\b)"
)
_ENDINGS = {  # `quedé`, `añadí`, `fiquei`, `pensavo`: what the ending says
    "es": rf"{_NO_VERB}[a-záéíóúñü]{{3,}}(?:é|í)",
    "pt": rf"{_NO_VERB}[a-záéíóúãõç]{{2,}}ei",
    "it": r"[a-z]{2,}(?:(?<!br)(?<!sc)(?<!c)avo|(?<!li)evo)",
}
_WORD_OF = {
    language: re.compile(
        rf"(?<![\w@/.'’-])(?:{marks}{'|' + _ENDINGS[language] if language in _ENDINGS else ''})(?!\w|[./-]\w)"
    )
    for language, marks in _MARKS.items()
}
# German verbs of the first person that stand without `ich` at the start of a clause.
_WITHOUT_ICH = re.compile(
    r"(?:gebe|gestehe|hoffe|glaube|denke|finde|gehe|komme|mache|hole|muss|will|mag|freue|sitze|stehe|hänge|brauche|"
    r"verstehe|dachte|wollte|musste|melde|drücke|bitte um|schreibe|wünsche|könnte|weiß) (?!der|die|das|den|dem)",
    re.IGNORECASE,
)
_SONO = re.compile(r"sono\b", re.IGNORECASE)
ENGLISH_MARK = Needle(r"(?<![\w'’/-])(?:I|I['’]\w+|[Mm]e|[Mm]y|[Mm]yself|we|[Ww]e['’]\w+)(?![\w/-])")


def is_of_oneself(clause: str, language: str) -> bool:
    """Whether a clause has a word of the first person singular; its first word may have a capital."""
    word = _WORD_OF.get(language)
    begun = clause.lstrip(" ¡¿\"'(")
    if language == "de" and _WITHOUT_ICH.match(begun):
        return True
    return bool(
        word
        and (
            word.search(clause)
            or word.match(begun[:1].lower() + begun[1:])
            or (language == "it" and _SONO.match(begun))
        )
    )


# What nobody says of a thing: tiredness, despair, shame, blame, joy.
_ENGLISH_IDIOM = (
    r"my bad|my fault|mea culpa|kill me(?: now)?|here goes(?: nothing)?|running on (?:fumes|empty|coffee)|"
    r"I(?:['’]m| am) (?:\w+ )?(?:wiped|knackered|shattered|beat|fried|toast|dead|spent|cooked)|brain is (?:fried|"
    r"mush|toast)|could (?:kiss|hug|cry|scream|weep|murder|marry|sleep|eat|die|strangle)|(?:heart rate|"
    r"blood pressure) (?:is |now )?(?:back|through|up|down)|"
    r"living the dream|words fail me|can['’]t even|cannot even|big mouth|hat off|so done|had it with|over the moon|"
    r"under the weather|losing (?:it|my mind|my mood)|lost my mind|rabbit hole|owe (?:everyone|you|everybody|the team)|"
    r"(?:a )?good cry|(?:this )?close to (?:quitting|crying|tears|giving up|losing|screaming|throwing)|"
    r"my (?:\w+ )?(?:brain|head|eyes|heart|back|soul|sanity|patience|hair|stomach|inner child|wife|husband|partner|"
    r"dog|cat|kids?|mum|mom|boss|birthday|weekend|lunch|coffee)|"
    r"a lifesaver|nearly broke me|almost broke me|kicking myself|banging my head|pulling my hair|"
    r"at my wits['’]? end"
)
ENGLISH_IDIOM = Needle(rf"(?<!\w)(?:{_ENGLISH_IDIOM})(?!\w)", re.IGNORECASE)
IDIOM = Needle(
    rf"(?<!\w)(?:{_ENGLISH_IDIOM}|"
    r"culpa m[ií]a|mea culpa|(?:fue |ha sido )?(?:mi culpa|culpa mía|error mío|fallo mío)|"
    r"perd[óo]n(?:ad|en|a|e|adme)?(?: a tod[oa]s)?|"
    r"disculp(?:a|ad|en|as)|lo siento|la (?:lié|cagué|líe|fastidié|pifié)|(?<!a )menud[oa] (?:susto|lío|día|mañanita|"
    r"marrón|tela|follón|palo|semanita)|vaya (?:tela|día|lío|tarde|mañana|"
    r"semana|noche|follón|palo|cagada|movida)|hasta (?:las narices|el gorro|los huevos|la coronilla|las pelotas|"
    r"el moño)|"
    r"mañanita|de bajón|de piedra|de sueño|muert[oa] de|de los nervios|del susto|de vergüenza|un susto|me llevé|"
    r"no (?:me )?lo puedo creer|no doy (?:una|más)|no puedo más|pele[aá]ndome|pelearme|suf(?:rir|riendo)|lo conseguí|"
    r"content[íi]sim[oa]s?|feliz|qué (?:pereza|lata|palo|horror|asco|susto|fuerte|ilusión)|pero bueno|"
    r"minha culpa|meu erro|culpa minha|erro meu|foi mal|desculp(?:a|e|em|pa)|mals aí|vacilo meu|pisei na bola|"
    r"dei mole|saco cheio|de queixo caído|(?:tô|estou|tou|ando) (?:tod[oa] |bem |meio )?(?:quebrad[oa]|acabad[oa]|"
    r"mort[oa])|morrendo de|um caco|só o pó|"
    r"um idiota|uma idiota|que (?:raiva|ódio|saco|alívio|novela|perrengue|vergonha|susto|bom|droga|beleza)|"
    r"não aguento(?: mais)?|medo d\w+|chore[io]|chorar|por fin tranquil[oa]|"
    r"colpa mia|mia colpa|errore mio|mio errore|scus(?:a|ate|atemi|ami)(?: tutti)?|mi (?:dispiace|scuso|vergogno)|"
    r"che (?:palle|rabbia|fatica|sollievo|schifo|noia|ansia|giornata|casino)|schifezza|"
    r"non ne posso più|incasinat[oa]|(?:sono|sto) a pezzi|stanc[oa] mort[oa]|di sasso|stuf[oa]|notte in bianco|"
    r"ce l['’]ho fatta|"
    r"impazz\w+|piangere|piango|content\w*issim[oa]|tant['’]è|meno male|menos mal|"
    r"j['’]en (?:ai|peux) (?:marre|plus)|en ai (?:marre|assez|plein le dos|ras le bol)|ras[- ]le[- ]bol|crevée?|naze|"
    r"ma faute|mea culpa|ma bourde|pardon|désolée?s?|(?:toutes )?mes excuses|je m['’]excuse|au temps pour moi|"
    r"trop contente?s?|des nues|honte|pleurer|galér(?:é|er|ais)|à bout|fière?s?|soulagée?s?|"
    r"m['’]énerve|me rend (?:folle|fou|dingue|malade)|me saoule|me soûle|quelle (?:angoisse|honte|galère|horreur|joie)|"
    r"où donner de la tête|n['’]y croyais plus|putain|bon courage|bordel|"
    r"mein fehler|meine schuld|mein bock|asche auf mein haupt|tut mir leid|sorry|entschuldigung|verzeihung|"
    r"total platt|platt|fix und fertig|fertig mit den nerven|schnauze voll|nase voll|kein(?:en)? bock|null bock|"
    r"(?:raucht|brummt|platzt) (?:mir )?der (?:kopf|schädel)|kotzen|drübergestolpert|reingefallen|ohne schlaf|"
    r"null energie|"
    r"spinne|hasse|lieb(?:e|en)|freut? (?:mich|uns)|freu(?:e)? mich|mensch|boah|peinlich|geärgert|gefreut|gejubelt|"
    r"merk['’]?s? mir nie|ich war das|dreh\w* durch|hab['’]s endlich|"
    r"ci (?:sentiamo|vediamo|risentiamo)|nos vemos|até amanhã|buenas noches|boa noite|buonanotte|bonne nuit|gute nacht|"
    r"(?:horas|ore|heures|stunden|hours) (?:pour|para|per|für|for|con|com|mit|d[ei]|perdid\w+|persi|perdues) (?:ça|"
    r"esto|isso|"
    r"questo|das|this|nada|niente|rien|nichts|nothing)|años luz)(?!\w)",
    re.IGNORECASE,
)
# A deed whose object is the fact, though nothing in its clause is a word of the trade.
DEED = re.compile(
    r"(?<!\w)(?:cambi|añad|agreg|quit|puse|pon|mov|sub[íi]|baj|elimin|borr|actualic|migr|configur|despleg|reinici|"
    r"activ|"
    r"desactiv|eleg|decid|opt[éeo]|us[éeo]|reempla|sustitu|revert|limit|correg|arregl|resol|solucion|instal|cre[éea]|"
    r"implement|ejecut|renombr|escolh|mud[eo]|troc|troqu|adicion|coloq|remov|corrig|atuali|apagu|ativ|desativ|"
    r"agguin?t|aggiun|cambiat|mess[oa]|spostat|rimoss|scelt|usat|sostituit|corrett|sistemat|disattiv|"
    r"ajout|chang|remplac|supprim|choisi|déplac|corrig|pass[eé]|utilis|désactiv|install|configur|préf[eè]r|prefer|"
    r"prefier|"
    r"preferisc|geänder|hinzugef|entfern|ersetz|gewählt|entschied|umgestell|eingebau|nutz|verwend|nehm|behoben|"
    r"aument|redu[jczsi]|met[ií]|saqu|tir[eo]|ridott|ridu|provat|tolt|augment|rédui|enlev|mis\b|retir|"
    r"gesetz|gestell|erhöh|gesenk|reduzier|gelöscht|verschob|gestart|aktivier|deaktivier|umbenannt|ausgetausch|"
    r"add|remov|switch|set|put|chose|choose|pick|replac|renam|mov|us|drop|revert|merg|upgrad|bump|disabl|enabl)\w*",
    re.IGNORECASE,
)
