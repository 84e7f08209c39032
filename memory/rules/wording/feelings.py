"""Data of the rules: words and idioms of feeling, of praise and of absence, in the languages that teams write."""

import re

from memory.rules.languages.reading import regex, word_list
from memory.rules.needles import Needle

_ENGLISH = regex("feelings", "english")
_GERMANIC = regex("feelings", "germanic")
_ROMANCE = regex("feelings", "romance")
_EASTERN = regex("feelings", "eastern")
FEELING = Needle(rf"(?<![\w-])(?:{_ENGLISH}|{_GERMANIC}|{_ROMANCE}|{_EASTERN})(?![\w-])", re.IGNORECASE)
# Words of feeling that name things as well (`the hero image`, `sleep mode`, `panics in goroutines`).
OF_THINGS = Needle(regex("feelings", "of_things"), re.IGNORECASE)
# Whom a clause must be about for those to be feelings.
OF_PEOPLE = re.compile(regex("feelings", "of_people"))
ABSENCE = Needle(regex("feelings", "absence"), re.IGNORECASE)
# 太惨了, 累死了, 哭了; 힘들다, ㅠㅠ; 疲れた, つらい: feelings of a clause in scripts without blanks.
EASTERN_FEELING = Needle(regex("feelings", "eastern_feeling"))
# Two or three capitals that say something without being a person.
NO_PERSONS = word_list("feelings", "no_persons")
