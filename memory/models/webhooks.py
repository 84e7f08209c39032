"""Where else news of the memory goes: addresses that a team registered, and each delivery to them."""

import uuid

from django.contrib.postgres.fields import ArrayField
from django.db import models
from django.db.models import Q

from memory.models.people import Team, User


class Webhook(models.Model):
    """An address that is told of what the whole team may see, signed with its own secret."""

    class Event(models.TextChoices):
        LEARNED = "memory.learned", "A memory is new"
        DISPUTED = "memory.disputed", "People call a memory wrong"

    team = models.ForeignKey(Team, models.CASCADE, related_name="webhooks")
    url = models.URLField(max_length=500)
    secret = models.CharField(max_length=100)
    events = ArrayField(models.CharField(max_length=20, choices=Event), default=list)
    active = models.BooleanField(default=True)
    disabled_reason = models.CharField(max_length=200, blank=True)
    created_by = models.ForeignKey(User, models.SET_NULL, null=True, related_name="+")
    created_at = models.DateTimeField(auto_now_add=True)

    def __str__(self) -> str:
        return self.url


class Delivery(models.Model):
    """One event on its way to one web hook, tried again with growing pauses until it arrives or is given up."""

    class Status(models.TextChoices):
        WAITING = "waiting", "Waiting"
        DELIVERED = "delivered", "Delivered"
        DEAD = "dead", "Failed"

    team = models.ForeignKey(Team, models.CASCADE, related_name="+")
    webhook = models.ForeignKey(Webhook, models.CASCADE, related_name="deliveries")
    uuid = models.UUIDField(default=uuid.uuid4, unique=True, editable=False)
    event = models.CharField(max_length=20, choices=Webhook.Event)
    memory = models.ForeignKey("memory.Memory", models.CASCADE, related_name="+")
    status = models.CharField(max_length=10, choices=Status, default=Status.WAITING)
    attempts = models.PositiveSmallIntegerField(default=0)
    next_attempt_at = models.DateTimeField(null=True, blank=True)
    response_status = models.PositiveSmallIntegerField(null=True, blank=True)
    error = models.CharField(max_length=200, blank=True)
    created_at = models.DateTimeField(auto_now_add=True)
    delivered_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        verbose_name_plural = "deliveries"
        constraints = [
            models.UniqueConstraint(fields=["webhook", "event", "memory"], name="one_delivery_per_event_and_memory")
        ]
        indexes = [
            # what is due, and nothing else
            models.Index(fields=["next_attempt_at"], name="deliveries_due", condition=Q(status="waiting")),
            models.Index(fields=["webhook", "-created_at"], name="deliveries_of_webhook"),
        ]

    def __str__(self) -> str:
        return f"{self.event} to {self.webhook}"
