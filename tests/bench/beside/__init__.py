"""Cairn beside the packages that others keep memories in, on the same facts, with the same model, in one run."""
