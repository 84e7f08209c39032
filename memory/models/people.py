"""Who is here: teams, persons, their memberships, the agents and tokens that act for them."""

import hashlib
import secrets
from collections.abc import Iterable
from datetime import datetime
from typing import Any

from django.contrib.auth.models import AbstractUser
from django.contrib.postgres.fields import ArrayField
from django.core.validators import MaxValueValidator, MinValueValidator
from django.db import connection, models
from django.db.models import Q

from memory.rules import belief


class User(AbstractUser):
    """A person; teams come by membership, so that one person can be in several.

    The hash of the password is no field: the server's role cannot select that column. It is read and written one
    account at a time, by functions of the database (migrations/sql/functions/cairn_password.sql).
    """

    email_proved = models.BooleanField(
        db_default=False,
        default=False,
        help_text="An identity provider or the operator vouched for the address.",
    )
    _hash: str | None = None  # set, and not saved yet

    @property
    def password(self) -> str:
        """The hash as Django's hashers write it; "" for an account that is not saved."""
        if self._hash is not None or self.pk is None:
            return self._hash or ""
        with connection.cursor() as cursor:
            cursor.execute("SELECT cairn_password(%s)", [self.pk])
            return str(cursor.fetchone()[0] or "")

    @password.setter
    def password(self, hashed: str) -> None:
        self._hash = hashed

    def save(self, *args: Any, update_fields: Iterable[str] | None = None, **kwargs: Any) -> None:
        """As Django's, and a new password with it."""
        if update_fields is not None:
            update_fields = set(update_fields) - {"password"}
        super().save(*args, update_fields=update_fields, **kwargs)
        if self._hash is not None:
            with connection.cursor() as cursor:
                cursor.execute("SELECT cairn_set_password(%s, %s)", [self.pk, self._hash])
            self._hash = None

    def __str__(self) -> str:
        return self.get_full_name() or self.username


class Team(models.Model):
    """The wall between knowledge: nothing crosses it, not even the fact that something exists."""

    class CapturePolicy(models.TextChoices):
        ACTIVE = "active", "Active if believed"
        DRAFT = "draft", "Draft until approved"
        PRIVATE = "private", "Private until shared"

    name = models.CharField(max_length=100)
    slug = models.SlugField(max_length=100, unique=True)
    capture_policy = models.CharField(max_length=10, choices=CapturePolicy, default=CapturePolicy.ACTIVE)
    line = models.FloatField(
        default=belief.DEFAULT_LINE,
        validators=[MinValueValidator(belief.LOWEST), MaxValueValidator(belief.HIGHEST)],
        help_text="Confidence from which captured memories start active, 0.50 to 0.98.",
    )

    class Distiller(models.TextChoices):
        DEFAULT = "", "The server's"
        RULES = "rules", "Rules (no model, no network)"
        OLLAMA = "ollama", "Ollama"
        OPENAI = "openai", "An OpenAI-compatible server"
        ANTHROPIC = "anthropic", "Anthropic"

    class ClientDistill(models.TextChoices):
        UP_TO_THEM = "", "Up to each developer"
        RECOMMEND = "recommend", "Recommended"
        REQUIRE = "require", "Required"

    client_distill = models.CharField(
        max_length=10,
        choices=ClientDistill,
        blank=True,
        default=ClientDistill.UP_TO_THEM,
        help_text="Whether developers' own Claude distills their sessions.",
    )
    removes_names = models.BooleanField(
        default=False, help_text="Remove names of persons from notes that people and agents save on purpose, too."
    )
    distiller = models.CharField(max_length=10, choices=Distiller, blank=True, default=Distiller.DEFAULT)
    daily_calls = models.PositiveIntegerField(
        null=True, blank=True, help_text="Model calls a day (UTC); empty: CAIRN_DAILY_LLM_CALLS."
    )
    daily_tokens = models.PositiveBigIntegerField(
        null=True, blank=True, help_text="Tokens a day, in and out together; empty: no limit but that of calls."
    )
    raw_days = models.PositiveIntegerField(
        null=True, blank=True, help_text="Days that raw observations stay; empty: CAIRN_RAW_RETENTION_DAYS."
    )
    forgotten_days = models.PositiveIntegerField(
        null=True, blank=True, help_text="Days that forgotten memories stay; empty: CAIRN_RETENTION_DAYS."
    )
    message_days = models.PositiveIntegerField(
        null=True, blank=True, help_text="Days that conversations stay; empty: for good."
    )
    legal_hold = models.BooleanField(default=False, help_text="Nothing is purged or erased while it stands.")
    stale_after_changes = models.PositiveSmallIntegerField(
        default=5, help_text="Number of changes to its files after which a memory is due for review."
    )
    # Which of Postgres' text search configurations stems this team's words.
    search_config = models.CharField(max_length=63, default="english")
    created_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        constraints = [
            models.CheckConstraint(condition=Q(line__gte=0.0, line__lte=1.0), name="line_is_a_confidence"),
        ]

    def __str__(self) -> str:
        return self.name


class Membership(models.Model):
    """A person's place in a team."""

    class Role(models.TextChoices):
        VIEWER = "viewer"
        MEMBER = "member"
        CURATOR = "curator"
        ADMIN = "admin"

    team = models.ForeignKey(Team, models.CASCADE, related_name="memberships")
    user = models.ForeignKey(User, models.CASCADE, related_name="memberships")
    role = models.CharField(max_length=10, choices=Role, default=Role.MEMBER)
    wants_digest = models.BooleanField(default=False, help_text="Gets the week's digest by e-mail.")
    digest_sent_at = models.DateTimeField(null=True, blank=True)
    created_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        constraints = [models.UniqueConstraint(fields=["team", "user"], name="one_membership_per_person_and_team")]

    def __str__(self) -> str:
        return f"{self.user} as {self.role} of {self.team}"


class Agent(models.Model):
    """A named agent whose memories only it (or a curator) may forget."""

    team = models.ForeignKey(Team, models.CASCADE, related_name="agents")
    agent_id = models.CharField(max_length=100)
    owner = models.ForeignKey(User, models.CASCADE, related_name="agents")
    created_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        constraints = [models.UniqueConstraint(fields=["team", "agent_id"], name="one_agent_per_team_and_name")]

    def __str__(self) -> str:
        return self.agent_id


class Invitation(models.Model):
    """A link that lets one person join a team; like a token, its secret is shown once and kept as a digest."""

    team = models.ForeignKey(Team, models.CASCADE, related_name="invitations")
    email = models.EmailField(blank=True, help_text="Whom it was made for; empty: whoever has the link.")
    role = models.CharField(max_length=10, choices=Membership.Role, default=Membership.Role.MEMBER)
    sha256 = models.CharField(max_length=64, unique=True)
    created_at = models.DateTimeField(auto_now_add=True)
    created_by = models.ForeignKey(User, models.SET_NULL, null=True, related_name="+")
    expires_at = models.DateTimeField()
    accepted_at = models.DateTimeField(null=True, blank=True)
    accepted_by = models.ForeignKey(User, models.SET_NULL, null=True, blank=True, related_name="+")
    revoked_at = models.DateTimeField(null=True, blank=True)

    def __str__(self) -> str:
        return f"{self.role} of {self.team}"


class AccessTokenQuerySet(models.QuerySet["AccessToken"]):
    """Questions about tokens."""

    def usable(self, now: datetime) -> "AccessTokenQuerySet":
        """Tokens that are neither revoked nor expired at `now`."""
        return self.filter(revoked_at=None).exclude(expires_at__lte=now)


class AccessToken(models.Model):
    """A developer's or agent's key: the raw value is shown once, only its SHA-256 is kept."""

    class Scope(models.TextChoices):
        CAPTURE = "capture"
        READ = "read"
        WRITE = "write"
        CURATE = "curate"
        ADMIN = "admin"

    PREFIX = "cairn_"

    team = models.ForeignKey(Team, models.CASCADE, related_name="tokens")
    user = models.ForeignKey(User, models.CASCADE, related_name="tokens")
    agent = models.ForeignKey(Agent, models.CASCADE, null=True, blank=True, related_name="tokens")
    name = models.CharField(max_length=100, blank=True)
    prefix = models.CharField(max_length=16, help_text="The first characters, enough to recognise it in a list.")
    sha256 = models.CharField(max_length=64, unique=True)
    scopes = ArrayField(models.CharField(max_length=10, choices=Scope), default=list)
    created_at = models.DateTimeField(auto_now_add=True)
    expires_at = models.DateTimeField(null=True, blank=True)
    revoked_at = models.DateTimeField(null=True, blank=True)
    last_used_at = models.DateTimeField(null=True, blank=True)

    objects = AccessTokenQuerySet.as_manager()

    def __str__(self) -> str:
        return f"{self.prefix}… of {self.user}"

    @classmethod
    def new_secret(cls) -> str:
        """A fresh raw token: a greppable prefix and 256 bits."""
        return cls.PREFIX + secrets.token_urlsafe(32)

    @staticmethod
    def digest(raw: str) -> str:
        """The stored form. A plain SHA-256 is enough for 256 random bits, and costs microseconds a request."""
        return hashlib.sha256(raw.encode()).hexdigest()
