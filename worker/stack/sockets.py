"""Where unix sockets lie: private folders with paths as short as the kernel wants them."""

import os
import shutil
import stat
import tempfile
from pathlib import Path

from worker.stack.account import Account, private_folder
from worker.stack.belonging import assign_to, belongs_to
from worker.stack.home import Home

# sun_path holds 108 bytes on Linux and 104 on macOS, one of them the closing NUL.
_LONGEST_PATH = 100


def socket_folder(home: Home, wanted: Path, longest_name: str, account: Account | None = None) -> Path:
    """Give a private folder for sockets: `wanted`, or if that is too deep a short one, noted in the home."""
    # Postgres' clients take a comma for the end of an address.
    if len(os.fsencode(wanted / longest_name)) <= _LONGEST_PATH and "," not in str(wanted):
        return private_folder(wanted, account)
    noted = _noted_folder(home, wanted, account)
    if noted is None:
        # Not $TMPDIR, which is deep itself on macOS. Nobody else can have made a folder of this name.
        noted = Path(tempfile.mkdtemp(prefix="cairn-", dir="/tmp"))
        assign_to(home, noted)
        home.record(_note(wanted), str(noted))
    return private_folder(noted, account)


def forget_socket_folder(home: Home, wanted: Path) -> None:
    """Remove the short folder that stood in for `wanted`, if there is one."""
    if noted := home.recorded(_note(wanted)):
        if belongs_to(home, Path(noted)):  # in a copied home the note speaks of the original's
            shutil.rmtree(noted, ignore_errors=True)
        home.record(_note(wanted), None)


def _note(wanted: Path) -> str:
    return f"sockets of {wanted.parent.name}"


def _noted_folder(home: Home, wanted: Path, account: Account | None) -> Path | None:
    """Find the short folder of an earlier start, unless it is gone, or another user's or home's."""
    noted = home.recorded(_note(wanted))
    try:
        found = os.lstat(noted) if noted else None
    except FileNotFoundError:
        return None
    owners = {os.geteuid(), account.uid if account else os.geteuid()}
    if found is None or not stat.S_ISDIR(found.st_mode) or found.st_uid not in owners:
        return None
    return Path(str(noted)) if belongs_to(home, Path(str(noted))) else None
