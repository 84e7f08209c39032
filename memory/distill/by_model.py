"""A turn's facts by the distiller that the team wishes, and by the rules where that one has nothing to offer."""

import logging

from memory.adapters.distiller import RULES, Distiller, ModelFailed, chosen, distiller, label
from memory.distill.answers import read_answer
from memory.distill.asking import ask
from memory.distill.checking import Kept, checked
from memory.distill.made import Made
from memory.distill.prompting import turn_prompt
from memory.errors import Refused
from memory.models import Team
from memory.rules.distillation import Distilled, TurnMaterial
from memory.rules.noise import noise_reason
from memory.rules.summary import summary_bullets

log = logging.getLogger(__name__)

_NOTE_CHARS = 300


def distill(material: TurnMaterial, by_rules: Distilled, *, team: Team) -> Made:
    """Facts and bullets of a turn. Never fails for a model's sake: `by_rules` stands in, and `note` says why.

    May take over a minute, so it must not run inside a transaction.
    """
    kind = chosen(team.distiller)
    if kind == RULES or not _worth_a_call(material):
        return _by_rules(material, by_rules)
    try:
        door = distiller(kind)
        answer = ask(door, turn_prompt(material, by_rules.facts), read_answer, team=team)
        return _by_model(checked(answer, material, by=label(door)), material, by_rules, door)
    except (ModelFailed, Refused) as failure:
        log.info("a turn of team %s is distilled by rules: %s: %s", team.pk, kind, failure.detail)
        return _by_rules(material, by_rules, f"{kind}: {failure.detail}")
    except Exception as error:
        # Whatever a model's words bring about here, the turn is not lost for it. The words stay out of the log.
        log.error("a turn of team %s is distilled by rules: %s: %s", team.pk, kind, type(error).__name__)
        return _by_rules(material, by_rules, f"{kind}: its answer could not be checked ({type(error).__name__})")


def _by_model(kept: Kept, material: TurnMaterial, by_rules: Distilled, door: Distiller) -> Made:
    """What held of the answer; nothing of it, where no fact did that was told."""
    refused = "; ".join(dict.fromkeys(kept.refused))
    if kept.refused and not kept.facts:
        return _by_rules(material, by_rules, f"{door.name}: {refused}")
    note = f"{len(kept.refused)} of {len(kept.refused) + len(kept.facts)} facts rejected: {refused}" if refused else ""
    bullets = kept.bullets or summary_bullets(material, by_rules.facts)
    return Made(kept.facts, bullets, label(door), note[:_NOTE_CHARS])


def _by_rules(material: TurnMaterial, by_rules: Distilled, note: str = "") -> Made:
    return Made(by_rules.facts, summary_bullets(material, by_rules.facts), RULES, note[:_NOTE_CHARS])


def _worth_a_call(material: TurnMaterial) -> bool:
    """A turn of chatter costs nothing."""
    return bool(material.tools) or not (noise_reason(material.answer) and noise_reason(material.prompt))
