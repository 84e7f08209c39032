"""CAIRN_HOME, the one folder of an embedded server: claimed at the first start, else refused."""

import json
import os
import pwd
import secrets
import tempfile
from dataclasses import dataclass
from pathlib import Path

from memory.errors import Refused

_MARK, _SECRETS = "cairn.json", "secrets.json"
# What file systems and desktops put into empty folders by themselves.
_NOISE = {".DS_Store", "lost+found", ".localized"}


@dataclass(frozen=True)
class Home:
    """A claimed CAIRN_HOME and the places in it."""

    path: Path

    @property
    def logs(self) -> Path:
        return self.path / "logs"

    @property
    def run(self) -> Path:
        return self.path / "run"

    @property
    def models(self) -> Path:
        return self.path / "models"

    @property
    def stack_file(self) -> Path:
        return self.path / "stack.json"

    @property
    def identity(self) -> str:
        """Tell this folder from every other: moving it keeps this, a copy of it gets another."""
        return folder_identity(self.path)

    def recorded(self, name: str) -> str | None:
        """Read what an earlier start noted under this name, None where it noted nothing."""
        return read_object(self.path / _MARK).get(name)

    def record(self, name: str, value: str | None) -> None:
        """Note a decision for the next start (None forgets it); survives a crash half way."""
        _note(self.path / _MARK, name, value)

    def kept_secret(self, name: str) -> str | None:
        """Give the secret of this name if there is one."""
        return read_object(self.path / _SECRETS).get(name)

    def keep_secret(self, name: str, value: str | None) -> None:
        """Keep a secret that was made elsewhere; None forgets it."""
        _note(self.path / _SECRETS, name, value)

    def secret(self, name: str) -> str:
        """Give the secret of this name, made at the first call and the same ever after."""
        if self.kept_secret(name) is None:
            self.keep_secret(name, secrets.token_hex(32))
        return str(self.kept_secret(name))


def claim_home(path: Path) -> Home:
    """Make the folder ours, or raise Refused with one line that says why it cannot be."""
    path = Path(os.path.abspath(path))  # noqa: PTH100 - resolve() would lose the person's own spelling of a symlink
    try:
        _make_folder(path)
        home = Home(path)
        if not (path / _MARK).exists():
            _refuse_foreign(path)
            write_private(path / _MARK, {"format": "1"})
        _refuse_another_owner(path)
        _make_places(home)
    except (FileExistsError, NotADirectoryError) as error:
        raise Refused("home", f"CAIRN_HOME cannot be {path}: {error.filename} is a file, not a folder.") from error
    except OSError as error:
        raise Refused("home", f"CAIRN_HOME {path} cannot be used: {error.strerror}: {error.filename}.") from error
    return home


def claimed_home(path: Path) -> bool:
    """Tell whether the folder is somebody's home."""
    return (path / _MARK).is_file()


def _make_folder(path: Path) -> None:
    path.mkdir(mode=0o700, parents=True, exist_ok=True)
    if not os.access(path, os.W_OK | os.X_OK | os.R_OK):
        raise PermissionError(13, "Permission denied", str(path))


def _refuse_foreign(path: Path) -> None:
    ours = f".{_MARK}."  # a first start that was killed while it claimed the folder
    names = sorted(entry.name for entry in path.iterdir())
    found = [name for name in names if name not in _NOISE and not name.startswith(ours)]
    if found:
        raise Refused(
            "foreign_home",
            f"CAIRN_HOME {path} is not empty and does not belong to Cairn ({found[0]!r}). Choose another folder.",
        )


def _refuse_another_owner(path: Path) -> None:
    owner = (path / _MARK).stat().st_uid
    if owner != os.geteuid():
        raise Refused(
            "home_owner",
            f"CAIRN_HOME {path} was made by the user {_user_name(owner)}. Run as that user, or choose another folder.",
        )


def _user_name(uid: int) -> str:
    try:
        return pwd.getpwuid(uid).pw_name
    except KeyError:
        return str(uid)


def _make_places(home: Home) -> None:
    # Under root the database's account must pass through; what it may not read is private by itself.
    home.path.chmod(0o711 if os.geteuid() == 0 else 0o700)
    for place in (home.logs, home.run, home.models):
        place.mkdir(mode=0o700, exist_ok=True)


def folder_identity(folder: Path) -> str:
    """Give the device and inode of a folder, which no other folder has at the same time. Raises OSError."""
    found = folder.stat()
    return f"{found.st_dev}:{found.st_ino}"


def write_private(path: Path, value: dict[str, str]) -> None:
    """Write a JSON object that only we can read, whole or not at all."""
    descriptor, temporary = tempfile.mkstemp(dir=path.parent, prefix=f".{path.name}.")
    try:
        with os.fdopen(descriptor, "w", encoding="utf-8") as file:
            json.dump(value, file, indent=1)
            file.flush()
            os.fsync(file.fileno())
        Path(temporary).replace(path)
    except BaseException:
        Path(temporary).unlink(missing_ok=True)
        raise


def _note(path: Path, name: str, value: str | None) -> None:
    noted = read_object(path) | {name: value}
    write_private(path, {key: kept for key, kept in noted.items() if kept is not None})


def read_object(path: Path) -> dict[str, str]:
    """Read a JSON object of strings, empty where there is no file. Raises Refused when it is damaged."""
    try:
        value = json.loads(path.read_text(encoding="utf-8"))
    except FileNotFoundError:
        return {}
    except ValueError as error:
        raise Refused("home", f"{path} is damaged: {error}.") from error
    return value if isinstance(value, dict) else {}
