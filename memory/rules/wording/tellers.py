"""Data of the rules: how a sentence begins that only says who told it (`Amara bestätigt: …`, `TK says …`)."""

from memory.rules.needles import Needle
from memory.rules.persons import PERSON

_SAID = (
    r"checks|checked|confirms?|confirmed|reports?|reported|says|said|warns?|reminds?|notes|"
    r"bestätigt|meldet|sagt|meint|warnt|erinnert|schreibt|prüfte|sah(?: es)?|confirme|signale|précise|rappelle|"
    r"dit|prévient|"
    r"confirma|avisa|dice|dijo|informa|recuerda|comprobó|confirmó|avisó|avisou|confirmou|disse|lembra|avverte|"
    r"conferma|ricorda|"
    r"segnala|verificato|bevestigt|meldt|zegt|zag(?: het)?|waarschuwt|potwierdza|mówi|pisze|sprawdził[ai]?|zgłasza|"
    r"проверил[аи]?|подтверждает|подтвердил[аи]?|сообщает|сообщил[аи]?|говорит|пишет|напоминает|doğruladı|"
    r"söyledi|bildirdi|"
    r"diyor|onayladı"
)
TOLD = Needle(
    rf"^(?:(?:il|la|el|le|der|die|o|a|de|the|our|unser) )?(?:(?:dott(?:or|oressa)?|doctor|docteur|doktor|"
    rf"prof\w*|ing\w*)\.? )?"
    rf"(?:{PERSON}|[^\W\d_a-zà-ÿа-я][\w'’-]+)(?: [^\W\d_a-zà-ÿа-я][\w'’-]+)?"
    rf"(?P<said>(?: [^\s:,.`\d]+){{0,4}}?) (?:{_SAID}):\s+(?=\S)"
)
INITIALS = Needle(
    r"^(?P<who>[A-Z]{2,3}) (?:says|said|thinks|thought|noted|notes|found|confirmed|confirms|insists|swears|"
    r"reckons|asked|told us|"
    r"warns|warned|reported|reports)(?:,[^,:]{2,30},)?(?: that|:)?\s"
)
