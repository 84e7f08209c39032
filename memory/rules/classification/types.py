"""Shared ground of classification: the five types of a fact."""

from typing import Literal as OneOf

FactType = OneOf["decision", "context", "failure", "pattern", "dependency"]
TYPES: tuple[FactType, ...] = ("decision", "failure", "pattern", "dependency", "context")
