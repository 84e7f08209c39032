"""The server's door to the one guard of the read line, which ships with the plugin."""

from hooks.fencing import LOOKALIKES, TWINS, end, framed, inert, label, leaving, tag, visible

__all__ = ["LOOKALIKES", "TWINS", "end", "framed", "inert", "label", "leaving", "tag", "visible"]
