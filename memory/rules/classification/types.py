"""Shared ground of classification: the types of a fact."""

from hooks import memory_types

FactType = str  # one of TYPES
TYPES: tuple[FactType, ...] = memory_types.VALUES
