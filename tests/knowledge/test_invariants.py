"""Whatever several people do to a team's memories, in any order, the promises about them hold."""

from collections import Counter
from dataclasses import dataclass, field

import pytest
from django.db import transaction
from hypothesis import HealthCheck, Phase, settings
from hypothesis import strategies as st
from hypothesis.stateful import (
    RuleBasedStateMachine,
    initialize,
    invariant,
    precondition,
    rule,
    run_state_machine_as_test,
)

from memory import access
from memory.access import Actor
from memory.errors import CairnError
from memory.knowledge.feedback import give_feedback, withdraw_feedback
from memory.knowledge.lifecycle import approve, confirm, forget, pin, reject, restore, retype
from memory.knowledge.merging import merge
from memory.knowledge.remember import remember, update
from memory.knowledge.sharing import share
from memory.knowledge.splitting import split_off
from memory.knowledge.tagging import tag
from memory.knowledge.undo import undo
from memory.models import AuditEvent, Memory, Supersession
from memory.recall import lists
from memory.recall.fetch import fetch_memories
from memory.recall.search import search_memories
from tests.conftest import _actor
from tests.knowledge.test_contradiction_detection import SHOP, as_

FACT = "The parser of feed-{0} reads {0} columns because the vendor changed export {0}."
CURRENT = {"active", "disputed"}
REPLACEABLE = CURRENT | {"draft"}
KEPT = REPLACEABLE | {"quarantined"}
WIDTH = ["private", "project", "team"]
UNDOABLE = {"forget", "restore", "reject", "pin", "unpin", "retype", "tag", "share", "confirm", "feedback"}


@dataclass
class Known:
    """What the model holds of one memory."""

    memory: Memory
    author: str
    status: str = "active"
    visibility: str = "team"
    about_shop: bool = False
    approved_by: str = ""
    uses: int = 0
    deeds: int = 1
    said: dict[str, str] = field(default_factory=dict)
    helped: set[str] = field(default_factory=set)
    corrects: "Known | None" = None
    left_as: tuple[object, ...] | None = None
    last: tuple[str, str, tuple[object, ...]] | None = None

    @property
    def ref(self) -> str:
        return str(self.memory.uuid)


people = st.sampled_from(["alice", "alice", "bob", "alice", "carol", "bob", "vera"])
picks = st.integers(0, 30)


class Team(RuleBasedStateMachine):
    """A curator, two members and a viewer at work; every rule knows whether it must succeed, and what changes then."""

    def __init__(self) -> None:
        super().__init__()
        self.transaction = transaction.atomic()
        self.transaction.__enter__()
        roles = {"alice": "curator", "bob": "member", "carol": "member", "vera": "viewer"}
        self.cast: dict[str, Actor] = {name: _actor(name, "invariants", role) for name, role in roles.items()}
        self.known: list[Known] = []
        self.told = 100
        self.links: set[tuple[int, int]] = set()

    def teardown(self) -> None:
        transaction.set_rollback(True)
        self.transaction.__exit__(None, None, None)

    def fact(self) -> str:
        self.told += 1
        return FACT.format(self.told)

    def pick(self, number: int, *statuses: str) -> Known:
        """One of the memories, of these statuses where there are any."""
        fitting = [one for one in self.known if one.status in statuses] or self.known
        return fitting[number % len(fitting)]

    def state(self, one: Known) -> tuple[object, ...]:
        with access.scope(team=self.cast["alice"].team, system=True):
            row = Memory.objects.get(pk=one.memory.pk)
            about = sorted(row.projects.values_list("pk", flat=True))
        standing = (row.status, row.status_before, row.reason, row.visibility, about)
        return *standing, row.type, row.cue, row.tags, row.pinned, row.confirmed_at, row.file_changes

    def sees(self, who: str, one: Known) -> bool:
        return one.visibility != "private" or one.author == who

    def writes(self, who: str, one: Known) -> bool:
        return who != "vera" and self.sees(who, one)

    def curates(self, who: str, one: Known) -> bool:
        return who == "alice" and self.sees(who, one)

    def vouched_for(self, who: str, one: Known) -> bool:
        """Whether a curator stands behind it, so that others cannot replace it."""
        private = one.visibility == "private" and one.author == who
        approved = one.approved_by not in ("", who)
        return who != "alice" and not private and (approved or any(self.state(one)[8:10]))

    def judges(self, who: str, one: Known) -> bool:
        """Curators judge what is held back, and people the drafts that they alone see."""
        own_draft = one.status == "draft" and one.visibility == "private" and self.writes(who, one)
        return own_draft or (self.curates(who, one) and one.status in {"draft", "quarantined", "disputed"})

    def attempt(self, who: str, expected: bool, verb: object, *args: object, **more: object) -> object:
        """Do it; whether it is refused is what the model expects."""
        try:
            done = as_(self.cast[who], verb, *args, **more)
        except CairnError as refusal:
            assert not expected, f"{who} was refused: {refusal.detail}"
            return None
        assert expected, f"{who} may not do this"
        return done

    def change(
        self,
        who: str,
        one: Known,
        allowed: bool,
        named: str,
        verb: object,
        *args: object,
        deed: bool = True,
        **more: object,
    ) -> bool:
        """A verb on one memory that leaves it in its place; True when it was done and is a deed."""
        before = self.state(one)
        if self.attempt(who, allowed, verb, one.ref, *args, **more) is None:
            assert self.state(one) == before, "what is refused changes nothing"
            return False
        if deed:
            one.deeds += 1
            one.last = (who, named, before)
        return deed

    def add(self, memory: Memory, who: str, **more: object) -> Known:
        self.known.append(Known(memory, who, **more))  # type: ignore[arg-type]
        return self.known[-1]

    def replaced(self, one: Known, by: Memory) -> None:
        one.status, one.last = "superseded", None
        one.deeds += 1
        self.links.add((one.memory.pk, by.pk))

    @initialize()
    def begin(self) -> None:
        for who, private in (("alice", False), ("bob", False), ("carol", True)):
            self.tell(who, private)

    def tell(self, who: str, private: bool) -> None:
        visibility = "private" if private else "team"
        made = self.attempt(who, who != "vera", remember, self.fact(), visibility=visibility)
        if isinstance(made, Memory):
            self.add(made, who, visibility=visibility)

    @rule(who=people, private=st.booleans())
    def somebody_tells(self, who: str, private: bool) -> None:
        self.tell(who, private)

    @precondition(lambda self: self.known)
    @rule(number=picks, status=st.sampled_from(["draft", "quarantined"]))
    def hold_back(self, number: int, status: str) -> None:
        """As a policy or the poisoning rules do when something is captured."""
        one = self.pick(number, "active")
        if one.status == "active":
            with access.scope(team=self.cast["alice"].team, system=True):
                Memory.objects.filter(pk=one.memory.pk).update(status=status, reason="held back")
            one.status, one.last = status, None

    @precondition(lambda self: self.known)
    @rule(who=people, number=picks)
    def correct(self, who: str, number: int) -> None:
        one = self.pick(number)
        expected = self.writes(who, one) and one.status in REPLACEABLE
        proposes = self.vouched_for(who, one)
        newer = self.attempt(who, expected, update, one.ref, self.fact())
        if isinstance(newer, Memory) and proposes:
            same = {"visibility": one.visibility, "about_shop": one.about_shop}
            self.add(newer, who, status="draft", deeds=2, corrects=one, **same)
        elif isinstance(newer, Memory):
            status = "draft" if one.status == "draft" and who != "alice" else "active"
            self.add(newer, who, status=status, visibility=one.visibility, about_shop=one.about_shop)
            self.replaced(one, newer)

    @precondition(lambda self: len(self.known) > 1)
    @rule(who=people, number=picks, count=st.sampled_from([2, 2, 3, 1]))
    def become_one(self, who: str, number: int, count: int) -> None:
        first = self.pick(number, *REPLACEABLE)
        others = [one for one in self.known if one is not first and (one.visibility == first.visibility or number > 20)]
        sides = [first, *sorted(others, key=lambda one: one.status not in REPLACEABLE)[: count - 1]]
        alike = len({side.visibility == "private" for side in sides}) == 1
        there = all(self.curates(who, side) and side.status in REPLACEABLE for side in sides)
        merged = self.attempt(who, len(sides) > 1 and alike and there, merge, [side.ref for side in sides],
                              content=self.fact())  # fmt: skip
        if isinstance(merged, Memory):
            status = "draft" if all(side.status == "draft" for side in sides) else "active"
            widest = max((side.visibility for side in sides), key=WIDTH.index)
            shop = all(side.about_shop for side in sides)
            uses = sum(side.uses for side in sides)
            self.add(merged, who, status=status, visibility=widest, about_shop=shop, uses=uses)
            for side in sides:
                self.replaced(side, merged)

    @precondition(lambda self: self.known)
    @rule(who=people, number=picks)
    def become_two(self, who: str, number: int) -> None:
        one = self.pick(number)
        expected = self.curates(who, one) and one.status in REPLACEABLE
        parts = self.attempt(who, expected, split_off, one.ref, [self.fact(), self.fact()])
        if isinstance(parts, list):
            status = "draft" if one.status == "draft" else "active"
            for part in parts:
                same = {"visibility": one.visibility, "about_shop": one.about_shop, "uses": one.uses}
                self.add(part, who, status=status, **same)
                self.links.add((one.memory.pk, part.pk))
            one.status, one.last = "superseded", None
            one.deeds += 1

    @precondition(lambda self: self.known)
    @rule(who=people, number=picks)
    def forget(self, who: str, number: int) -> None:
        one = self.pick(number)
        before = self.state(one)
        expected = self.writes(who, one) and one.status in KEPT and not self.vouched_for(who, one)
        if self.change(who, one, expected, "forget", forget):
            one.status, one.left_as = "forgotten", before

    @precondition(lambda self: any(one.status == "forgotten" for one in self.known))
    @rule(who=people, number=picks)
    def restore(self, who: str, number: int) -> None:
        one = self.pick(number, "forgotten")
        expected = self.writes(who, one) and one.status == "forgotten"
        if self.change(who, one, expected, "restore", restore):
            assert self.state(one) == one.left_as, "restored is exactly what was"
            one.status = str(one.left_as[0])  # type: ignore[index]

    @precondition(lambda self: any(one.status in {"draft", "quarantined", "disputed"} for one in self.known))
    @rule(who=people, number=picks, verb=st.sampled_from(["approve", "reject"]))
    def judge(self, who: str, number: int, verb: str) -> None:
        one = self.pick(number, "draft", "quarantined", "disputed")
        before = self.state(one)
        proposed = one.corrects if verb == "approve" and who == "alice" and one.status == "draft" else None
        if self.change(who, one, self.judges(who, one), verb, approve if verb == "approve" else reject):
            one.status = "active" if verb == "approve" else "forgotten"
            one.left_as = before
            one.approved_by = who if verb == "approve" else one.approved_by
            if proposed and proposed.status in REPLACEABLE:
                self.take_the_place(one, proposed)

    def take_the_place(self, one: Known, old: Known) -> None:
        """An approved correction of what a curator vouched for replaces it, and is pinned where that was."""
        self.replaced(old, one.memory)
        if self.state(old)[8]:
            one.deeds, one.last = one.deeds + 1, None

    @precondition(lambda self: self.known)
    @rule(who=people, number=picks, pinned=st.booleans())
    def pin(self, who: str, number: int, pinned: bool) -> None:
        one = self.pick(number)
        changes = self.state(one)[8] != pinned
        expected = self.curates(who, one) and (one.status in KEPT or not changes)
        self.change(who, one, expected, "pin" if pinned else "unpin", pin, pinned=pinned, deed=changes)

    @precondition(lambda self: self.known)
    @rule(who=people, number=picks, kind=st.sampled_from(["pattern", "failure"]))
    def retype(self, who: str, number: int, kind: str) -> None:
        one = self.pick(number)
        changes = self.state(one)[5] != kind
        allowed = one.status in KEPT and not self.vouched_for(who, one)
        expected = self.writes(who, one) and (allowed or not changes)
        self.change(who, one, expected, "retype", retype, kind, deed=changes)

    @precondition(lambda self: self.known)
    @rule(who=people, number=picks, name=st.sampled_from(["db", "ci"]))
    def tag(self, who: str, number: int, name: str) -> None:
        one = self.pick(number)
        changes = name not in self.state(one)[7]  # type: ignore[operator]
        allowed = one.status in KEPT and not self.vouched_for(who, one)
        expected = self.writes(who, one) and (allowed or not changes)
        self.change(who, one, expected, "tag", tag, add=[name], deed=changes)

    @precondition(lambda self: self.known)
    @rule(who=people, number=picks)
    def confirm(self, who: str, number: int) -> None:
        one = self.pick(number)
        self.change(who, one, self.curates(who, one) and one.status in KEPT, "confirm", confirm)

    @precondition(lambda self: self.known)
    @rule(who=people, number=picks, shop=st.booleans())
    def share(self, who: str, number: int, shop: bool) -> None:
        one = self.pick(number)
        about = shop or one.about_shop
        seen = ("project" if about else "team") if one.visibility == "private" else one.visibility
        covers = not about or one.about_shop
        mine = one.author == who
        allowed = (one.visibility == "private" and mine) or who == "alice" or (mine and covers)
        changes = (seen, about) != (one.visibility, one.about_shop)
        expected = self.writes(who, one) and allowed and (one.status in KEPT or not changes)
        if self.change(who, one, expected, "share", share, projects=[SHOP] if shop else None, deed=changes):
            one.visibility, one.about_shop = seen, about

    @precondition(lambda self: self.known)
    @rule(who=people, number=picks, verdict=st.sampled_from(["wrong", "helpful", "wrong", "outdated", "wrong", ""]))
    def say(self, who: str, number: int, verdict: str) -> None:
        one = self.pick(number % 3, *REPLACEABLE)
        changes = one.said.get(who, "") != verdict
        expected = self.writes(who, one) and (one.status in REPLACEABLE or not changes)
        verb, args = (give_feedback, [verdict]) if verdict else (withdraw_feedback, [])
        if self.change(who, one, expected, "feedback", verb, *args, deed=changes):
            self.heard(one, who, verdict)

    def heard(self, one: Known, who: str, verdict: str) -> None:
        earlier, one.said[who] = one.said.get(who, ""), verdict
        wrong = Counter(one.said.values())["wrong"]
        if verdict == "wrong" and wrong >= 2 and one.status == "active":
            one.status = "disputed"
        elif earlier == "wrong" and wrong == 1 and one.status == "disputed":
            one.status = "active"
        if verdict == "helpful" and who not in one.helped:
            one.helped.add(who)
            one.uses += 1

    def last_deeds(self) -> list[Known]:
        return [one for one in self.known if one.last and one.last[1] in UNDOABLE]

    @precondition(lambda self: self.last_deeds())
    @rule(number=picks)
    def undo(self, number: int) -> None:
        """The last deed of all on a memory is taken back by whoever did it, and nothing else but it."""
        one = self.last_deeds()[number % len(self.last_deeds())]
        assert one.last
        who, named, before = one.last
        now = self.state(one)
        was_said = self.said_before(one, who) if named == "feedback" else None
        assert self.attempt(who, True, undo, one.ref)
        one.deeds += 1
        one.last = (who, {"forget": "restore", "reject": "restore", "restore": "forget"}.get(named, "undo"), now)
        if named == "feedback":
            self.heard(one, who, was_said or "")
            return
        assert self.state(one)[2:] == before[2:] and self.state(one)[0] == before[0]
        if named in {"forget", "reject"}:
            assert self.state(one) == before
        if named == "restore":
            one.left_as = now
        one.status, one.visibility = str(before[0]), str(before[3])
        one.about_shop = bool(before[4])

    def said_before(self, one: Known, who: str) -> str:
        with access.acting(self.cast[who]):
            said = AuditEvent.objects.filter(subject=f"memory:{one.ref}", verb="feedback", actor=self.cast[who].user)
            return str(said.latest("pk").detail["replaced"])

    @precondition(lambda self: self.known)
    @rule(who=people, number=picks)
    def fetch(self, who: str, number: int) -> None:
        one = self.pick(number)
        if as_(self.cast[who], fetch_memories, [one.ref]) and who != "vera":
            one.uses += 1

    @precondition(lambda self: self.known)
    @invariant()
    def the_rows_are_what_the_model_says(self) -> None:
        with access.scope(team=self.cast["alice"].team, system=True):
            rows = Memory.objects.in_bulk([one.memory.pk for one in self.known])
            counted = Counter(AuditEvent.objects.values_list("subject", flat=True))
            links = set(Supersession.objects.values_list("older_id", "newer_id"))
        for one in self.known:
            row = rows[one.memory.pk]
            assert (row.status, row.visibility, row.uses) == (one.status, one.visibility, one.uses)
            assert counted[f"memory:{one.ref}"] == one.deeds, "every change is audited once"
            assert row.content == one.memory.content
        assert links == self.links and len(rows) == len(self.known)

    @precondition(lambda self: self.links)
    @invariant()
    def a_chain_has_one_head_and_no_end_in_itself(self) -> None:
        current = {one.memory.pk for one in self.known if one.status in CURRENT}
        for start in {older for older, _ in self.links}:
            reached, edge = set(), {start}
            while edge:
                edge = {newer for older, newer in self.links if older in edge} - reached
                reached |= edge
            assert start not in reached, "no lineage loops"
            assert not (start in current and reached & current), "what was replaced is not current beside its heir"

    @precondition(lambda self: self.known)
    @invariant()
    def nobody_finds_what_left_or_is_not_theirs(self) -> None:
        theirs = {one.memory.pk for one in self.known if one.status in CURRENT and self.sees("bob", one)}
        with access.acting(self.cast["bob"]):
            found = search_memories(self.known[-1].memory.content, actor=self.cast["bob"], limit=50, semantic=False)
            listed = lists.recent(actor=self.cast["bob"], limit=100)
        assert {row.pk for row in listed} == theirs
        assert {hit.memory.pk for hit in found.hits} <= theirs
        assert self.known[-1].memory.pk not in theirs or found.hits


@pytest.mark.django_db
def test_the_promises_hold_whatever_people_do() -> None:
    run_state_machine_as_test(
        Team,
        settings=settings(
            max_examples=30,
            stateful_step_count=25,
            deadline=None,
            database=None,
            # A failure is told as it was found: making it smaller would outlast the test's time.
            phases=[Phase.generate],
            suppress_health_check=list(HealthCheck),
        ),
    )
