"""Puts memories back that an export carried out: the same row where its id is free, nothing where it is known."""

import uuid
from collections.abc import Collection, Iterator, Sequence
from contextlib import AbstractContextManager
from datetime import datetime
from itertools import zip_longest

from django.db.models import Q

from memory import access
from memory.access import Actor
from memory.adapters.embedder import Embedding, embedded
from memory.exchange.entries import Entry, Placed, Rest, insert_all
from memory.exchange.import_report import Receipt
from memory.exchange.people import People
from memory.knowledge import contradiction_detection
from memory.knowledge.locks import one_writer_a_team
from memory.knowledge.save import Ground, NewFact, duplicate_of, save
from memory.models import Memory, Supersession
from memory.recall import lexicon

# Entries that one transaction restores, or compares, at the end.
_ROUND = 100
_Key = tuple[uuid.UUID, str]


class Restorer:
    """Takes the entries of one import, inside the transactions of its caller.

    What replaces a memory that has not come yet waits until all files are read: then `settle` while any `waiting`,
    and `compare` while any of what was stored is `unseen`. A team that knew nothing before has nothing to compare with:
    its memories get their vectors from the queue, which then looks for what contradicts what.
    """

    def __init__(self, people: People) -> None:
        self._people = people
        self._team = people.importer.team
        # The ids in the files, and the rows that now stand for them.
        self._rows: dict[uuid.UUID, int] = {}
        self._made: set[int] = set()
        self._latest: list[uuid.UUID] = []
        self._begins: bool | None = None
        self.waiting: list[Entry] = []
        self.unseen: list[int] = []

    def take(self, entries: Sequence[Entry]) -> Receipt:
        """Restore what can be restored now."""
        now: list[Entry] = []
        coming: set[str] = set()
        for entry in entries:
            ready = all(ref in coming or self.row(ref) is not None for ref in entry.card.supersedes)
            (now if ready else self.waiting).append(entry)
            coming |= {str(entry.card.id)} if ready else set()
        return self._restore(now)

    def settle(self) -> Receipt:
        """Restore some of what waited for nothing that still waits itself; links to what never came are left out."""
        late = {str(entry.card.id) for entry in self.waiting}
        ready = [entry for entry in self.waiting if late.isdisjoint(entry.card.supersedes)] or self.waiting
        now = ready[:_ROUND]
        taken = set(map(id, now))
        self.waiting = [entry for entry in self.waiting if id(entry) not in taken]
        return self._restore(now)

    def compare(self) -> Receipt:
        """Look for what contradicts some of the memories that were stored, in a transaction of the importer's.

        Last of all: pairs that the files tell of, and judged, are there by then and stay as they are.
        """
        now, self.unseen = self.unseen[:_ROUND], self.unseen[_ROUND:]
        return Receipt(contradictions=contradiction_detection.look_again(now, team=self._team))

    def undo(self) -> None:
        """What was taken last was rolled back: no rows stand for it."""
        for taken in self._latest:
            self._made.discard(self._rows.pop(taken, 0))
        self._people.undo()

    def row(self, ref: str) -> int | None:
        """The row that stands for a memory of the files."""
        try:
            wanted = uuid.UUID(ref)
        except ValueError:
            return None
        if wanted not in self._rows:
            found = Memory.objects.visible_to(self._people.importer).filter(uuid=wanted).first()
            if found is None:
                return None
            self._rows[wanted] = found.pk
        return self._rows[wanted]

    def _restore(self, entries: Sequence[Entry]) -> Receipt:
        receipt = Receipt()
        self._latest = []
        if entries:
            embeddings = self._embeddings(entries)
            with self._scope():
                one_writer_a_team(self._team.pk)
                self._put(entries, embeddings, receipt)
        return receipt

    def _scope(self) -> AbstractContextManager[None]:
        """Private memories of all authors are seen while they are written, with the importer's scopes and no more."""
        importer = self._people.importer
        return access.scope(team=importer.team, user=importer.user, system=True, may=importer.scopes)

    def _embeddings(self, entries: Sequence[Entry]) -> dict[str, Embedding | None]:
        """Those of what is not known, by its words; none where the team began with this import."""
        known = _Known(entries, self._people, self._made)
        if self._begins is None:
            self._begins = not known.anything
        fresh = [] if self._begins else [entry.content for entry in entries if known.memory(entry) is None]
        return dict(zip(fresh, embedded(fresh), strict=True))

    def _put(self, entries: Sequence[Entry], embeddings: dict[str, Embedding | None], receipt: Receipt) -> None:
        """Insert what is not known, in the order of the files."""
        known = _Known(entries, self._people, self._made)
        stands: list[tuple[Entry, Memory]] = []
        fresh: dict[_Key, Placed] = {}
        for entry in entries:
            author = self._people.author(entry.card.by)
            embedding = embeddings.get(entry.content)
            memory = known.memory(entry) or self._twin(entry, embedding, author)
            if known.is_erased(entry):
                receipt.left_out["erased"] += 1
            elif memory or _key(entry) in fresh:
                receipt.duplicates += 1
                stands += [(entry, memory)] if memory else []
            else:
                fresh[_key(entry)] = Placed(entry, known.claim(entry.card.id), author, embedding)
        made = insert_all(list(fresh.values()), self._people, receipt)
        self._count(made, list(fresh.values()), receipt)
        self._stand([*stands, *zip((one.entry for one in fresh.values()), made, strict=True)])

    def _count(self, made: Sequence[Memory], placed: Sequence[Placed], receipt: Receipt) -> None:
        """What follows for new rows: their words, their turn to be compared, and what the report says."""
        pks = [memory.pk for memory in made]
        self._made.update(pks)
        receipt.new_ids += sum(one.id != one.entry.card.id for one in placed)
        if self._begins:
            receipt.to_embed += len(pks)
        else:
            self.unseen += pks
        if pks:
            lexicon.count(pks, team=self._team)

    def _twin(self, entry: Entry, embedding: Embedding | None, author: Actor) -> Memory | None:
        """A memory that the team has of its own and that says the same; it gains this one's evidence."""
        if self._begins or entry.card.status not in Memory.CURRENT:
            return None
        fact = _as_fact(entry, embedding)
        # Only what the author sees is compared, or gains evidence.
        with access.acting(author):
            twin = duplicate_of(fact, actor=author)
            if twin is None or twin.pk in self._made:
                return None
            rest = fact.ground
            rested = twin.evidence.filter(session=rest.session, turn=rest.turn, at=rest.at, source=rest.source)
            return twin if rested.exists() else save(fact, actor=author).memory

    def _stand(self, pairs: Sequence[tuple[Entry, Memory]]) -> None:
        """Which rows stand for the entries, and their lineage.

        Ids only grow, so what is younger here cannot be the elder of a row.
        """
        for entry, memory in pairs:
            self._rows[entry.card.id] = memory.pk
            self._latest.append(entry.card.id)
        links = {
            (older, memory.pk): at
            for entry, memory in pairs
            for ref, at in _replaced(entry)
            if (older := self.row(ref)) is not None and older < memory.pk
        }
        # A dry run's rows are gone with their transaction. And what the team had and holds true no file replaces.
        replaced = Memory.objects.filter(pk__in={older for older, _ in links})
        replaced = replaced.filter(Q(pk__in=self._made) | ~Q(status__in=Memory.LIVE))
        there = set(replaced.values_list("pk", flat=True))
        self._link({pair: at for pair, at in links.items() if pair[0] in there})

    def _link(self, links: dict[tuple[int, int], datetime | None]) -> None:
        held = Supersession.objects.filter(newer__in=[newer for _, newer in links]).values_list("older_id", "newer_id")
        known = set(held)
        new = {pair: at for pair, at in links.items() if pair not in known}
        rows = [Supersession(team=self._team, older_id=older, newer_id=newer) for older, newer in new]
        made = Supersession.objects.bulk_create(rows)
        told = [(row, at) for row, at in zip(made, new.values(), strict=True) if at]
        for row, at in told:
            row.at = at
        Supersession.objects.bulk_update([row for row, _ in told], ["at"])


class _Known:
    """What the team has of some entries: by id, or by words and moment where the id was in use when they first came."""

    def __init__(self, entries: Sequence[Entry], people: People, made: Collection[int]) -> None:
        self._people, team = people, people.importer.team
        same = Q(uuid__in=[entry.card.id for entry in entries]) | Q(
            occurred_at__in=[entry.card.at for entry in entries]
        )
        # All rows of the team: what is hidden from the importer has its id too.
        with access.scope(team=team, system=True):
            rows = list(Memory.objects.filter(same, team=team).order_by("-pk"))
            self.anything = bool(rows) or Memory.objects.filter(team=team).exists()
        self._ids = {row.uuid for row in rows}
        self._erased = {row.uuid for row in rows if row.purged_at}
        kept = [row for row in rows if row.purged_at is None]
        self._by_id = {(row.uuid, row.content): row for row in kept}
        self._by_words = {(row.occurred_at, row.content): row for row in kept if row.pk not in made}

    def memory(self, entry: Entry) -> Memory | None:
        """The same memory, if its author sees it."""
        words = self._by_words.get((entry.card.at, entry.content))
        row = self._by_id.get(_key(entry), words)
        hidden = row and row.visibility == Memory.Visibility.PRIVATE and row.author_id != self._author(entry)
        return None if hidden else row

    def is_erased(self, entry: Entry) -> bool:
        """Whether it was erased here: an old copy does not bring it back."""
        return entry.card.id in self._erased

    def claim(self, wanted: uuid.UUID) -> uuid.UUID:
        """The id for a new row: the one that the file says, or a new one where the team uses that."""
        claimed = uuid.uuid4() if wanted in self._ids else wanted
        self._ids.add(claimed)
        return claimed

    def _author(self, entry: Entry) -> int:
        return self._people.author(entry.card.by).user.pk


def _key(entry: Entry) -> _Key:
    """What makes two entries one: somebody may have changed the words and left the id."""
    return entry.card.id, entry.content


def _replaced(entry: Entry) -> Iterator[tuple[str, datetime | None]]:
    """What the entry replaced, and when as far as the file says."""
    return zip_longest(entry.card.supersedes, entry.card.supersedes_at[: len(entry.card.supersedes)])


def _as_fact(entry: Entry, embedding: Embedding | None) -> NewFact:
    rest = entry.rests[0] if entry.rests else Rest("explicit", entry.card.at)
    ground = Ground(source=rest.source, at=rest.at, excerpt=rest.excerpt, session=rest.session, turn=rest.turn)
    return NewFact(
        content=entry.content,
        type=entry.card.type,
        ground=ground,
        source=entry.card.source,
        visibility=entry.card.visibility,
        projects=entry.projects,
        unsigned=entry.card.unsigned,
        embedding=embedding,
    )
