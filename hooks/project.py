"""Which project a session works on, read from the files of `.git`: starting git takes too long for a hook."""

from __future__ import annotations

import os
import stat

LARGEST_CONFIG = 256 * 1024
# No path that is longer (bytes on Linux) can be opened; the folders above it are not even looked for.
LONGEST_PATH = 4096


def identify(root: str) -> dict[str, str]:
    """The project as events carry it: `root`, and where there is a repository `remote`, `git_dir`, `branch`.

    `top` is the root of the working tree, where `root` is a folder below it. `remote` has no credentials. Worktrees of
    one repository share `git_dir` (git's common dir) and `remote`.
    """
    root = os.path.abspath(root)
    found = {"root": root}
    top, git_dir = _git_dir(root)
    if not git_dir:
        return found
    if top != root:
        found["top"] = top
    common = _common_dir(git_dir)
    found["git_dir"] = common
    branch = _branch(git_dir)
    if branch:
        found["branch"] = branch
    remote = _remote(os.path.join(common, "config"))
    if remote:
        found["remote"] = remote
    return found


def query_value(project: dict[str, str]) -> str:
    """What the `project=` parameter of a read request carries."""
    return project.get("remote") or project.get("git_dir") or project["root"]


def short_name(project: dict[str, str]) -> str:
    """A name for people, when the server cannot be asked: `acme/checkout`, else the folder's name."""
    remote = project.get("remote", "")
    if remote:
        path = remote.split("://", 1)[-1].replace(":", "/").rstrip("/").removesuffix(".git")
        return "/".join(path.split("/")[-2:])
    return os.path.basename(project["root"]) or project["root"]


def without_credentials(remote: str) -> str:
    """A remote URL without user, password or query: `https://me:token@host/r.git` becomes `https://host/r.git`."""
    scheme, separator, rest = remote.partition("://")
    if not separator:
        return _without_password(remote)
    host, slash, path = rest.partition("/")
    if "@" in host:
        user, _, host = host.rpartition("@")
        if scheme.startswith(("ssh", "git+ssh")):
            host = f"{user.partition(':')[0]}@{host}"
    if scheme.startswith("http"):
        path = path.partition("?")[0].partition("#")[0]
    return f"{scheme}://{host}{slash}{path}"


def _without_password(address: str) -> str:
    """scp's form, `git@host:acme/r.git`; who takes it for a URL writes `me:password@host:acme/r.git`."""
    host, slash, path = address.partition("/")
    user, at, host = host.rpartition("@")
    if "\\" in user:  # a folder of Windows
        return address
    return f"{user.partition(':')[0]}{at}{host}{slash}{path}"


def _git_dir(start: str) -> tuple[str, str]:
    """The root of the working tree around `start`, and its git directory; two empty texts where there is none."""
    if len(start) > LONGEST_PATH:
        return "", ""
    folder = start
    while True:
        candidate = os.path.join(folder, ".git")
        if os.path.isdir(candidate):
            return folder, os.path.realpath(candidate)
        if os.path.isfile(candidate):
            pointer = _pointer(candidate).removeprefix("gitdir:").strip()
            return (folder, os.path.realpath(os.path.join(folder, pointer))) if pointer else ("", "")
        parent = os.path.dirname(folder)
        if parent == folder:
            return "", ""
        folder = parent


def _common_dir(git_dir: str) -> str:
    pointer = _pointer(os.path.join(git_dir, "commondir"))
    return os.path.realpath(os.path.join(git_dir, pointer)) if pointer else git_dir


def _pointer(path: str) -> str:
    line = _first_line(path)
    # Resolving takes time by the square of the length; what is no path that could be opened points nowhere.
    return line if len(line) <= LONGEST_PATH else ""


def _branch(git_dir: str) -> str:
    head = _first_line(os.path.join(git_dir, "HEAD"))
    return head.removeprefix("ref: refs/heads/") if head.startswith("ref: refs/heads/") else ""


def _first_line(path: str) -> str:
    # A path with a NUL in it is none, and asking for it fails otherwise than for one that is not there.
    return text_of(path).partition("\n")[0].replace("\0", "").strip()


def text_of(path: str) -> str:
    """The first 256 KiB of a regular file; "" for everything else."""
    try:
        # Without waiting: opening a FIFO would hang until somebody writes to it.
        with open(os.open(path, os.O_RDONLY | os.O_NONBLOCK), "rb") as file:
            if not stat.S_ISREG(os.fstat(file.fileno()).st_mode):
                return ""
            return file.read(LARGEST_CONFIG).decode("utf-8", "replace")
    except (OSError, ValueError):
        return ""


def _remote(config: str) -> str:
    remotes: dict[str, str] = {}
    settings = _entries(text_of(config))
    for section, key, value in settings:
        if section.startswith('remote "') and key == "url":
            remotes.setdefault(section[8:-1], value)
    url = remotes.get("origin") or next(iter(remotes.values()), "")
    return without_credentials(_rewritten(url, settings)) if url else ""


def _rewritten(url: str, settings: list[tuple[str, str, str]]) -> str:
    """Applies `url.<base>.insteadOf`, so that a short form and the full URL are the same project."""
    home = os.path.expanduser("~")
    for path in (os.path.join(home, ".config", "git", "config"), os.path.join(home, ".gitconfig")):
        settings = settings + _entries(text_of(path))
    rules = [
        (value, section[5:-1])
        for section, key, value in settings
        if section.startswith('url "') and key == "insteadof" and value and url.startswith(value)
    ]
    if not rules:
        return url
    prefix, base = max(rules, key=lambda rule: len(rule[0]))
    return base + url[len(prefix) :]


def _entries(text: str) -> list[tuple[str, str, str]]:
    """(section, key in lower case, value) of every setting of a git configuration file."""
    section, found = "", []
    for line in text.splitlines():
        line = line.strip()
        if line.startswith("["):
            section = line[1:].partition("]")[0].strip()
        elif "=" in line and not line.startswith(("#", ";")):
            key, _, value = line.partition("=")
            found.append((section, key.strip().lower(), value.strip().strip('"')))
    return found
