"""One thing that anybody can try: a door with sample arguments, and whom the matrix lets through it."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from memory.permissions import PERMISSIONS
from tests.access.refs import Refs
from tests.access.visitors import Answer, Visitor

PUBLIC = "public"
# Any token, any signed-in member of a team.
SOMEBODY = "somebody"


@dataclass(frozen=True)
class Step:
    """`scope` is what the view declares; `permission` what the matrix wants beyond that for these arguments."""

    kind: str
    name: str
    scope: str
    reads: bool
    ask: Callable[[Visitor, Refs, dict[str, str]], Answer]
    permission: str = ""
    # Whether the question names rows at all; otherwise it is the same for all `Refs`.
    names_rows: bool = True

    @property
    def has_browser(self) -> bool:
        """Whether it is asked with a session's cookie instead of a token."""
        return self.kind in ("page", "admin")

    def lets_in(self, visitor: Visitor) -> bool:
        """What the declaration and memory/permissions.py say together."""
        if self.scope == PUBLIC:
            return True
        needed = {self.scope} | ({PERMISSIONS[self.permission].scope} if self.permission else set())
        return bool(visitor.role) and all(visitor.may(scope) for scope in needed - {SOMEBODY})

    def __str__(self) -> str:
        return f"{self.kind} {self.name}"


ANY, _ELSE = Refs("any", "00000001", 1), Refs("else", "00000002", 1001)


def differs(sample: Callable[[Refs], object]) -> bool:
    """Whether a sample names rows."""
    return sample(ANY) != sample(_ELSE)


def numbered(name: str, samples: list[Any]) -> list[tuple[str, Any]]:
    """Each sample under its door's name, with its place where there are several."""
    if len(samples) == 1:
        return [(name, samples[0])]
    return [(f"{name} ({place})", sample) for place, sample in enumerate(samples, 1)]
