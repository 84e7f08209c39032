"""One view a noun: who, shape in, one verb, shape out."""
