"""The developer's own Claude makes the facts: a journal of turns, a headless client, a check, and a budget."""
