"""What an answer other than success means to the flush: never, not now, or not here."""

from __future__ import annotations

from hooks import client

LONGEST_WAIT = 300.0
BROKE = ("error", "http_500")
FOREIGN = (400, 404, 405, 422, 501)


class Halt(Exception):
    """Sending has to stop for now: `code` and `detail` go to the state, where the status line finds them.

    `wait` is how many seconds the server asked for, or 0. `broke` is true where the server failed at what was sent,
    and may take something else.
    """

    def __init__(self, code: str, detail: str, wait: float = 0.0) -> None:
        super().__init__(detail)
        self.code = code
        self.detail = detail
        self.wait = wait
        self.broke = code in BROKE


def unwritable(error: OSError) -> Halt:
    """The data folder takes no writing, because of a full disk, say: what was not noted must not count as sent."""
    return Halt("disk", f"the data folder cannot be used: {error}")


def refuses_content(reply: client.Reply) -> bool:
    """True when Cairn (not some other server at a wrong URL) says that it will never take this body."""
    return reply.status == 413 or (reply.status in (400, 422) and "code" in reply.json())


def problem(reply: client.Reply) -> tuple[str, str]:
    """Code and detail of an error answer (RFC 9457), with something sensible where the body says nothing."""
    body = reply.json()
    code = str(body.get("code") or f"http_{reply.status}")
    return code, str(body.get("detail") or body.get("title") or f"the server answered {reply.status}")


def refusal(reply: client.Reply, url: str) -> Halt:
    """Why an answer stops the flush: what was to be sent stays here."""
    code, detail = problem(reply)
    if reply.status == 401:
        return Halt("unauthorized", "the server rejects the token; run `cairn login`")
    if reply.status == 403:
        return Halt("forbidden", f"the token lacks the scope `capture` ({detail}); ask for one that has it")
    if reply.status in FOREIGN or reply.status < 400:
        moved = reply.headers.get("location", "")
        to = f" (it points to {moved})" if moved else ""
        detail = f"{url} is not a Cairn server: it answered {reply.status}{to}; check the URL with `cairn doctor`"
        return Halt("wrong_url", detail)
    return Halt(code, f"the server answered {reply.status}: {detail}", _retry_after(reply))


def _retry_after(reply: client.Reply) -> float:
    value = reply.headers.get("retry-after", "")
    return min(LONGEST_WAIT, float(value)) if value.isascii() and value.isdigit() else 0.0
