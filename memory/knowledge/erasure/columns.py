"""Where a team's texts are: every text column of every table with a team, found in the models themselves."""

from collections.abc import Iterator
from dataclasses import dataclass

from django.apps import apps
from django.contrib.postgres.fields import ArrayField
from django.db import models

from memory.models import AuditEvent, AuditHead, ClientUsage, LexemeFrequency, LexiconSize, SessionWeights, Usage

# Append-only (ids and counts, no texts), or numbers.
_WITHOUT_TEXT = (AuditEvent, AuditHead, LexemeFrequency, LexiconSize, SessionWeights, ClientUsage, Usage)
_MACHINE_MADE = frozenset({"sha256", "prefix", "embedding_model"})


@dataclass(frozen=True)
class Column:
    """One column with words: `kind` is text, array or json; `longest` in characters; `unique` within something."""

    name: str
    kind: str
    longest: int | None = None
    unique: bool = False


def text_tables() -> Iterator[tuple[type[models.Model], list[Column]]]:
    """Every table of a team that has texts, with its columns."""
    for model in apps.get_app_config("memory").get_models():
        names = {field.name for field in model._meta.fields}
        columns = [] if model in _WITHOUT_TEXT or not names >= {"id", "team"} else columns_of(model)
        if columns:
            yield model, columns


def columns_of(model: type[models.Model]) -> list[Column]:
    """The columns of one table in which a person or a secret may be named."""
    fields = [field for field in model._meta.fields if field.name not in _MACHINE_MADE]
    found = [_column(field, _is_unique(model, field)) for field in fields]
    return [column for column in found if column]


def _column(field: models.Field, unique: bool) -> Column | None:
    inner = field.base_field if isinstance(field, ArrayField) else field
    if inner.choices or not isinstance(inner, models.CharField | models.TextField | models.JSONField):
        return None
    kind = "array" if inner is not field else "json" if isinstance(field, models.JSONField) else "text"
    return Column(str(field.column), kind, getattr(inner, "max_length", None), unique)


def _is_unique(model: type[models.Model], field: models.Field) -> bool:
    together = [constraint.fields for constraint in model._meta.constraints if hasattr(constraint, "fields")]
    return bool(field.unique) or any(field.name in names for names in together)
