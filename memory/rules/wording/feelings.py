"""Data of the rules: words and idioms of feeling, of praise and of absence, in the languages that teams write."""

import re

from memory.rules.languages.word_lists import regex, word_list

_ENGLISH = regex("feelings", "english")
_GERMANIC = regex("feelings", "germanic")
_ROMANCE = regex("feelings", "romance")
_EASTERN = regex("feelings", "eastern")
FEELING = re.compile(rf"(?<![\w-])(?:{_ENGLISH}|{_GERMANIC}|{_ROMANCE}|{_EASTERN})(?![\w-])", re.IGNORECASE)
# Words of feeling that name things as well (`the hero image`, `sleep mode`, `panics in goroutines`).
OF_THINGS = re.compile(regex("feelings", "of_things"), re.IGNORECASE)
# Whom a clause must be about for those to be feelings.
OF_PEOPLE = re.compile(regex("feelings", "of_people"))
ABSENCE = re.compile(regex("feelings", "absence"), re.IGNORECASE)
# 太惨了, 累死了, 哭了; 힘들다, ㅠㅠ; 疲れた, つらい: feelings of a clause in scripts without blanks.
EASTERN_FEELING = re.compile(regex("feelings", "eastern_feeling"))
# Two or three capitals that say something without being a person.
NO_PERSONS = word_list("feelings", "no_persons")
