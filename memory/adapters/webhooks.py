"""The door through which news leaves to web hooks: looked-up addresses are checked, and only those are connected to."""

import asyncio
import socket
import ssl
from collections.abc import Coroutine, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from datetime import UTC, datetime
from email.utils import parsedate_to_datetime
from typing import Any, TypeVar
from urllib.parse import urlsplit, urlunsplit

import httpx2
from django.conf import settings

from memory.rules.destinations import wrong_address, wrong_url

_T = TypeVar("_T")

SECONDS = 10.0
_GONE = 410
# Of several addresses of one name so many are tried.
_TRIES = 3


@dataclass(frozen=True)
class Letter:
    """One signed message on its way."""

    url: str
    body: bytes
    headers: Mapping[str, str]


@dataclass(frozen=True)
class Answer:
    """What came of it: a status (None where nobody answered), why it failed ("" when it arrived), and for how many
    seconds the receiver wants to be left alone."""

    status: int | None
    error: str = ""
    wait: float = 0.0

    @property
    def arrived(self) -> bool:
        """Whether the receiver took it."""
        return not self.error

    @property
    def gone(self) -> bool:
        """Whether the receiver wants nothing any more."""
        return self.status == _GONE


class _Unfit(Exception):
    """An address to which nothing may be sent."""


def _in_a_loop(work: Coroutine[Any, Any, _T]) -> _T:
    """The outcome of `work`, in a thread of its own: whoever calls may be inside a loop already."""
    with ThreadPoolExecutor(1) as thread:
        return thread.submit(asyncio.run, work).result()


def send(letters: Sequence[Letter]) -> list[Answer]:
    """Send all at once, each within ten seconds; never raises for what the other side does."""
    return _in_a_loop(_send_all(letters))


def why_unfit(url: str) -> str:
    """Why this address cannot be a web hook's, its name looked up; "" when it can."""
    try:
        _in_a_loop(_look_up(url))
    except (_Unfit, OSError, TimeoutError) as error:
        return _told(error)
    return ""


async def _send_all(letters: Sequence[Letter]) -> list[Answer]:
    # Made once for all: reading the authorities' certificates takes longer than most answers.
    context = ssl.create_default_context()
    # Our own addresses: a proxy of the environment would look the name up again, and elsewhere.
    async with httpx2.AsyncClient(verify=context, trust_env=False, follow_redirects=False, timeout=SECONDS) as client:
        return list(await asyncio.gather(*(_sent(letter, client) for letter in letters)))


async def _sent(letter: Letter, client: httpx2.AsyncClient) -> Answer:
    try:
        async with asyncio.timeout(SECONDS):
            return await _posted(letter, client)
    except (_Unfit, OSError, TimeoutError, httpx2.HTTPError, httpx2.InvalidURL) as error:
        return Answer(None, _told(error))


async def _look_up(url: str) -> None:
    async with asyncio.timeout(SECONDS):
        await _addresses(url)


async def _posted(letter: Letter, client: httpx2.AsyncClient) -> Answer:
    addresses = await _addresses(letter.url)
    for address in addresses[:-1]:
        try:
            return await _post_to(address, letter, client)
        except httpx2.ConnectError:
            continue
    return await _post_to(addresses[-1], letter, client)


async def _post_to(address: str, letter: Letter, client: httpx2.AsyncClient) -> Answer:
    """To this very address, under the name of the URL: what was checked is what is connected to."""
    parts = urlsplit(letter.url)
    host = f"[{address}]" if ":" in address else address
    place = host if parts.port is None else f"{host}:{parts.port}"
    name = parts.netloc
    url = urlunsplit((parts.scheme, place, parts.path or "/", parts.query, ""))
    headers = {**letter.headers, "host": name, "content-type": "application/json", "user-agent": _agent()}
    extensions = {"sni_hostname": parts.hostname}
    # The body is left unread: nothing in it matters, and it might never end.
    async with client.stream("POST", url, content=letter.body, headers=headers, extensions=extensions) as response:
        return _judged(response)


def _agent() -> str:
    return f"Cairn/{settings.VERSION}"


async def _addresses(url: str) -> list[str]:
    """What the URL's name stands for. Raises _Unfit unless every one of them may be sent to."""
    private = settings.CAIRN_WEBHOOKS_PRIVATE
    if wrong := wrong_url(url, private=private, ports=settings.CAIRN_WEBHOOKS_PORTS):
        raise _Unfit(wrong)
    parts = urlsplit(url)
    port = parts.port or (443 if parts.scheme == "https" else 80)
    loop = asyncio.get_running_loop()
    found = await loop.getaddrinfo(parts.hostname, port, type=socket.SOCK_STREAM)
    addresses = list(dict.fromkeys(str(entry[4][0]) for entry in found))
    for address in addresses:
        if wrong := wrong_address(address, private=private, plain=parts.scheme == "http"):
            raise _Unfit(wrong)
    return addresses[:_TRIES]


def _judged(response: httpx2.Response) -> Answer:
    status = response.status_code
    if 200 <= status < 300:
        return Answer(status)
    if 300 <= status < 400:
        return Answer(status, f"{status}: it points elsewhere, and redirects are not followed.")
    wait = _retry_after(response.headers.get("retry-after", ""))
    return Answer(status, f"{status} {response.reason_phrase}".strip()[:200], wait)


def _retry_after(value: str) -> float:
    """Seconds, from either form of the header; 0 where it says nothing."""
    try:
        if value.strip().isdecimal():
            return float(value)
        return max(0.0, (parsedate_to_datetime(value) - datetime.now(UTC)).total_seconds())
    except (ValueError, TypeError):
        return 0.0


def _told(error: Exception) -> str:
    """In words that say what to look at; a certificate's fault has one of its own."""
    if isinstance(error, _Unfit):
        return str(error)
    if isinstance(error, socket.gaierror):
        return "Its name is unknown."
    if isinstance(error, TimeoutError | httpx2.TimeoutException):
        return f"It did not answer within {SECONDS:g} seconds."
    if "certificate" in str(error).lower():
        return "Its certificate is not trusted."
    return f"It cannot be reached ({type(error).__name__})."
