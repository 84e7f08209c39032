"""Who the database runs as: Postgres refuses root, so under root it gets another account of the system."""

import os
import pwd
import shutil
import subprocess
from dataclasses import dataclass
from pathlib import Path

from memory.errors import Refused

# For root, whose home folder nobody else may enter.
COMMON_ROOT = Path("/var/lib/cairn")
# Postgres' own account where a package made one (Debian, macOS), else what every Unix has.
_CANDIDATES = ("postgres", "_postgres", "nobody", "daemon")


@dataclass(frozen=True)
class Account:
    """An account of the operating system that a child process can be given."""

    name: str
    uid: int
    gid: int


def unprivileged_account() -> Account | None:
    """Say as whom the database must run: None for "as ourselves", an existing account when we are root."""
    if os.geteuid() != 0:
        return None
    for name in _CANDIDATES:
        try:
            entry = pwd.getpwnam(name)
        except KeyError:
            continue
        if entry.pw_uid != 0:
            return Account(name, entry.pw_uid, entry.pw_gid)
    raise Refused("no_account", f"As root, Postgres needs one of the accounts {', '.join(_CANDIDATES)}; none exists.")


def popen_options(account: Account | None) -> dict[str, object]:
    """Give the keyword arguments that make `subprocess` start a child as this account."""
    return {"user": account.uid, "group": account.gid, "extra_groups": []} if account else {}


def can_enter(account: Account | None, path: Path) -> bool:
    """Tell whether the account may enter the folder, or run the program, `path`; asks the system itself."""
    if account is None:
        return os.access(path, os.X_OK)
    test = ["/bin/sh", "-c", 'test -x "$0"', str(path)]
    return subprocess.run(test, cwd="/", check=False, **popen_options(account)).returncode == 0  # type: ignore[call-overload]


def open_folder(path: Path) -> Path:
    """Make a folder that other accounts can pass through, not list; safe to call again."""
    path.mkdir(parents=True, exist_ok=True)
    path.chmod(0o711)
    return path


def private_folder(path: Path, account: Account | None) -> Path:
    """Make a folder that only the account (else we ourselves) can look into; safe to call again."""
    path.mkdir(mode=0o700, parents=True, exist_ok=True)
    path.chmod(0o700)
    if account:
        shutil.chown(path, account.uid, account.gid)
    return path
