"""Which project an event belongs to: clones and worktrees of one repository are one project."""

import hashlib
import posixpath
import re
from dataclasses import dataclass

from memory.rules.redaction import redact

_SCP = re.compile(r"^(?:[\w.+-]+@)?(?P<host>[\w.-]+):(?!//)(?P<path>.+)$")
_URL = re.compile(r"^[a-z][a-z0-9+.-]*://(?:[^/@]*@)?(?P<host>[^/:]+)(?::\d+)?/(?P<path>.+)$", re.I)


@dataclass(frozen=True)
class ProjectIdentity:
    """`identity` is what is compared (`github.com/org/repo`, `local/name-1a2b3c4d`), `name` what people read."""

    identity: str
    name: str


def from_remote(remote: str) -> ProjectIdentity | None:
    """Normalise a git remote of any form (https, ssh, scp-like) to host/path; None for what is none."""
    match = _URL.match(remote.strip()) or _SCP.match(remote.strip())
    if not match:
        return None
    path = match["path"].split("?")[0].strip("/").removesuffix(".git").strip("/")
    if not path:
        return None
    return ProjectIdentity(_fitting(f"{match['host']}/{path}".lower()), "/".join(path.split("/")[-2:])[-200:])


def from_path(path: str) -> ProjectIdentity:
    """Identity of a repository without a remote (its common git dir), or of a plain folder, by its absolute path."""
    clean = posixpath.normpath(path.replace("\\", "/").strip() or "/")
    folder = posixpath.dirname(clean) if posixpath.basename(clean) == ".git" else clean
    name = posixpath.basename(folder).removesuffix(".git") or "root"
    return ProjectIdentity(_fitting(f"local/{name}-{_digest(folder)}"), name[:200])


def _fitting(identity: str) -> str:
    """`identity` in at most 400 characters; a longer one ends in its digest, so that two stay two."""
    return identity if len(identity) <= 400 else f"{identity[:380]}-{_digest(identity)}"


def _digest(text: str) -> str:
    return hashlib.sha256(text.encode("utf-8", "replace")).hexdigest()[:8]


def identify(*, remote: str = "", git_dir: str = "", root: str = "") -> ProjectIdentity:
    """The project of an event: its remote if it has one, else its git dir, else its folder; named without secrets."""
    remote, git_dir, root = (redact(place).text if place else "" for place in (remote, git_dir, root))
    return (from_remote(remote) if remote else None) or from_path(git_dir or root)
