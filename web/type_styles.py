"""The stylesheet of the memory types: their colors, made from hooks/memory_types.py."""

from hooks.memory_types import TYPES


def stylesheet() -> str:
    """CSS: a variable `--<type>` for each type, light and dark, and the shapes and bars that are drawn in it."""
    light = "".join(f"--{each.value}: {each.light}; " for each in TYPES)
    dark = "".join(f"--{each.value}: {each.dark}; " for each in TYPES)
    rules = [f":is(.shape, .bars).{each.value} {{ color: var(--{each.value}); }}" for each in TYPES]
    return "\n".join([
        f":root {{ {light}}}",
        f"@media (prefers-color-scheme: dark) {{ :root {{ {dark}}} }}",
        *rules,
        "",
    ])  # fmt: skip
