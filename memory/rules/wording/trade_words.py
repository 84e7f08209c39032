"""Data and a tool of wording: tells whether a clause of any western language names something technical."""

import re

from memory.rules.literals import MASKED, Mask
from memory.rules.vocabulary import TECHNICAL, TECHNOLOGY, TOOLS

# Beginnings of technical nouns; more of them keep a clause rather than lose it.
_STEM = re.compile(
    r"(?<!\w)(?:servid|servici|serviç|serviz|serveur|dienst|datos|dados|dati\b|données|daten|bases? de|banco|tabl[aeo]|"
    r"tabel|column|colunn?a|colonn|spalte|fich|arquiv|archiv|datei|clave|chave|chiave|schlüssel|clés?\b|colas?\b|"
    r"filas?\b|"
    r"coda\b|code\b|redes?\b|rete\b|réseau|netz|ramas?\b|ramos?\b|ramo\b|branch|versi|versão|despl|deploy|implant|"
    r"rilasc|"
    r"pruebas?\b|tests?\b|teste[sn]?\b|errores|erreur|consult|abfrage|requ[êi]s?[ti]|richiest|petici|anfrage|respuest|"
    r"respost|rispost|réponse|antwort|memori|memóri|mémoire|speicher|disco|disque|platte|proces|prozess|hilos?\b|"
    r"índice|"
    r"indic[ei]\b|migra|config|konfig|paquet|pacote|pacchett|paket|bibliot|librer|librair|depend|dépend|dipend|abhäng|"
    r"permis|berechtig|usuari|usuário|utent|utilisateur|nutzer|benutzer|client|kunden|contraseñ|senha|passwor|"
    r"mots? de passe|"
    r"certif|zertif|puerto|porta[es]?\b|códig|codic|quellcode|scripts?\b|funci[óo]n|função|funções|funzion|fonction|"
    r"funktion|métod|method|klasse|clases?\b|classe|objet|oggett|variab|paramet|param[èe]tr|campos?\b|champs?\b|feld|"
    r"registr|logs?\b|copias?\b|backup|sauvegarde|sicherung|imagen|imagem|immagin|images?\b|contene|conteneur|"
    r"contêiner|"
    r"nodos?\b|nœud|knoten|cl[úu]ster|producci|produção|produzion|produktion|página|pagin|seiten?\b|botón|botão|bouton|"
    r"formul|pagos?\b|pagament|paiement|zahlung|factur|fatur|fattur|rechnung|pedido|commande|bestell|cach|sistem|"
    r"système|"
    r"regla|regras?\b|regol|règle|regel|conven|proxy|schnittstelle|endpoint|apis?\b|umgebung|entorno|ambiente|environn|"
    r"verschlüssel|cifra|chiffr|sesi[óo]n|sessão|sessione|session|sitzung|traduc|librer|compil|timeout|token|header|"
    r"build|release|commit|merge|pipeline|monitor|alert|métric|metric|latenc|verbindung|conexi|conex|connexion|"
    r"konnekt|framework|plugin|driver|treiber|kernel|skript|repositor|depot|dépôt|módul|modul|spezifik)"
    r"|(?<=\w)(?:datei|datenbank|server|dienst|schlüssel|speicher|umgebung|abfrage|tabelle|verbindung)",
    re.IGNORECASE,
)
_TIME = re.compile(
    rf"{MASKED}\s?(?:horas?|h|días?|dias?|semanas?|meses|ore|ora|giorn[oi]|settiman[ae]|heures?|jours?|"
    r"semaines?|hours?|days?|weeks?|stunden?|tagen?|tage|wochen?|veces|vezes|volte|fois|mal|cafés?|kaffees?|"
    r"coffees?|beers?|cups)(?!\w)",
    re.IGNORECASE,
)
_TIMES = re.compile(r"^[~≥≤]?\d+(?:[.,]\d+)?\s?(?:h|hrs?|hours?|days?|weeks?|months?)$")
_WORD = re.compile(r"[^\W\d_][\w-]*")
_MASK = re.compile(MASKED)
_ACRONYM = re.compile(r"(?<!\w)[A-Z]{2,}s?(?!\w)")
_SHOUTED = frozenset("IT OMG WTF LOL LMAO SMH UGH OOF YAY WOW OK TGIF FML IMHO IMO TBH NGL".split())
# Words of the trade that are plain words in another language or in talk of oneself.
_PLAIN = frozenset(
    "ci os ai me mi ma on in so an go do fix error fehler erro build-up test-of die van channel thread head host time "
    "line word words run day key note rest state stand read post clean cut split dom fan map pro per sign".split()
)


def signs(clause: str, mask: Mask) -> list[str]:
    """Identifiers and measures of a masked clause, without dates, quotations and spans of time."""
    told = _TIME.sub(" ", clause)
    found = [mask.kept[ord(sign[1]) - 0xE100] for sign in _MASK.findall(told)]
    return [one.text for one in found if one.kind not in ("date", "quoted") and not _TIMES.match(one.text)]


def trade(clause: str) -> list[str]:
    """Words of the trade in a masked clause, in small letters: `Terraform`, `migración`, `CI`."""
    plain = _MASK.sub(" ", clause)
    words = [word.lower() for word in _WORD.findall(plain)]
    known = [word for word in words if _is_known(word) and word not in _PLAIN]
    known += [found for found in TECHNOLOGY.findall(plain.lower()) if found not in _PLAIN]
    known += [found.lower() for found in _ACRONYM.findall(plain) if found not in _SHOUTED]
    return known + [found[0].lower() for found in _STEM.finditer(plain)]


def _is_known(word: str) -> bool:
    return word in TECHNICAL or word in TOOLS or word.removesuffix("s") in TECHNICAL
