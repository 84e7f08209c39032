"""Pure functions: no Django, no I/O, and the clock is an argument."""
