"""The passphrase of a backup: from the environment, else asked for on the terminal."""

import getpass
import sys

from django.conf import settings

from memory.errors import Refused


def chosen_passphrase() -> str:
    """Give the passphrase for a new backup, asked for twice. Raises Refused where nobody can be asked."""
    if settings.CAIRN_BACKUP_PASSPHRASE:
        return settings.CAIRN_BACKUP_PASSPHRASE
    passphrase = _ask("Passphrase for the backup: ")
    if passphrase != _ask("Repeat the passphrase: "):
        raise Refused("passphrase", "The two passphrases differ.")
    return passphrase


def known_passphrase() -> str:
    """Give the passphrase of an existing backup. Raises Refused where nobody can be asked."""
    return settings.CAIRN_BACKUP_PASSPHRASE or _ask("Passphrase of the backup: ")


def _ask(prompt: str) -> str:
    if not sys.stdin.isatty():
        raise Refused("passphrase", "The backup needs a passphrase: set CAIRN_BACKUP_PASSPHRASE.")
    return getpass.getpass(prompt)
