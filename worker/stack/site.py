"""What one `manage.py up` was asked for: home, port and the environment that its processes get."""

import os
import re
import socket
import sys
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

import psutil

from memory.errors import Refused
from worker.stack.home import Home, claim_home

PROJECT = Path(__file__).resolve().parents[2]
# Marks every process of a home, so that the next start finds what a killed supervisor left running.
SUPERVISED = "CAIRN_SUPERVISED"
_HOST = "127.0.0.1"


@dataclass(frozen=True)
class Site:
    """The place and the wishes of one stack."""

    home: Home
    port: int
    given: Mapping[str, str]  # the environment as the person set it

    @property
    def address(self) -> str:
        """The URL of the web."""
        return f"http://{_HOST}:{self.port}"

    @property
    def embedder_is_local(self) -> bool:
        """Whether the embedder process is wanted."""
        return (self.given.get("CAIRN_EMBEDDER") or "local") == "local"

    @property
    def wants_sample(self) -> bool:
        """Whether the first start shall load the sample project."""
        return self.given.get("SAMPLE", "1").lower() not in ("0", "no", "false", "off")

    def manage(self, *arguments: str) -> tuple[str, ...]:
        """Give the command line of a management command."""
        return (sys.executable, str(PROJECT / "manage.py"), *arguments)


def given_environment() -> dict[str, str]:
    """Give the environment as the person set it: the settings have since filled in what a last stack left."""
    given = psutil.Process().environ()
    return given | {name: value for name, value in os.environ.items() if f"{name}_FILE" in given}


def survey(given: Mapping[str, str]) -> Site:
    """Check what can be checked before anything starts. Raises Refused, saying what is wrong."""
    home = claim_home(Path(given.get("CAIRN_HOME") or "~/.cairn").expanduser())
    return Site(home, _port(given.get("PORT") or "8787"), given)


def _port(text: str) -> int:
    if re.fullmatch("[0-9]{1,5}", text) and 0 < int(text) < 65536:
        return int(text)
    raise Refused("port", f"PORT is {text!r}; it must be a number from 1 to 65535.")


def check_port(port: int) -> None:
    """Make sure that nobody listens where the web shall. Raises Refused."""
    with socket.socket() as probe:
        probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)  # connections of the last run may linger
        try:
            probe.bind((_HOST, port))
        except PermissionError as error:
            raise Refused("port", f"Port {port} is reserved for root. Choose another: PORT=8787 make up") from error
        except OSError as error:
            raise Refused("port", f"Port {port} is in use. Choose another: PORT={_next(port)} make up") from error


def _next(port: int) -> int:
    return port + 1 if port < 65535 else 8787
