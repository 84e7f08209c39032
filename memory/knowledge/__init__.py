"""Verbs on memories, each one transaction with its audit row."""
