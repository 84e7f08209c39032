"""The audit log: what was done, by whom, in a chain that shows when a row was changed or taken out."""

from memory.audit.recording import note, record, record_all, tellable

__all__ = ["note", "record", "record_all", "tellable"]
