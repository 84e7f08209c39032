"""`manage.py refresh_lexicon`: count every team's words anew."""

from django.core.management.base import BaseCommand

from memory import access
from memory.recall import lexicon


class Command(BaseCommand):
    """Recounts word frequencies and reweighs documents; run it after large imports, the scheduler does it daily."""

    help = "Recount every team's word frequencies and reweigh its documents for search."

    def handle(self, **_: object) -> None:
        """One line when all are done."""
        teams = access.team_ids()
        for team_id in teams:
            lexicon.refresh_team(team_id)
        self.stdout.write(f"Refreshed the words of {len(teams)} team(s).")
