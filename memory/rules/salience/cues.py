"""What speaks for a sentence being a fact, by name and weight."""

import re

from memory.rules.languages.word_lists import weighed

CUES = tuple((name, weight, re.compile(told)) for name, weight, told in weighed("fact_cues", abroad=True))
