"""Passwords and sign-ins, whose columns the server itself cannot read: they work as Django has them."""

from collections.abc import Callable
from datetime import timedelta
from typing import Any

import pytest
from django.conf import settings as configured
from django.contrib.auth import authenticate, get_user_model
from django.contrib.auth.forms import PasswordChangeForm
from django.contrib.sessions.backends.base import UpdateError
from django.core.management import call_command
from django.db import connection
from django.test import Client
from django.utils import timezone

from memory.access import Actor
from memory.models import User
from memory.people.session_store import SessionStore

NAMED = {"username": "alice", "password": "alice-password"}


def _hash_of(actor: Actor) -> str:
    return User.objects.get(pk=actor.user.pk).password


def _is_in(browser: Client) -> bool:
    return browser.get("/connect").status_code == 200


def test_whoever_signs_in_stays_so_until_they_sign_out(alice: Actor) -> None:
    browser = Client()
    assert browser.post("/login", {**NAMED, "password": "guess"}).status_code == 401
    assert not _is_in(browser)
    assert browser.post("/login", NAMED).status_code == 302
    assert _is_in(browser)
    stolen = Client()
    stolen.cookies[configured.SESSION_COOKIE_NAME] = browser.cookies[configured.SESSION_COOKIE_NAME].value
    assert _is_in(stolen)
    browser.post("/logout")
    assert not _is_in(browser)
    assert not _is_in(stolen), "the sign-in ended on the server too"


def test_a_new_password_signs_out_everywhere_and_the_old_one_opens_nothing(alice: Actor) -> None:
    browser = Client()
    browser.post("/login", NAMED)
    words = {"old_password": "alice-password", "new_password1": "a-new-password", "new_password2": "a-new-password"}
    form = PasswordChangeForm(User.objects.get(pk=alice.user.pk), words)
    assert form.is_valid()
    form.save()
    assert not _is_in(browser)
    assert authenticate(username="alice", password="alice-password") is None
    assert authenticate(username="alice", password="a-new-password") == alice.user


def test_an_old_hash_is_made_anew_at_sign_in(alice: Actor, settings: Any) -> None:
    settings.PASSWORD_HASHERS = [
        "django.contrib.auth.hashers.PBKDF2PasswordHasher",
        "django.contrib.auth.hashers.MD5PasswordHasher",
    ]
    assert _hash_of(alice).startswith("md5$")
    assert Client().post("/login", NAMED).status_code == 302
    assert _hash_of(alice).startswith("pbkdf2_sha256$")
    assert Client().post("/login", NAMED).status_code == 302


def test_saving_an_account_leaves_its_password(alice: Actor) -> None:
    before = _hash_of(alice)
    for user in (User.objects.get(pk=alice.user.pk), User.objects.select_related().get(pk=alice.user.pk)):
        user.first_name = "Alice"
        user.save()
        user.save(update_fields=["first_name"])
    assert _hash_of(alice) == before
    user.set_password("another-one")
    user.save(update_fields=["password"])
    assert authenticate(username="alice", password="another-one") == alice.user


def test_an_account_without_a_password_signs_in_with_none(db: None) -> None:
    bare = User.objects.create(username="bare")
    assert not bare.has_usable_password()
    for guess in ("", "!", "None"):
        assert authenticate(username="bare", password=guess) is None
    made = get_user_model().objects.create_user("nora", password="nora-password")
    assert authenticate(username="nora", password="nora-password") == made


def test_a_session_is_written_once_and_read_until_it_ends(db: None) -> None:
    session = SessionStore()
    session["team"] = 7
    session.save()
    key = str(session.session_key)
    assert SessionStore(key)["team"] == 7
    assert session.exists(key) and not session.exists("another")
    session.cycle_key()
    assert dict(SessionStore(key).items()) == {}
    session["team"] = 8
    session.save()
    key = str(session.session_key)
    assert SessionStore(key)["team"] == 8
    lost = SessionStore(key)
    assert lost["team"] == 8
    session.delete()
    with pytest.raises(UpdateError):
        lost.save()
    assert SessionStore("made-up-by-a-browser").load() == {}


def test_a_session_that_is_too_old_opens_nothing_and_is_cleared(db: None) -> None:
    session = SessionStore()
    session["team"] = 7
    session.set_expiry(timezone.now() - timedelta(seconds=1))
    session.save()
    assert SessionStore(session.session_key).load() == {}
    kept = SessionStore()
    kept.save()
    call_command("clearsessions")
    with connection.cursor() as cursor:
        cursor.execute("SET LOCAL cairn.system = 'on'")
        cursor.execute("SELECT count(*) FROM cairn_sessions()")
        assert cursor.fetchone() == (1,)


def test_what_a_test_signs_in_is_signed_in(alice: Actor, client_of: Callable[[Actor], Client]) -> None:
    assert _is_in(client_of(alice))
