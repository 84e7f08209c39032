"""What the members of a team are called, so that no memory names them."""

from memory.models import Team, User


def people_of(team: Team) -> frozenset[str]:
    """First names, full names and usernames of the team's members."""
    rows = User.objects.filter(memberships__team=team).values_list("first_name", "last_name", "username")
    names = (name for first, last, username in rows for name in (first, f"{first} {last}", username))
    return frozenset(name for name in map(str.strip, names) if name)
