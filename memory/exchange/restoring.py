"""Puts memories back that an export carried out: the same row where its id is free, nothing where it is known."""

import uuid
from collections.abc import Sequence
from contextlib import nullcontext

from django.db.models import Q

from memory import access
from memory.access import Actor
from memory.exchange.card import Card
from memory.exchange.entries import Entry, Vector, insert
from memory.exchange.people import People
from memory.exchange.receipt import Receipt
from memory.knowledge import conflicts
from memory.knowledge.save import Ground, NewFact, duplicate_of, embedded, save
from memory.models import Memory, Supersession
from memory.recall import lexicon

# Entries that one transaction restores, or compares, at the end.
_ROUND = 100


class Restorer:
    """Takes the entries of one import, inside the transactions of its caller.

    What replaces a memory that has not come yet waits until all files are read: then `settle` while any `waiting`,
    and `compare` while any of what was stored is `unseen`.
    """

    def __init__(self, people: People) -> None:
        self._people = people
        # The ids in the files, and the rows that now stand for them.
        self._rows: dict[uuid.UUID, int] = {}
        self._made: set[int] = set()
        self._latest: list[uuid.UUID] = []
        self.waiting: list[Entry] = []
        self.unseen: list[int] = []

    def take(self, entries: Sequence[Entry]) -> Receipt:
        """Restore what can be restored now."""
        late = [entry for entry in entries if self._missing(entry)]
        self.waiting += late
        return self._restore([entry for entry in entries if entry not in late])

    def settle(self) -> Receipt:
        """Restore some of what waited for nothing that still waits itself; links to what never came are left out."""
        late = {str(entry.card.id) for entry in self.waiting}
        ready = [entry for entry in self.waiting if late.isdisjoint(entry.card.supersedes)] or self.waiting
        now = ready[:_ROUND]
        self.waiting = [entry for entry in self.waiting if entry not in now]
        return self._restore(now)

    def compare(self) -> Receipt:
        """Look for what contradicts some of the memories that were stored, in a transaction of the importer's.

        Last of all: pairs that the files tell of, and judged, are there by then and stay as they are.
        """
        now, self.unseen = self.unseen[:_ROUND], self.unseen[_ROUND:]
        return Receipt(contradictions=conflicts.look_again(now, team=self._people.importer.team))

    def undo(self) -> None:
        """What was taken last was rolled back: no rows stand for it."""
        for taken in self._latest:
            self._made.discard(self._rows.pop(taken, 0))

    def _missing(self, entry: Entry) -> bool:
        return any(self.row(ref) is None for ref in entry.card.supersedes)

    def row(self, ref: str) -> int | None:
        """The row that stands for a memory of the files."""
        try:
            wanted = uuid.UUID(ref)
        except ValueError:
            return None
        if wanted not in self._rows:
            found = Memory.objects.filter(team=self._people.importer.team, uuid=wanted).first()
            if found is None:
                return None
            self._rows[wanted] = found.pk
        return self._rows[wanted]

    def _restore(self, entries: Sequence[Entry]) -> Receipt:
        receipt = Receipt()
        self._latest = []
        of_authors: dict[str, list[Entry]] = {}
        for entry in entries:
            author = self._people.author(entry.card.by)
            of_authors.setdefault(author.user.username, []).append(entry)
        for username, own in of_authors.items():
            author = self._people.author(username)
            # A private memory is visible to its author alone, even while it is written.
            with nullcontext() if author is self._people.importer else access.acting(author):
                self._of_author(own, author, receipt)
        return receipt

    def _of_author(self, entries: Sequence[Entry], author: Actor, receipt: Receipt) -> None:
        """Restore what is not known, with one look at the rows and one call of the embedder."""
        known = self._known(entries, author)
        fresh = [entry.content for entry in entries if _key(entry) not in known]
        vectors, model = embedded(fresh) if fresh else ([], "")
        vector_of = dict(zip(fresh, vectors, strict=True))
        made: list[int] = []
        for entry in entries:
            vector = vector_of.get(entry.content)
            memory = known.get(_key(entry)) or self._twin(entry, vector, model, author)
            receipt.duplicates += memory is not None
            if memory is None:
                memory = insert(entry, self._people, author=author, vector=vector, model=model)
                made.append(memory.pk)
                self._made.add(memory.pk)
                receipt.quarantined += memory.status == Memory.Status.QUARANTINED
            known[_key(entry)] = memory
            self._note(entry.card, memory)
        receipt.memories += len(made)
        self.unseen += made
        if made:
            lexicon.count(made, team=author.team)

    def _known(self, entries: Sequence[Entry], author: Actor) -> dict[tuple[uuid.UUID, str], Memory]:
        """The same memories: by id, or by words and moment where the id was taken when they first came."""
        cards = [entry.card for entry in entries]
        same = Q(uuid__in=[card.id for card in cards]) | Q(occurred_at__in=[card.at for card in cards])
        rows = list(Memory.objects.visible_to(author).filter(same).order_by("-pk"))
        by_words = {(row.occurred_at, row.content): row for row in rows}
        by_id = {(row.uuid, row.content): row for row in rows}
        found = {_key(entry): by_words.get((entry.card.at, entry.content)) for entry in entries}
        return {key: row for key, row in found.items() if row} | by_id

    def _twin(self, entry: Entry, vector: Vector, model: str, author: Actor) -> Memory | None:
        """A memory that the team has of its own and that says the same; it gains this one's evidence."""
        card = entry.card
        if card.status not in Memory.CURRENT:
            return None
        fact = _as_fact(entry, vector, model)
        twin = duplicate_of(fact, actor=author)
        if twin is None or twin.pk in self._made:
            return None
        rest = entry.rests[0]
        rested = twin.evidence.filter(session=rest.session, turn=rest.turn, at=rest.at, source=rest.source)
        return twin if rested.exists() else save(fact, actor=author).memory

    def _note(self, card: Card, memory: Memory) -> None:
        """Which row stands for it, and its lineage; ids only grow, so what is younger here cannot be its elder."""
        self._rows[card.id] = memory.pk
        self._latest.append(card.id)
        for ref in card.supersedes:
            older = self.row(ref)
            # A dry run's rows are gone with their transaction.
            if older is not None and older < memory.pk and Memory.objects.filter(pk=older).exists():
                Supersession.objects.get_or_create(team=self._people.importer.team, older_id=older, newer=memory)


def _key(entry: Entry) -> tuple[uuid.UUID, str]:
    """What makes two entries one: somebody may have changed the words and left the id."""
    return entry.card.id, entry.content


def _as_fact(entry: Entry, vector: Vector, model: str) -> NewFact:
    rest = entry.rests[0]
    ground = Ground(source=rest.source, at=rest.at, excerpt=rest.excerpt, session=rest.session, turn=rest.turn)
    return NewFact(
        content=entry.content,
        type=entry.card.type,
        ground=ground,
        source=entry.card.source,
        visibility=entry.card.visibility,
        projects=entry.projects,
        vector=vector,
        model=model,
    )
