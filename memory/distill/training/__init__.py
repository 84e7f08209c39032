"""Trains the ranker of the rules distiller from labelled turns; nothing of it runs when facts are distilled."""
