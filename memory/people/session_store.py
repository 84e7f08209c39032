"""Sign-ins of browsers: Django's sessions, each found by its key alone, for the server's role reads no list of them."""

from collections.abc import Iterable
from typing import Any

from django.contrib.sessions.backends.base import CreateError, SessionBase, UpdateError
from django.db import connection

from memory.models import User


class SessionStore(SessionBase):
    """Rows of `django_session`, by functions of the database (migrations/sql/functions/cairn_session.sql)."""

    def load(self) -> dict[str, Any]:
        """What the session holds; it loses its key where there is none such, or none any more."""
        data = _ask("SELECT cairn_session(%s)", self.session_key)
        if data is None:
            self._session_key = None
            return {}
        return self.decode(data)

    def exists(self, session_key: str) -> bool:
        """Whether there is such a session."""
        return bool(_ask("SELECT cairn_session(%s) IS NOT NULL", session_key))

    def create(self) -> None:
        """A new session under a key that nobody has."""
        while True:
            self._session_key = self._get_new_session_key()  # type: ignore[attr-defined]
            try:
                self.save(must_create=True)
            except CreateError:
                continue
            self.modified = True
            return

    def save(self, must_create: bool = False) -> None:
        """Write it. Raises CreateError for a key that is taken, UpdateError for a session that has ended meanwhile."""
        if self.session_key is None:
            return self.create()
        data = self.encode(self._get_session(no_load=must_create))  # type: ignore[attr-defined]
        values = (self.session_key, data, self.get_expiry_date(), must_create)
        if not _ask("SELECT cairn_save_session(%s, %s, %s, %s)", *values):
            raise CreateError if must_create else UpdateError
        return None

    def delete(self, session_key: str | None = None) -> None:
        """End it."""
        _ask("SELECT cairn_end_session(%s)", session_key or self.session_key)

    @classmethod
    def clear_expired(cls) -> None:
        """End those that are too old (`manage.py clearsessions`)."""
        _ask("SELECT cairn_end_expired_sessions()")


def open_sessions(keys: Iterable[str]) -> set[str]:
    """Which of these sessions are open still."""
    with connection.cursor() as cursor:
        cursor.execute("SELECT key FROM unnest(%s::text[]) AS key WHERE cairn_session(key) IS NOT NULL", [list(keys)])
        return {key for (key,) in cursor.fetchall()}


def session_hashes(people: Iterable[User]) -> dict[int, str]:
    """What signs each of these people's sessions, by their keys; a new password changes it."""
    known = {person.pk: person for person in people}
    with connection.cursor() as cursor:
        cursor.execute("SELECT id, cairn_password(id) FROM unnest(%s::bigint[]) AS id", [list(known)])
        for pk, hashed in cursor.fetchall():
            known[pk].password = hashed
    return {pk: person.get_session_auth_hash() for pk, person in known.items()}


def end_sessions_of(person_id: int) -> int:
    """Sign a person out everywhere; returns of how many browsers. In a `system` scope.

    Sessions name their person inside, so each is opened.
    """
    opened, own = SessionStore(), []
    with connection.cursor() as cursor:
        cursor.execute("SELECT digest, data FROM cairn_sessions()")
        while rows := cursor.fetchmany(500):
            own += [digest for digest, data in rows if opened.decode(data).get("_auth_user_id") == str(person_id)]
        cursor.execute("SELECT cairn_end_sessions(%s)", [own])
    return len(own)


def _ask(statement: str, *parameters: Any) -> Any:
    with connection.cursor() as cursor:
        cursor.execute(statement, parameters)
        return cursor.fetchone()[0]
