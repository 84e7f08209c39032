"""A real Chromium on the real ASGI application, over a port of its own and the tests' database."""

import os
import threading
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
import uvicorn
from django.conf import settings
from django.db import connection
from django.test import Client
from playwright.sync_api import Browser, BrowserContext, ConsoleMessage, Page, Request, sync_playwright

from memory.access import Actor
from tests.live import free_port

CHROMIUM = Path("/usr/bin/chromium")
QUIET = [
    "--headless",
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
]

# Playwright keeps an event loop in the test's thread, in which Django would refuse its ordinary queries.
os.environ["DJANGO_ALLOW_ASYNC_UNSAFE"] = "true"


class Server:
    """The whole ASGI application in a thread of the tests' process, so that it shares their database."""

    def __init__(self) -> None:
        from web.asgi import application

        self.port = free_port()
        self.address = f"http://127.0.0.1:{self.port}"
        config = uvicorn.Config(application, port=self.port, log_level="warning", timeout_graceful_shutdown=1)
        self._server = uvicorn.Server(config)
        self._thread = threading.Thread(target=self._server.run, daemon=True)

    def start(self) -> None:
        """Start and wait until it answers."""
        self._thread.start()
        while not self._server.started:
            assert self._thread.is_alive(), "the server did not start"
            time.sleep(0.01)

    def rest(self) -> None:
        """Wait until no request is at work any more: the tests' clean-up would lock its tables against it."""
        deadline = time.monotonic() + 10
        # What the live timeline looks up for its watchers is no request: the database tells whether it has ended.
        idle = 0
        while idle < 2 and time.monotonic() < deadline:
            idle = 0 if self._server.server_state.tasks or _others_at_work() else idle + 1
            time.sleep(0.01)

    def stop(self) -> None:
        """Stop as a service manager would."""
        self._server.should_exit = True
        self._thread.join(10)


def _others_at_work() -> bool:
    """Whether another connection to the tests' database is in a transaction."""
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT EXISTS (SELECT FROM pg_stat_activity WHERE datname = current_database()"
            " AND pid <> pg_backend_pid() AND backend_type = 'client backend' AND xact_start IS NOT NULL)"
        )
        return bool(cursor.fetchone()[0])


@pytest.fixture(scope="session")
def server(django_db_setup: None) -> Iterator[Server]:
    """One server for all browser tests."""
    server = Server()
    server.start()
    yield server
    server.stop()


@pytest.fixture(scope="session")
def chromium() -> Iterator[Browser]:
    """The machine's own Chromium."""
    if not CHROMIUM.exists():
        pytest.skip(f"no Chromium at {CHROMIUM}")
    with sync_playwright() as playwright:
        # People's browsers keep a page for "Back"; Playwright would switch that off.
        kept = ["--disable-back-forward-cache"]
        browser = playwright.chromium.launch(executable_path=str(CHROMIUM), args=QUIET, ignore_default_args=kept)
        yield browser
        browser.close()


class Visit:
    """One person's browser window, which remembers everything that went wrong in it."""

    def __init__(self, context: BrowserContext, address: str) -> None:
        self.address = address
        self.page: Page = context.new_page()
        self.complaints: list[str] = []
        self.page.on("console", self._console)
        self.page.on("pageerror", lambda error: self.complaints.append(f"error: {error}"))
        self.page.on("request", self._request)

    def sign_in(self, actor: Actor) -> "Visit":
        """Arrive on the timeline with a session, as who has signed in before."""
        client = Client()
        client.force_login(actor.user)
        name = settings.SESSION_COOKIE_NAME
        self.page.context.add_cookies([{"name": name, "value": client.cookies[name].value, "url": self.address}])
        self.open("/")
        return self

    def open(self, path: str) -> None:
        """Go to a page of the server."""
        self.page.goto(f"{self.address}{path}")

    def _console(self, message: ConsoleMessage) -> None:
        if message.type in ("error", "warning"):
            self.complaints.append(f"{message.type}: {message.text}")

    def _request(self, request: Request) -> None:
        if not request.url.startswith((self.address, "data:")):
            self.complaints.append(f"left the machine: {request.url}")


Visiting = Callable[..., Visit]


@pytest.fixture
def visit(chromium: Browser, server: Server, transactional_db: None) -> Iterator[Visiting]:
    """Open a window (`width`, `dark`, `script`); a complaint in its console fails the test."""
    opened: list[tuple[BrowserContext, Visit]] = []

    def open_window(*, width: int = 1280, dark: bool = False, script: bool = True) -> Visit:
        context = chromium.new_context(
            viewport={"width": width, "height": 860},
            color_scheme="dark" if dark else "light",
            java_script_enabled=script,
        )
        context.set_default_timeout(8000)
        opened.append((context, Visit(context, server.address)))
        return opened[-1][1]

    yield open_window
    complaints = [complaint for _, window in opened for complaint in window.complaints]
    for context, _ in opened:
        context.close()
    server.rest()
    assert not complaints


def wait_until_scrolled(page: Page, beyond: int) -> None:
    """Wait until the page stands so many pixels further down.

    `wait_for_function` asks again by `eval` in the page, which the pages' policy forbids.
    """
    for _ in range(100):
        if page.evaluate("window.scrollY") > beyond:
            return
        page.wait_for_timeout(100)
    raise AssertionError(f"the page did not scroll beyond {beyond} pixels")
