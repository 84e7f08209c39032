"""A step of wording: takes the salutation off a sentence, with or without a name (`Dear colleagues, X` → `X`)."""

import re

from memory.rules.persons.contacts import PERSON
from memory.rules.persons.names import is_first_name, is_known

# Said to somebody in any case; the second group says something of things as well (`Beste Lösung: …`).
_GREETS = (
    r"dear|dearest|hi|hello|hey|hiya|heya|howdy|ahoy|hallihallo|huhu|greetings|good (?:morning|afternoon|evening|"
    r"day)|morning|afternoon|"
    r"evening|hallo|hallöchen|moin(?: moin)?|servus|grüß (?:euch|gott|dich)|grüezi|guten (?:morgen|tag|abend)|mahlzeit|"
    r"sehr (?:geehrte|verehrte)[rs]?|bonjour|bonsoir|salut|coucou|rebonjour|hola|holi|buen(?:os|as)? "
    r"(?:días|tardes|noches|día)|buenas|estimad[oa]s?|oi|olá|opa|e aí|fala|bom dia|boa tarde|boa noite|prezad[oa]s?|"
    r"car[ií]ssim[oaie]|ciao|salve|buongiorno|buond[iì]|buonasera|egregi[oa]?|spett(?:\.|abili?)|hoi|geachte|"
    r"goede ?(?:morgen|middag|navond|dag)|cześć|hej|dzień dobry|szanown[iae]|привет|всем привет|здравствуйте|"
    r"доброе утро|добрый день|уважаем\w+|merhaba|selam|günaydın"
)
_GREETS_OR_NOT = (
    r"liebe[rs]?|werte[rs]?|beste|cher|chère|chers|chères|querid[oa]s?|car[oaie]|gentil[ei]|gentilissim[oaie]|drog[ia]|"
    r"drodzy|sayın|lieve|minhas? querid[oa]s?|meus? querid[oa]s?"
)
_ADDRESSED = frozenset(
    """all everyone everybody team teams folks guys gang people friends friend mates lads ladies gentlemen y'all
    colleagues colleague crew devs developers world squad future me self reader maintainer maintainers reviewer
    reviewers zusammen alle leute kollegen kolleginnen kollege kollegin freunde freundin freund mitstreiter
    damen herren équipe equipe l'équipe l'equipe collègues collègue amis ami amie tous toutes tout-le-monde monde
    équipiers camarades messieurs mesdames mesdames, monsieur madame le tout les gars copains équipe tech
    equipo equipazo chicos chicas chavales gente compañeros compañeras colegas amigos amigas todos todas tod@s
    señores señoras muchachos peña familia pessoal galera turma time povo amig@s companheiros meninas meninos rapazes
    ragazzi ragazze colleghi colleghe collega amici tutti tutte squadra raga gentilissimi team mensen allemaal collega's
    iedereen jongens zespół wszyscy wszystkim koledzy koleżanki państwo ekipo ludzie ребята коллеги команда всем друзья
    arkadaşlar ekip herkes takım
    and & und et y e en i to at from of a ao à al alla ai der die das liebe lieber liebes de del da do il la il lo i gli
    les le los las o os as mi mia miei mie meu meus minha minhas mon mes ma mis my our unser unsere nosso nossa nostro
    nostri notre nos nuestro wonderful lovely beautiful bella belli queridos queridas cari care chers chères again there
    dr mr mrs ms prof herr frau signor signora señor señora don doña
    here beinand beinander miteinander allerseits ihr ihre lieben in runde mitanand rundherum noch mal
    very whole""".split()
)
_SALUTED = re.compile(
    rf"^[¡\"'*_]{{0,2}}(?:(?P<sure>{_GREETS})|"
    rf"(?P<perhaps>{_GREETS_OR_NOT}))(?P<whom>(?:,? [^\s,:;!?.…`\d()\u2600-\u27bf"
    rf"\U0001f300-\U0001faff]{{1,22}}){{0,6}}?)"
    r"(?P<stop>\s?(?:[,:!;…–—.-]|[:;]-?[)D(])+\s+|\s?[\u2600-\u27bf\U0001f300-\U0001faff\ufe0f]+\s*)(?=\S)",
    re.IGNORECASE,
)
# Words of address that stand alone before a statement.
_CALLED = re.compile(
    r"^[¡\"'*_]{0,2}(?:(?:a ver|eh|ei|hey|ehi|oye|oigan|escuchad|ouvez|écoutez|hört mal|listen|hear ye|ok|bueno|bom|"
    r"bon|"
    r"atención|atenção|attenzione|attention|achtung),? )?(?:chicos|chicas|chavales|gente|peña|equipo|compañeros|"
    r"muchach[oa]s|amig[oa]s|famil(?:ia|y)|pessoal|galera|turma|povo|meu povo|minha gente|moçada|rapaziada|"
    r"ragazz[ie]|raga|colleghi|"
    r"amici|leute|kinder|freunde|kollegen|zusammen|équipe|l['’]équipe|les (?:gars|amis|copains|enfants)|collègues|"
    r"jongens|mensen|collega['’]s|ludzie|ekipo|koledzy|ребята|коллеги|друзья|arkadaşlar|folks|chaps|peeps|pals|team|"
    r"guys|gang|lads|"
    r"everyone|y['’]all|people|colleagues|mates)(?: (?:miei|mie|míos|mías|meus|todos|tutti|tous|mal|lindos|car[ie]))?"
    r"\s?[,:!–—-]+\s+(?=\S)",
    re.IGNORECASE,
)
_WORD = re.compile(r"[^\W\d_][\w'’@.-]*|\ue010|@[\w.-]+")


def without_salutation(sentence: str) -> str:
    """A sentence without whom it greets; the statement behind begins with a capital where the salutation did."""
    for _ in range(2):  # `Buenas tardes, compañeros: …`
        found = _CALLED.match(sentence) or _SALUTED.match(sentence)
        if not found or (found.re is _SALUTED and not _is_said_to_people(found)):
            return sentence
        sentence = _begun(sentence[found.end() :], sentence)
    return sentence


def _is_said_to_people(found: re.Match[str]) -> bool:
    words = _WORD.findall(found["whom"])
    if not words:
        bare = "," in found["stop"] or "!" in found["stop"] or found["perhaps"] is None
        return bare and (found["perhaps"] is None or (found["whom"].strip() == "" and found["stop"].startswith(" ,")))
    sure = bool(found["sure"])
    told = [word for word in words if word.lower().replace("’", "'") not in _ADDRESSED]
    return all(_is_somebody(word, sure=sure) for word in told) and (sure or _calls(words))


def _calls(words: list[str]) -> bool:
    """Whether somebody is meant: a person, or a word of address that is no article."""
    return any(
        word == PERSON or is_first_name(word) or (len(word) > 3 and word[:1].isalpha()) or word.lower() == "ami"
        for word in words
    )


def _is_somebody(word: str, *, sure: bool) -> bool:
    if word == PERSON or word.startswith("@") or is_first_name(word):
        return True
    return sure and word[:1].isupper() and not is_known(word) and not word.isupper()


def _begun(told: str, sentence: str) -> str:
    """`said` with a capital, where a plain word in small letters now begins a sentence that had one."""
    first = told.split(None, 1)[0] if told else ""
    plain = first.rstrip(",:").replace("'", "").replace("’", "").isalpha() and first.islower()
    return told[:1].upper() + told[1:] if plain and len(first) < 8 and sentence[:1].isupper() else told
