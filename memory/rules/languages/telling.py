"""A tool of distilling: tells English prose from other languages, whose facts keep their words."""

import re
from functools import lru_cache

from memory.rules.languages.reading import regex, word_list

_WORD = re.compile(r"[^\W\d_]+(?:['’][^\W\d_]+)?")
_ENGLISH = word_list("telling", "english")
_OTHERS = frozenset(
    """der die das den dem des ein eine einen einem einer und ist sind war nicht wir ich mit für auf von zu im bei wird
    werden weil wenn auch noch nur aber dass haben hat nach aus zum zur beim vom ab bis ohne gegen seit pro je als
    wie sich uns unser unsere kein keine keinen jetzt statt mehr sonst darf soll kann nimmt liefert braucht läuft
    pro wurde muss müssen durch über immer nie le la les un une des du et est sont était pas nous je avec pour aux
    au sur dans par qui que il elle car parce ne sans chez plus mais ou où cette ces leur toujours jamais ce doit
    après el los las del y una es son era nosotros con para en por se porque sin sobre más pero como cada hasta
    desde entre al lo cuando siempre nunca debe usamos está están hay sólo solo tiene fue estamos hemos o os um uma
    é são não nós com em da do na das dos nas nos pelo pela foi quando sempre ao aos às mas também só até sem num
    numa já tem gli di sono non noi per che nel della dei perché dal dalla alla nella ogni più anche ma se ora ha su
    quando usiamo deve abbiamo het een van niet zijn wordt omdat met naar maar ook nog bij voor op te er wij ons
    onze om geen dan meer elke als naar nie jest na się że w z do po dla przez od ale są to jak nasz nasza już tylko
    bez co przy och att det som är på av för inte med till från ikke og av til på fra som er vi har ett en den jag
    ve bir için ile de doordat worden werden niente nelle nell dell sull richiede vereist exige wymaga alleen tot
    want hebben gaan wordt zijn mag vaak deze dit volgende retenu niks nooit altijd alles laat hooguit minstens weg
    l' d' qu' n' s' j' c' m' t' un' dell' all' nell' sull' dall' quest' bu da çok değil olarak sonra""".split()
) - _ENGLISH - {"no", "die", "o", "pro", "je", "plus", "com", "do", "war", "er", "am", "den", "per", "se"}  # fmt: skip
# Words of both, which decide only where nothing else does.
_EITHER = frozenset("a an as in on so no die was will has all am do to per use i we over on his back file".split())
_FOREIGN_LETTER = re.compile(regex("telling", "foreign_letter"))
_EAST = re.compile(r"[\u3040-\u30ff\u4e00-\u9fff\uac00-\ud7af\u0400-\u04ff]")
_SAMPLE = 800  # characters that are enough to tell


@lru_cache(maxsize=1024)  # a sentence is looked at by several rules in turn
def is_english(text: str) -> bool:
    """Whether the rules of English wording apply: not for other scripts, nor where another language's words prevail."""
    sample = text[:_SAMPLE]
    ascii_only = sample.isascii()
    if not ascii_only:
        letters = [character for character in sample if character.isalpha()]
        if sum(ord(character) > 0x2FF for character in letters) > len(letters) * 0.3:
            return False
    words = [part for word in _WORD.findall(sample) for part in _parts(word.lower())]
    known = [word for word in words if word in _ENGLISH]
    if not known and not ascii_only and _EAST.search(sample):
        return False
    other = sum(word in _OTHERS for word in words)
    if not other:
        # `Używamy PostgreSQL`: no small word, but letters that English lacks in words without a capital.
        return any(word not in _EITHER for word in known) or ascii_only or not _FOREIGN_LETTER.search(sample)
    sure = sum(word not in _EITHER for word in known)
    return (sure >= other and sure > 0) or (len(known) >= other and sure > 0) or (other < 2 and sure > 0 and ascii_only)


def _parts(word: str) -> tuple[str, ...]:
    """`l'équipe`, `dell'SDK`: the small word before the apostrophe; English contractions stay whole."""
    before, mark, after = word.replace("’", "'").partition("'")
    return (f"{before}'",) if mark and before in _ELIDED and len(after) > 2 else (f"{before}{mark}{after}",)


_ELIDED = frozenset("l d qu n s j c m t un dell all nell sull dall quest".split())
