"""Backs a whole server up into a folder, and restores it into an empty database: every table, row by row."""

from memory.exchange.backup.loading import restore
from memory.exchange.backup.manifest import Manifest
from memory.exchange.backup.schedule import Backups, scheduled_backups
from memory.exchange.backup.writing import back_up

__all__ = ["Backups", "Manifest", "back_up", "restore", "scheduled_backups"]
