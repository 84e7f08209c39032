"""Conversations for the pages to show: rows as the importer leaves them, made inside their author's scope."""

import re
from collections.abc import Sequence
from datetime import datetime, timedelta

from django.test import Client
from django.utils import timezone

from memory import access
from memory.access import Actor
from memory.models import CodingSession, Message, ToolCall, Turn
from tests.web.conftest import session_of

# (name, target, result, failed)
Call = tuple[str, str, str, bool]


class Conversation:
    """A session of `actor` that grows turn by turn, a minute each."""

    def __init__(
        self,
        actor: Actor,
        title: str = "Fix silent 401s",
        *,
        project: str = "acme/checkout",
        at: datetime | None = None,
    ) -> None:
        self.actor = actor
        self.at = at or timezone.localtime().replace(hour=12, minute=0, second=0, microsecond=0) - timedelta(days=9)
        with access.acting(actor):
            self.session = session_of(actor, title, project)
            CodingSession.objects.filter(pk=self.session.pk).update(started_at=self.at, last_event_at=self.at)
        self.address = f"/sessions/{self.session.external_id}/"
        self._told = 0

    def turn(
        self,
        prompt: str = "",
        *answers: str,
        calls: Sequence[Call] = (),
        summary: Sequence[str] = (),
        heard: str = "",
        answer: str = "",
        beside: Sequence[str] = (),
    ) -> Turn:
        """One turn: a prompt, tool calls that follow it, and answers. `beside` is what a subagent was told and said.

        `heard` and `answer` are what the hooks knew before the transcript came.
        """
        with access.acting(self.actor):
            turn = Turn.objects.create(
                team=self.actor.team,
                session=self.session,
                uuid=f"{self.session.pk}-turn-{self._told:04}",
                prompt=heard,
                answer=answer,
                summary=list(summary),
                tool_count=len(calls),
                started_at=self.at,
            )
            asked = self.say("user", prompt, turn=turn) if prompt else None
            for call in calls:
                self.use(*call, turn=turn, after=asked)
            for at, words in enumerate(beside):
                self.say("assistant" if at else "user", words, turn=turn, subagent="scout")
            for words in answers:
                self.say("assistant", words, turn=turn)
            CodingSession.objects.filter(pk=self.session.pk).update(last_event_at=self.at)
        self.at += timedelta(minutes=1)
        self._told += 1
        return turn

    def say(self, role: str, words: str, *, turn: Turn | None = None, subagent: str = "") -> Message:
        """One message at the end of its thread."""
        with access.acting(self.actor):
            thread = Message.objects.filter(session=self.session, subagent=subagent)
            position = thread.count() + 1
            return Message.objects.create(
                team=self.actor.team,
                project=self.session.project,
                session=self.session,
                turn=turn,
                uuid=f"{self.session.pk}-{subagent}-{position}",
                role=role,
                content=words,
                subagent=subagent,
                position=position,
                said_at=self.at + timedelta(milliseconds=position),
            )

    def compacted(self) -> None:
        """The client summarises here."""
        with access.acting(self.actor):
            moments = [*self.session.compactions, self.at - timedelta(seconds=1)]
            CodingSession.objects.filter(pk=self.session.pk).update(compactions=moments)
            self.session.compactions = moments

    def use(
        self, name: str, target: str, result: str = "", failed: bool = False, *, turn: Turn, after: Message | None
    ) -> None:
        """One tool call, which followed a message."""
        with access.acting(self.actor):
            number = ToolCall.objects.filter(session=self.session).count()
            ToolCall.objects.create(
                team=self.actor.team,
                project=self.session.project,
                session=self.session,
                turn=turn,
                message=after,
                call_id=f"{self.session.pk}-call-{number}",
                name=name,
                target=target,
                result=result,
                failed=failed,
                called_at=(after.said_at if after else self.at) + timedelta(microseconds=number),
            )


def page_of(browser: Client, address: str, **headers: str) -> str:
    """What a page says; it must be there."""
    response = browser.get(address, headers=headers)
    assert response.status_code == 200, (address, response.status_code)
    return response.content.decode()


def going_on(page: str) -> str:
    """Where the page goes on; '' at its end."""
    found = re.search(r'<a class="more" href="([^"]+)"', page)
    return found[1].replace("&amp;", "&") if found else ""


def in_order(page: str, *words: str) -> bool:
    """Whether the words stand on the page one after the other."""
    places = [page.index(word) for word in words]
    return places == sorted(places)
