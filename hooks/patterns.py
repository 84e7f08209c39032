"""Patterns that are compiled at their first use: a hook must not pay at its start for what its text never needs."""


class Lazily:
    """Stands for `re.compile(pattern)`, which it becomes when one of its methods is asked for; flags stand inline."""

    def __init__(self, pattern):
        self._pattern = pattern

    def __getattr__(self, name):
        import re

        method = getattr(re.compile(self._pattern), name)
        setattr(self, name, method)
        return method
