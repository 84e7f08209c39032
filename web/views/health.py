"""Health checks and metrics for monitoring. They contain no team's data."""

import ipaddress
import os
from collections.abc import Callable
from time import perf_counter

import prometheus_client
import psycopg
import redis
from django.conf import settings
from django.db import transaction
from django.http import HttpRequest, HttpResponse, HttpResponseForbidden, JsonResponse
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe
from prometheus_client.multiprocess import MultiProcessCollector

from memory import access
from memory.adapters.embedder import embedder
from memory.errors import CairnError
from web.access import public
from web.direct import connection_parameters
from web.gauges import ServerGauges

prometheus_client.REGISTRY.register(ServerGauges())

# Seconds that one check may take; a monitor should not wait longer for bad news than for good.
_PATIENCE = 2


@require_safe
@never_cache
@transaction.non_atomic_requests
@public
def healthz(request: HttpRequest) -> HttpResponse:
    """Return 200 while the process answers."""
    return HttpResponse("ok\n", content_type="text/plain")


@require_safe
@never_cache
@transaction.non_atomic_requests
@public
def readyz(request: HttpRequest) -> HttpResponse:
    """Return each dependency with its response time (ms); 503 if one does not answer."""
    checks = {name: _checked(check) for name, check in _CHECKS.items()}
    ready = all(check["ok"] for check in checks.values())
    return JsonResponse({"ready": ready, "checks": checks}, status=200 if ready else 503)


@require_safe
@never_cache
@transaction.non_atomic_requests
@public
def metrics(request: HttpRequest) -> HttpResponse:
    """Return Prometheus metrics to callers on this machine or with an admin's token."""
    if not (_is_local(request) or _is_admin(request)):
        return HttpResponseForbidden("Metrics need an admin token: Authorization: Bearer cairn_…\n", "text/plain")
    page = prometheus_client.generate_latest(_registry())
    return HttpResponse(page, content_type=prometheus_client.CONTENT_TYPE_LATEST)


def _checked(check: Callable[[], object]) -> dict[str, object]:
    start = perf_counter()
    try:
        check()
    except (psycopg.Error, redis.RedisError, CairnError, OSError, ValueError):
        # What exactly is wrong stands in the log of the thing itself; strangers may read this answer.
        return {"ok": False}
    return {"ok": True, "ms": round((perf_counter() - start) * 1000, 1)}


def _database() -> None:
    with psycopg.connect(**connection_parameters() | {"connect_timeout": _PATIENCE}) as connection:
        connection.execute("SELECT FROM memory_team LIMIT 1")


def _queue() -> None:
    patience = {"socket_timeout": _PATIENCE, "socket_connect_timeout": _PATIENCE}
    with redis.from_url(settings.REDIS_URL, **patience) as queue:
        queue.ping()


def _embedder() -> None:
    embedder().embed_query("ready", timeout=_PATIENCE)


_CHECKS: dict[str, Callable[[], object]] = {"database": _database, "queue": _queue, "embedder": _embedder}


def _registry() -> prometheus_client.CollectorRegistry:
    """What this process counts, or the sum of all where they count into one folder (web.server)."""
    if "PROMETHEUS_MULTIPROC_DIR" not in os.environ:
        return prometheus_client.REGISTRY
    registry = prometheus_client.CollectorRegistry()
    MultiProcessCollector(registry)
    registry.register(ServerGauges())
    return registry


def _is_local(request: HttpRequest) -> bool:
    """A direct caller on this machine; what a proxy forwards comes from anywhere."""
    forwarded = any(f"HTTP_{name}" in request.META for name in ("X_FORWARDED_FOR", "FORWARDED", "X_REAL_IP", "VIA"))
    if forwarded or settings.CAIRN_HTTPS:
        return False
    try:
        return ipaddress.ip_address(request.META.get("REMOTE_ADDR", "")).is_loopback
    except ValueError:
        return False


def _is_admin(request: HttpRequest) -> bool:
    scheme, _, raw = request.headers.get("Authorization", "").partition(" ")
    actor = access.actor_for_token(raw.strip()) if scheme.lower() == "bearer" else None
    return bool(actor and actor.may("admin"))
