"""Builds model instances from rows that Postgres says in JSON, for the few statements that every request asks."""

from typing import Any, TypeVar

from django.db import models

Row = TypeVar("Row", bound=models.Model)


def from_json(model: type[Row], columns: dict[str, Any]) -> Row:
    """An instance from a row's columns as `to_jsonb` gives them; columns that are left out are deferred."""
    fields = [field for field in model._meta.concrete_fields if field.attname in columns]
    values = [field.to_python(columns[field.attname]) for field in fields]
    return model.from_db("default", [field.attname for field in fields], values)
