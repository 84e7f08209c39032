"""How facts age: the Weibull survival of each memory type. Decay ranks, it never hides."""

import math
from dataclasses import dataclass

from hooks.memory_types import TYPES


@dataclass(frozen=True)
class Lifespan:
    """Weibull scale (days) and shape of one memory type."""

    scale_days: float
    shape: float


LIFESPANS = {each.value: Lifespan(each.scale_days, each.shape) for each in TYPES}


def survival(memory_type: str, age_days: float) -> float:
    """S(t) = exp(-(t/λ)^k) of a memory `age_days` old, in (0, 1]; ages below zero count as zero."""
    span = LIFESPANS[memory_type]
    return math.exp(-((max(age_days, 0.0) / span.scale_days) ** span.shape))


def days_until(memory_type: str, survival: float) -> float:
    """The age in days at which S(t) falls to `survival`: λ·(-ln S)^(1/k), the inverse of `survival`."""
    span = LIFESPANS[memory_type]
    return span.scale_days * float((-math.log(survival)) ** (1 / span.shape))
