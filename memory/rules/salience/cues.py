"""What speaks for a sentence being a fact, by name and weight."""

from operator import itemgetter

from memory.rules.alternatives import compiled
from memory.rules.languages.reading import weighed
from memory.rules.needles import Needles

CUES = Needles(
    ((name, weight, compiled(pattern)) for name, weight, pattern in weighed("fact_cues", abroad=True)), itemgetter(2)
)
