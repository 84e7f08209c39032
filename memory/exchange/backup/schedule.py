"""Backups by the clock: when the next is due, whether the last is old, and which ones go."""

import shutil
from dataclasses import dataclass
from datetime import datetime, timedelta
from pathlib import Path

from django.conf import settings

from memory.errors import Refused
from memory.exchange.backup.manifest import Manifest, read_manifest
from memory.exchange.backup.sealing import Seal
from memory.exchange.backup.writing import PREFIX, back_up


@dataclass(frozen=True)
class Backups:
    """The folder of CAIRN_BACKUP_DIR, how often it gets a backup, and how many stay."""

    folder: Path
    every: timedelta
    keep: int

    def last(self) -> datetime | None:
        """When the newest backup that is whole was begun, None where there is none."""
        return max((manifest.moment for _, manifest in self._finished()), default=None)

    def is_due(self, now: datetime) -> bool:
        """Whether it is time for the next."""
        last = self.last()
        return last is None or now - last >= self.every

    def is_late(self, now: datetime) -> bool:
        """Whether a whole turn was missed."""
        last = self.last()
        return last is None or now - last > 2 * self.every

    def run(self, now: datetime) -> Path:
        """Make a backup, encrypted where CAIRN_BACKUP_PASSPHRASE is set, and remove the oldest ones beyond `keep`.

        Raises Refused, Unavailable; then none is removed.
        """
        passphrase = settings.CAIRN_BACKUP_PASSPHRASE
        made, _ = back_up(self.folder, now=now, seal=Seal(passphrase) if passphrase else None)
        newest_first = sorted(self._finished(), key=lambda found: found[1].moment, reverse=True)
        for old, _ in newest_first[self.keep :]:
            shutil.rmtree(old, ignore_errors=True)
        return made

    def _finished(self) -> list[tuple[Path, Manifest]]:
        found = []
        for path in self.folder.glob(f"{PREFIX}*"):
            try:
                found.append((path, read_manifest(path)))
            except Refused:  # somebody's own folder
                continue
        return found


def scheduled_backups() -> Backups | None:
    """The schedule of the settings, None without CAIRN_BACKUP_DIR."""
    if not settings.CAIRN_BACKUP_DIR:
        return None
    every = timedelta(hours=settings.CAIRN_BACKUP_EVERY)
    return Backups(Path(settings.CAIRN_BACKUP_DIR).expanduser(), every, max(1, settings.CAIRN_BACKUP_KEEP))
