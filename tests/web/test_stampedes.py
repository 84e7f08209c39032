"""Many requests at once that cost much and need no sign-in leave the server free for others."""

import socket
import threading
import time
from collections import Counter
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, suppress

import httpx2
import pytest

from tests.events import turn_of
from tests.live import LiveStack

pytestmark = pytest.mark.timeout(240)
MANY = 60


@pytest.fixture
def form(live_stack: LiveStack) -> Iterator[tuple[httpx2.Client, dict[str, str]]]:
    with httpx2.Client(base_url=live_stack.url, timeout=60, limits=httpx2.Limits(max_connections=None)) as client:
        page = client.get("/login").text
        token = page.split('name="csrfmiddlewaretoken" value="', 1)[1].split('"', 1)[0]
        yield client, {"csrfmiddlewaretoken": token, "password": "x"}


def test_many_sign_ins_at_once_hold_nobody_up(
    form: tuple[httpx2.Client, dict[str, str]], live_stack: LiveStack
) -> None:
    client, sent = form
    headers = {"Referer": f"{live_stack.url}/login"}

    def sign_in(number: int) -> int:
        return client.post("/login", data={**sent, "username": f"nobody{number}"}, headers=headers).status_code

    answered = threading.Event()
    with ThreadPoolExecutor(MANY) as pool:
        asked = [pool.submit(sign_in, number) for number in range(MANY)]
        time.sleep(0.3)
        while not all(each.done() for each in asked) and not answered.is_set():
            assert httpx2.get(f"{live_stack.url}/healthz", timeout=60).status_code == 200
            if not all(each.done() for each in asked):
                answered.set()  # others are answered while passwords are still being checked
        statuses = {each.result() for each in asked}
    assert answered.is_set()
    assert statuses <= {401, 429, 503} and 503 in statuses


_SET_PASSWORDS = """
from memory.models import User
for user in User.objects.filter(username__in=["alice", "bob"]):
    user.set_password(f"{user.username}-password")
    user.save()
"""


def _sign_in(client: httpx2.Client, name: str) -> None:
    token = client.get("/login").text.split('name="csrfmiddlewaretoken" value="', 1)[1].split('"', 1)[0]
    form = {"csrfmiddlewaretoken": token, "username": name, "password": f"{name}-password"}
    assert client.post("/login", data=form, headers={"Referer": f"{client.base_url}/login"}).status_code == 302


def test_one_person_holds_few_live_streams_and_others_go_on(live_stack: LiveStack) -> None:
    live_stack.manage("shell", "--command", _SET_PASSWORDS)
    made = [
        httpx2.Client(base_url=live_stack.url, timeout=60, limits=httpx2.Limits(max_connections=None)) for _ in "ab"
    ]
    with made[0] as bob, made[1] as alice, ExitStack() as held:
        _sign_in(bob, "bob")
        _sign_in(alice, "alice")
        statuses = Counter(held.enter_context(bob.stream("GET", "/live")).status_code for _ in range(40))
        assert set(statuses) == {200, 429}
        assert statuses[200] <= 20, "ten in each process"
        assert held.enter_context(alice.stream("GET", "/live")).status_code == 200
        began = time.monotonic()
        assert bob.get("/").status_code == alice.get("/").status_code == 200
        assert time.monotonic() - began < 5


def test_the_schema_is_written_once(live_stack: LiveStack) -> None:
    address = f"{live_stack.url}/api/v1/schema/?format=json"
    first = httpx2.get(address, timeout=60)
    assert first.json()["openapi"].startswith("3.")
    assert httpx2.get(address, timeout=60).content == first.content


def test_strangers_bodies_leave_room_for_those_of_known_tokens(live_stack: LiveStack) -> None:
    known = {"Authorization": f"Bearer {live_stack.token('alice')}"}
    for _ in range(12):  # each of the processes gets to know it
        assert httpx2.get(f"{live_stack.url}/api/v1/whoami", headers=known, timeout=60).status_code == 200
    head = (
        f"POST /api/v1/events HTTP/1.1\r\nHost: 127.0.0.1:{live_stack.port}\r\nAuthorization: Bearer cairn_made-up\r\n"
    )
    opened = [socket.create_connection(("127.0.0.1", live_stack.port)) for _ in range(60)]
    try:
        for each in opened:
            with suppress(OSError):  # one that is refused is answered at once
                each.sendall(f"{head}Content-Length: 1048576\r\n\r\n".encode() + b"[" * 600_000)
        events = turn_of("why?", "x" * 350_000)
        sent = httpx2.post(f"{live_stack.url}/api/v1/events", json={"events": events}, headers=known, timeout=60)
        assert sent.status_code == 202, sent.text
    finally:
        for each in opened:
            each.close()
