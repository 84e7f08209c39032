"""The drawing of a lineage: where each generation stands and how the lines run, in whole pixels for an inline SVG."""

from collections import defaultdict
from dataclasses import dataclass

from memory.models import Memory
from memory.recall.family import Family

CARD_WIDTH, CARD_HEIGHT = 152, 44
_GAP, _RISE, _MARGIN = 12, 28, 4


@dataclass(frozen=True)
class Node:
    """One generation as a card: its upper left corner, and whether it is the one whose page this is."""

    memory: Memory
    x: int
    y: int
    here: bool

    @property
    def middle(self) -> int:
        """Where lines meet the card, from the left."""
        return self.x + CARD_WIDTH // 2


@dataclass(frozen=True)
class Drawing:
    """Cards and lines, the newest generation on top; `paths` are the `d` of SVG paths from newer to older."""

    width: int
    height: int
    nodes: tuple[Node, ...]
    paths: tuple[str, ...]


def draw(family: Family) -> Drawing | None:
    """The drawing of a lineage, None where there is nothing but the memory itself."""
    if len(family.members) < 2:
        return None
    rows = _rows(family)
    widest = max(len(row) for row in rows)
    width = widest * CARD_WIDTH + (widest - 1) * _GAP + 2 * _MARGIN
    nodes = {node.memory.pk: node for node in _placed(rows, width, family.memory.pk)}
    paths = tuple(_path(nodes[newer], nodes[older]) for older, newer in family.links)
    height = len(rows) * CARD_HEIGHT + (len(rows) - 1) * _RISE + 2 * _MARGIN
    return Drawing(width, height, tuple(nodes.values()), paths)


def _rows(family: Family) -> list[list[Memory]]:
    """The generations from the newest to the oldest, each in an order that lets few lines cross."""
    ranks = _ranks(family)
    rows: dict[int, list[Memory]] = defaultdict(list)
    for member in family.members:
        rows[ranks[member.pk]].append(member)
    ordered = [rows[rank] for rank in sorted(rows)]
    newer_of: dict[int, list[int]] = defaultdict(list)
    for older, newer in family.links:
        newer_of[older].append(newer)
    place: dict[int, float] = {}
    for row in ordered:
        row.sort(key=lambda member: (_mean([place.get(pk, 0.0) for pk in newer_of[member.pk]]), member.pk))
        place |= {member.pk: at - (len(row) - 1) / 2 for at, member in enumerate(row)}
    return ordered


def _ranks(family: Family) -> dict[int, int]:
    """How many generations stand above each: the longest way up. Keys only grow along a link, so one pass does."""
    ranks = {member.pk: 0 for member in family.members}
    for older, newer in sorted(family.links, reverse=True):
        ranks[older] = max(ranks[older], ranks[newer] + 1)
    return ranks


def _mean(places: list[float]) -> float:
    return sum(places) / len(places) if places else 0.0


def _placed(rows: list[list[Memory]], width: int, here: int) -> list[Node]:
    nodes = []
    for at, row in enumerate(rows):
        taken = len(row) * CARD_WIDTH + (len(row) - 1) * _GAP
        left = (width - taken) // 2
        top = _MARGIN + at * (CARD_HEIGHT + _RISE)
        nodes += [Node(one, left + n * (CARD_WIDTH + _GAP), top, one.pk == here) for n, one in enumerate(row)]
    return nodes


def _path(newer: Node, older: Node) -> str:
    """A line from the foot of the newer card to the head of the older one, straight or in one bend."""
    start, end = newer.y + CARD_HEIGHT, older.y
    half = (start + end) // 2
    return f"M{newer.middle} {start}C{newer.middle} {half} {older.middle} {half} {older.middle} {end}"
