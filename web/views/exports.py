"""Export everything that the person can see: write it to a file first, then stream it."""

import tempfile
import zipfile
from collections.abc import AsyncIterator, Callable, Iterator
from pathlib import Path
from typing import BinaryIO

from asgiref.sync import sync_to_async
from django.core.handlers.asgi import ASGIRequest
from django.http import HttpRequest, HttpResponseBase, StreamingHttpResponse
from django.utils import timezone
from django.views.decorators.http import require_http_methods

from memory.access import Actor
from memory.errors import NotFound, Refused
from memory.exchange.archive import ARCHIVE, export_jsonl
from memory.exchange.export import export_markdown
from memory.models import Project
from memory.recall.project_lookup import find_project
from web.access import actor_of, authorize
from web.filters import text
from web.rendering import page

_PIECE = 256 * 1024


@require_http_methods(["GET", "HEAD", "POST"])
@authorize("read")
def export(request: HttpRequest) -> HttpResponseBase:
    """Show the form. A POST downloads the export and records it in the audit log."""
    if request.method == "POST":
        return _download(request)
    context: dict[str, object] = {"page": "team", "part": "export", "projects": Project.objects.order_by("name")}
    return page(request, "web/team_export.html", context)


def _download(request: HttpRequest) -> HttpResponseBase:
    actor, format = actor_of(request), text(request.POST, "format")
    if format not in _FORMATS:
        raise Refused("invalid", f"'{format[:20]}' is not a format. Choose {' or '.join(_FORMATS)}.")
    write, ending, content_type = _FORMATS[format]
    project = _project(request, actor)
    file = write(actor, project, bool(text(request.POST, "everything")))
    size = file.seek(0, 2)
    file.seek(0)
    # Under ASGI Django would gather an ordinary iterator in memory before it sends the first piece.
    pieces = _sent(file) if isinstance(request, ASGIRequest) else _read(file)
    response = StreamingHttpResponse(pieces, content_type=content_type)
    name = f"cairn-{actor.team.slug}-{timezone.localdate().isoformat()}.{ending}"
    response["Content-Disposition"] = f'attachment; filename="{name}"'
    response["Content-Length"], response["Cache-Control"] = str(size), "no-store"
    return response


def _project(request: HttpRequest, actor: Actor) -> Project | None:
    name = text(request.POST, "project")
    found = find_project(name, actor=actor)
    if name and found is None:
        raise NotFound("This project does not exist.")
    return found


def _jsonl(actor: Actor, project: Project | None, everything: bool) -> BinaryIO:
    """The archive, open for reading; its folder is gone already, and the file with its last reader."""
    with tempfile.TemporaryDirectory(prefix="cairn-export-") as folder:
        export_jsonl(Path(folder), actor=actor, project=project, everything=everything)
        return (Path(folder) / ARCHIVE).open("rb")


def _markdown(actor: Actor, project: Project | None, everything: bool) -> BinaryIO:
    """A folder a project, a file a day, in one zip."""
    packed: BinaryIO = tempfile.TemporaryFile(prefix="cairn-export-")  # type: ignore[assignment] # noqa: SIM115
    with tempfile.TemporaryDirectory(prefix="cairn-export-") as folder:
        root = Path(folder) / "cairn"
        export_markdown(root, actor=actor, project=project, everything=everything)
        with zipfile.ZipFile(packed, "w", zipfile.ZIP_DEFLATED) as archive:
            for path in sorted(path for path in root.rglob("*") if path.is_file()):
                archive.write(path, path.relative_to(root.parent).as_posix())
    return packed


_Writer = Callable[[Actor, Project | None, bool], BinaryIO]
_FORMATS: dict[str, tuple[_Writer, str, str]] = {
    "jsonl": (_jsonl, "jsonl", "application/x-ndjson"),
    "markdown": (_markdown, "zip", "application/zip"),
}


def _read(file: BinaryIO) -> Iterator[bytes]:
    with file:
        while piece := file.read(_PIECE):
            yield piece


async def _sent(file: BinaryIO) -> AsyncIterator[bytes]:
    with file:
        while piece := await sync_to_async(file.read)(_PIECE):
            yield piece
