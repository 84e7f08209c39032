"""The server's door to the one guard of the read line, which ships with the plugin."""

from hooks.fencing import LOOKALIKES, end, framed, inert, label, leaving, tag, visible

__all__ = ["LOOKALIKES", "end", "framed", "inert", "label", "leaving", "tag", "visible"]
