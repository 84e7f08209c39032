"""Finds the facts of a real turn: reads its texts, proposes candidates, ranks them by a learned model, keeps a few."""
