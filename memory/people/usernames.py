"""Names of accounts: two that differ in case or in width alone would be taken for one person."""

from memory.errors import Conflict
from memory.models import User


def ensure_free(username: str) -> str:
    """The name in its normal form (NFKC). Raises Conflict("taken") where an account has it, in whatever case."""
    name: str = User.normalize_username(username)
    if User.objects.filter(username__iexact=name).exists():
        raise Conflict("taken", "This name or a similar one is taken. Choose another.")
    return name
