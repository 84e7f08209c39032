"""What a team's model thinks of its open contradictions: advice for whoever resolves them, never the resolution.

Everything here is read in a scope of nobody: a pair with a private side stays between its author and the rules, and
no prompt holds the words of one person's private memory beside those of others.
"""

from collections.abc import Sequence

from django.core.cache import cache

from memory import access
from memory.adapters.distiller import RULES, Distiller, ModelFailed, Prompt, chosen, distiller, label
from memory.distill.answers import Judged, read_verdicts
from memory.distill.asking import ask
from memory.distill.prompting import pairs_prompt
from memory.errors import Refused
from memory.models import Contradiction, Team

BATCH = 8
_LOCK_SECONDS = 120


def judge_contradictions() -> int:
    """Give every team's open pairs their advice, a batch a team; how many got one. Safe in many workers at once."""
    return sum(_judge_team(team_id) for team_id in access.team_ids())


def _judge_team(team_id: int) -> int:
    """Advice for the team's next pairs; none without a model, without budget, or while another worker is at it."""
    with access.scope(team=team_id):
        team = Team.objects.get(pk=team_id)
        pairs = _unjudged(team) if chosen(team.distiller) != RULES else []
    if not pairs or not cache.add(f"cairn:judging:{team_id}", 1, _LOCK_SECONDS):
        return 0
    try:
        door = distiller(chosen(team.distiller))
        said = ask(door, _prompt_of(pairs), read_verdicts, team=team)
    except (ModelFailed, Refused):
        return 0
    finally:
        cache.delete(f"cairn:judging:{team_id}")
    return _keep(pairs, said, door, team)


def _unjudged(team: Team) -> list[Contradiction]:
    """The newest pairs that wait; row-level security leaves out those that not everybody of the team may see."""
    waiting = Contradiction.objects.filter(team=team, advice="", judge=RULES).open_between_known()
    return list(waiting.select_related("older", "newer").order_by("-pk")[:BATCH])


def _prompt_of(pairs: Sequence[Contradiction]) -> Prompt:
    return pairs_prompt([(pair.older.content, pair.newer.content) for pair in pairs])


def _keep(pairs: Sequence[Contradiction], said: Sequence[Judged], door: Distiller, team: Team) -> int:
    """Write the advice on pairs that are still open; a pair without an answer is not asked about again."""
    by_number = {judged.pair: judged for judged in said if judged.advice in Contradiction.Verdict.values}
    advised = 0
    with access.scope(team=team):
        for number, pair in enumerate(pairs, 1):
            still_open = Contradiction.objects.filter(pk=pair.pk, status=Contradiction.Status.OPEN, judge=RULES)
            changed = still_open.update(judge=label(door), **_advice(by_number.get(number), pair))
            advised += changed if number in by_number else 0
    return advised


def _advice(judged: Judged | None, pair: Contradiction) -> dict[str, object]:
    """What changes of a pair by what the model said of it."""
    if judged is None:
        return {}
    sure = judged.confidence if judged.confidence is not None else pair.confidence
    return {"advice": judged.advice, "confidence": sure}
