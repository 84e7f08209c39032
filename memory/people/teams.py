"""Teams: made by the server's operator, found by name or slug."""

from django.db import connection
from django.utils.text import slugify

from memory import access
from memory.errors import Conflict, Refused
from memory.models import Team


def add_team(name: str) -> Team:
    """Create a team. Raises Refused for an empty name, Conflict where its slug is taken."""
    slug = slugify(name)
    if not slug:
        raise Refused("invalid", "A team needs a name with at least one letter or digit.")
    if _team_id(name) is not None:
        raise Conflict("exists", f"Team '{slug}' already exists.")
    # The id comes first: row-level security lets a team be inserted only inside its own scope.
    team_id = _next_team_id()
    with access.scope(team=team_id):
        return Team.objects.create(pk=team_id, name=name.strip(), slug=slug)


def find_team(name: str) -> Team:
    """The team with this name or slug. Raises Refused when there is none."""
    team_id = _team_id(name)
    if team_id is None:
        raise Refused(
            "not_found", f"Team '{name}' does not exist. Create it with `manage.py add_team NAME`.", status=404
        )
    with access.scope(team=team_id):
        return Team.objects.get(pk=team_id)


def _next_team_id() -> int:
    with connection.cursor() as cursor:
        cursor.execute("SELECT nextval(pg_get_serial_sequence('memory_team', 'id'))")
        return int(cursor.fetchone()[0])


def _team_id(name: str) -> int | None:
    with connection.cursor() as cursor:
        cursor.execute("SELECT cairn_team_id(%s)", [slugify(name)])
        return cursor.fetchone()[0]
