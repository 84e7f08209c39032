"""Static files without a collecting step: addresses carry the content's hash, Starlette serves them."""

import hashlib
from functools import lru_cache
from pathlib import Path
from urllib.parse import parse_qs

from django.contrib.staticfiles import finders
from django.contrib.staticfiles.storage import StaticFilesStorage
from starlette.exceptions import HTTPException
from starlette.responses import PlainTextResponse, Response
from starlette.staticfiles import StaticFiles
from starlette.types import Receive, Scope, Send

from web.type_styles import stylesheet

_YEAR = "public, max-age=31536000, immutable"
_HASH_LENGTH = 12
_MADE = {"web/types.css": stylesheet().encode()}  # what has no file of its own


class VersionedFiles(StaticFilesStorage):
    """`{% static %}` with `?v=<hash>`: a browser keeps a file for a year, and asks again when it changes."""

    def url(self, name: str | None) -> str:
        """The address of a static file, with its version when the file exists."""
        address = super().url(name)
        version = _version(name or "")
        return f"{address}?v={version}" if version else address


def _version(name: str) -> str:
    """A hash of the file's content; '' for a file that no application has."""
    if name in _MADE:
        return _digest(_MADE[name])
    path = _found(name)
    return _hash(path, path.stat().st_mtime_ns) if path else ""


# A page draws dozens of shapes from one file, and finding it looks into the folders of all applications.
@lru_cache(maxsize=512)
def _found(name: str) -> Path | None:
    found = finders.find(name)
    return Path(found) if found else None


@lru_cache(maxsize=512)
def _hash(path: Path, changed: int) -> str:
    return _digest(path.read_bytes())


def _digest(content: bytes) -> str:
    return hashlib.sha256(content).hexdigest()[:_HASH_LENGTH]


class FoundFiles(StaticFiles):
    """The static folders of all applications (the admin's too) as one ASGI application."""

    def __init__(self) -> None:
        super().__init__(check_dir=False)
        self.all_directories = [str(folder) for folder in _folders()]

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Serve one file; what is not there is a plain 404, since no application stands around this one."""
        try:
            await super().__call__(scope, receive, send)
        except HTTPException as error:
            await PlainTextResponse(error.detail, error.status_code, error.headers)(scope, receive, send)

    async def get_response(self, path: str, scope: Scope) -> Response:
        """The file, kept for a year under its version, else revalidated by its ETag if it has one."""
        made = _MADE.get(path)
        response = await super().get_response(path, scope) if made is None else Response(made, media_type="text/css")
        versioned = "v" in parse_qs(scope["query_string"].decode("latin-1"))
        response.headers["Cache-Control"] = _YEAR if versioned else "no-cache"
        response.headers["X-Content-Type-Options"] = "nosniff"
        return response


def _folders() -> list[Path]:
    return [Path(storage.location) for storage in finders.AppDirectoriesFinder().storages.values()]
