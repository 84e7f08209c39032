"""Finds the project that a person or client means."""

from memory import access
from memory.access import Actor
from memory.models import Project
from memory.rules import identity

# Every hint and briefing asks this, so it is one statement that Django need not compose.
_CALLED = """
SELECT p.*, p.identity = ANY (%(identities)s) OR EXISTS (
           SELECT FROM memory_projectalias a WHERE a.project_id = p.id AND a.identity = ANY (%(identities)s))
               AS is_known
FROM memory_project p
WHERE p.team_id = %(team)s
  AND (p.identity = ANY (%(identities)s) OR lower(p.name) = %(name)s
       OR right(lower(p.name), length(%(name)s) + 1) = '/' || %(name)s
       OR EXISTS (SELECT FROM memory_projectalias a WHERE a.project_id = p.id AND a.identity = ANY (%(identities)s)))
LIMIT 50
"""


def find_project(text: str | None, *, actor: Actor) -> Project | None:
    """The project that a person or client means by a remote, git dir, folder, identity or name; None without match.

    It is looked up in the scope that is open, else in one of its own. A name, or the last part of one, must be that of
    one project only: a guess between two would mix them up.
    """
    text = (text or "").strip()
    if not text:
        return None
    remote = identity.from_remote(text)
    identities = {text.lower(), *([remote.identity] if remote else [])}
    if text.startswith(("/", "~")) or text[1:3] in (":\\", ":/"):
        identities.add(identity.from_path(text).identity)
    parameters = {"team": actor.team.pk, "identities": list(identities), "name": text.lower()}
    with access.within(actor):
        found = list(Project.objects.raw(_CALLED, parameters))
    for fits in (
        lambda project: project.is_known,
        lambda project: project.name.lower() == text.lower(),
        lambda project: True,
    ):
        if matches := [project for project in found if fits(project)]:
            return matches[0] if len(matches) == 1 else None
    return None
