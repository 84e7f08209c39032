"""Patterns that are compiled at their first use: a hook must not pay at its start for what its text never needs."""

import re


class Lazily:
    """Stands for `re.compile(pattern, flags)`, which it becomes when one of its methods is asked for."""

    def __init__(self, pattern, flags=0):
        self._source = (pattern, flags)

    def __getattr__(self, name):
        method = getattr(re.compile(*self._source), name)
        setattr(self, name, method)
        return method
