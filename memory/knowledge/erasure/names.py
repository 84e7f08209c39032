"""What a person is called in other people's texts."""

from collections.abc import Iterable
from dataclasses import dataclass

from memory.knowledge.erasure.search import Search, words
from memory.models import Team, User
from memory.rules.persons.names import SOMETIMES_NAMES
from memory.rules.vocabulary import TECHNICAL

SHORTEST = 3
# Accounts that are called after what they do.
_ROLES = frozenset("admin administrator bot ci dev developer guest me ops owner root system team test user".split())


@dataclass(frozen=True)
class Names:
    """`folded` are erased in any case, `exact` as they are written, `accounts` in any case where an account stands;
    `spared` would take everyday words along."""

    folded: tuple[str, ...]
    exact: tuple[str, ...]
    accounts: tuple[str, ...]
    spared: tuple[str, ...]

    @property
    def search(self) -> Search:
        """What to look for."""
        return words(self.folded, self.exact, self.accounts)


def names_of(person: User, *, team: Team, also: Iterable[str] = (), keep: Iterable[str] = ()) -> Names:
    """Username, e-mail, full name in either order, and first and last name alone, as whole words.

    A username that is an everyday word goes only where it stands for a person (@name, a home folder). A first or
    last name goes alone as it is written in the account (in any case where it stands for an account), unless it is
    an everyday word or a team mate has it too. `also` adds words in any case, `keep` spares some.
    """
    kept = {word.lower() for word in keep}
    first, last = person.first_name.strip(), person.last_name.strip()
    folded = [person.email, *_full(first, last), *also]
    username, spared, accounts = person.username, list[str](), list[str]()
    if everyday(username) or len(username) < SHORTEST:
        accounts.append(username)
        spared.append(username)
    else:
        folded.append(username)
    shared = _names_of_mates(person, team)
    exact = [name for name in (first, last) if len(name) >= SHORTEST and not everyday(name) and name not in shared]
    spared += [name for name in (first, last) if name and name not in exact]
    accounts += exact
    left = tuple(dict.fromkeys([*spared, *kept]))
    return Names(_clean(folded, kept), _clean(exact, kept), _clean(accounts, kept), left)


def everyday(word: str) -> bool:
    """Whether a word means something else in most texts."""
    return word.lower() in _ROLES | TECHNICAL | SOMETIMES_NAMES


def _full(first: str, last: str) -> list[str]:
    if not first or not last:
        return []
    return [first + between + last for between in (" ", ".", "_", "-", "")] + [f"{last}, {first}", f"{last} {first}"]


def _names_of_mates(person: User, team: Team) -> set[str]:
    mates = User.objects.filter(memberships__team=team).exclude(pk=person.pk)
    return {name for names in mates.values_list("first_name", "last_name") for name in names if name}


def _clean(names: Iterable[str], kept: set[str]) -> tuple[str, ...]:
    return tuple(dict.fromkeys(name for name in names if name and name.lower() not in kept))
