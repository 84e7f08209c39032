"""The base of an operator's command: parse, one verb, print; a refusal becomes one line and exit code 1."""

import os
from collections.abc import Callable
from pathlib import Path
from typing import Any

import psycopg
from django.core.management.base import BaseCommand, CommandError
from django.db import InterfaceError, OperationalError, connections

from memory.errors import CairnError, Unavailable

_CONNECT_SECONDS = 3


class VerbCommand(BaseCommand):
    """Subclasses implement `act`, which takes the command's options as keywords."""

    act: Callable[..., None]
    # They look at every page of the web interface; an operator's command should not wait for that.
    requires_system_checks = []
    needs_database = True

    def handle(self, *args: Any, **options: Any) -> None:
        """Run the verb. Raises CommandError with what to do."""
        try:
            if self.needs_database:
                server_version()
            self.act(**options)
        except CairnError as error:
            raise CommandError(error.detail) from None
        except (OperationalError, InterfaceError) as error:
            raise CommandError(f"The database failed: {first_line(error)}") from None

    def note(self, text: str) -> None:
        """Say something to the person, aside from the output that scripts read."""
        self.stderr.write(text, self.style.NOTICE)


def server_version() -> str:
    """The version of Postgres, asked without the pool, which would go on trying for ten seconds.

    Raises Unavailable when the database does not answer.
    """
    probe = connections["default"].copy()
    probe.settings_dict["OPTIONS"].pop("pool", None)
    try:
        parameters = probe.get_connection_params() | {"connect_timeout": _CONNECT_SECONDS}
        with probe.get_new_connection(parameters) as opened:
            return str(opened.info.parameter_status("server_version"))
    except (psycopg.Error, OperationalError) as error:
        raise Unavailable(
            f"The database does not answer. Start the stack with `make up`. ({first_line(error)})"
        ) from None


def at_home(path: Path) -> Path:
    """`path` with the person's home for `~`; the home of somebody who is not here stays as it is written."""
    return Path(os.path.expanduser(path))  # noqa: PTH111 - Path's own raises for that


def first_line(error: Exception) -> str:
    """The first line of an error's text; drivers add paragraphs of guesses."""
    return (str(error).splitlines() or [type(error).__name__])[0]
