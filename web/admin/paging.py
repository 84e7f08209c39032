"""Pages of long lists: counted as far as anybody pages, never to the end of a table."""

from functools import cached_property

from django.core.paginator import Paginator

MOST = 5_000


class CappedPaginator(Paginator):
    """Counts up to `MOST` rows; what lies beyond is found by a filter or a search."""

    @cached_property
    def count(self) -> int:
        """How many rows can be paged through."""
        return min(self._found, MOST)

    @property
    def is_capped(self) -> bool:
        """Whether there are more."""
        return self._found > MOST

    @cached_property
    def _found(self) -> int:
        rows = self.object_list
        if isinstance(rows, list):
            return len(rows)
        return rows.order_by()[: MOST + 1].count()  # type: ignore[union-attr]
