"""Finding again: search, lists, single memories with their context, the briefing."""
