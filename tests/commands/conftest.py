"""What the tests of the commands share."""

import pytest


@pytest.fixture(autouse=True)
def _quick_passwords(settings: object) -> None:
    """The cast is made anew for each test; a hash that is slow on purpose would be most of its time."""
    settings.PASSWORD_HASHERS = ["django.contrib.auth.hashers.MD5PasswordHasher"]
