"""Believable facts of an engineering team from a seed: sentence frames, names by Zipf's law, questions about them."""

import itertools
import random
import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from pathlib import Path

_NOW = datetime(2026, 11, 1, tzinfo=UTC)
_DAYS = 730
_SLOT = re.compile(r"\{(\w+?)2?\}")


@dataclass(frozen=True)
class Fact:
    """What a memory is made of, with a question that it answers; `frame` numbers its sentence, `project` from 0.

    `project` is None for what belongs to the whole team.
    """

    content: str
    question: str
    frame: int
    type: str
    status: str
    private: bool
    tags: tuple[str, ...]
    file: str
    project: int | None
    at: datetime


_DOMAINS = """checkout billing invoice ledger payment refund cart catalog search pricing inventory order shipping parcel
tracking customer account login session identity consent profile avatar notification mail push webhook event audit
report metrics export import media image video thumbnail upload review rating recommendation campaign coupon loyalty
tax currency fraud risk scoring settlement payout merchant partner tenant quota license gateway router proxy scheduler
worker crawler indexer geocoding address calendar booking seat ticket chat presence translation document template
signature archive backup telemetry""".split()
_ROLES = "api service worker gateway sync consumer store web cron bridge adapter".split()
_NOUNS = """handler client retry cache parser writer reader mapper guard limiter pool batch cursor lease token snapshot
digest merge filter router session policy backoff pipeline journal probe registry planner encoder verifier""".split()
_VERBS = """load save fetch parse merge retry flush build apply check render encode verify publish consume expire
refresh rotate resolve compact drain replay split enqueue settle""".split()
_FOLDERS = "src lib internal app services core tools pkg".split()
_ENDINGS = "py py py ts ts go go rs java tsx sql yaml".split()
_STORES = """Postgres Redis Kafka RabbitMQ Elasticsearch MongoDB MinIO SQLite DynamoDB Cassandra ClickHouse Vault Consul
etcd Memcached NATS MySQL OpenSearch""".split()
_ENVS = "production staging preview integration development canary sandbox perf".split()
_ERRORS = """TimeoutError ConnectionResetError KeyError ValueError IntegrityError OperationalError BrokenPipeError
PermissionError NullPointerException IllegalStateException OutOfMemoryError DeadlockDetected SerializationFailure
TooManyRequests BadGateway UnicodeDecodeError JSONDecodeError AssertionError StaleDataError CertificateError""".split()
_LIBRARIES = """django celery psycopg pydantic fastapi sqlalchemy redis-py httpx requests numpy pandas boto3 grpcio
protobuf react vite webpack eslint typescript next express prisma axios jest playwright tokio serde hyper spring-boot
hibernate jackson netty gin gorm cobra zap opentelemetry prometheus terraform helm docker nginx envoy istio openssl
zstd kafka-python aiohttp gunicorn uvicorn alembic pytest ruff mypy""".split()
_TEAMS = """Platform Payments Growth Search Data Mobile Security Infra Checkout Logistics Billing Identity Insights
Support Content Release Quality Partners""".split()
_REASONS = """the old one lost writes under load|nobody could read its configuration|it retries without a limit
the licence does not allow our use|two services wrote the same row|the vendor ends support next year
a restart took too long|its client blocks the event loop|we need exactly one writer|it cannot page through results
customers saw stale prices|the pool was exhausted at noon|on-call was woken every night|it ignores the proxy settings
reads must not wait for writes|the audit asked for it|a single zone was not enough|it copies the whole payload
its errors hide the cause|rollbacks must work without a migration|the schema changes every week|it holds a lock too long
clock skew broke the order of events|the cache was never invalidated|we pay per request|the tests took forever
legacy clients still send the old format|it depends on the order of arrival|the index did not fit into memory
partial failures looked like success|limits differ between regions|it drops connections when idle""".replace("\n", "|")
_METRICS = "p95 p99 error_rate queue_depth throughput cache_hit_ratio lag saturation".split()


def _zipf(values: list[str], power: float = 0.9) -> Callable[[random.Random], str]:
    """A chooser to which the n-th value comes up n^-power as often as the first."""
    weights = list(itertools.accumulate((n + 1) ** -power for n in range(len(values))))
    return lambda rng: rng.choices(values, cum_weights=weights)[0]


def _both(left: list[str], right: list[str], joint: str) -> list[str]:
    pairs = [f"{a}{joint}{b}" for a in left for b in right]
    random.Random(1).shuffle(pairs)
    return pairs


_SERVICE = _zipf(_both(_DOMAINS, _ROLES, "-"))
_MODULE = _zipf(_both(_DOMAINS, _NOUNS, "_"), 0.7)
_WORD = _zipf(_DOMAINS, 0.5)
_FUNCTION = _zipf(_both(_VERBS, _both(_DOMAINS, _NOUNS, "_"), "_"), 0.6)
_NAMES: dict[str, Callable[[random.Random], str]] = {
    "service": _SERVICE,
    "file": lambda rng: f"{rng.choice(_FOLDERS)}/{_WORD(rng)}/{_MODULE(rng)}.{rng.choice(_ENDINGS)}",
    "func": lambda rng: _camel(_FUNCTION(rng)) if rng.random() < 0.3 else _FUNCTION(rng),
    "error": lambda rng: _ERROR(rng) if rng.random() < 0.6 else f"{_WORD(rng)[:3].upper()}-{rng.randint(1000, 9999)}",
    "version": lambda rng: f"{rng.randint(0, 12)}.{rng.randint(0, 30)}.{rng.randint(0, 9)}",
    "port": lambda rng: str(rng.randint(1024, 49151)),
    "team": lambda rng: f"Team {_TEAM(rng)}",
    "lib": _zipf(_LIBRARIES),
    "env": _zipf(_ENVS),
    "store": _zipf(_STORES),
    "number": lambda rng: str(rng.choice((2, 3, 4, 5, 6, 8, 10, 12, 15, 20, 25, 30, 50, 64, 100, 250, 500, 1000))),
    "duration": lambda rng: (
        f"{rng.choice((2, 3, 5, 10, 15, 20, 30, 45, 90))} {rng.choice(('seconds', 'minutes', 'ms'))}"
    ),
    "reason": _zipf([reason.strip() for reason in _REASONS.split("|")], 0.6),
    "setting": lambda rng: _MODULE(rng).upper() + rng.choice(("_LIMIT", "_TIMEOUT", "_URL", "_SIZE", "_MODE")),
    "queue": lambda rng: f"{_SERVICE(rng)}.{rng.choice(_VERBS)}",
    "table": lambda rng: f"{_WORD(rng)}_{rng.choice(_NOUNS)}s",
    "endpoint": lambda rng: f"/v{rng.randint(1, 4)}/{_WORD(rng)}s/{rng.choice(_NOUNS)}s",
    "ticket": lambda rng: f"{_WORD(rng)[:4].upper()}-{rng.randint(1, 20000)}",
    "host": lambda rng: f"{_WORD(rng)}-{rng.choice(('db', 'app', 'edge', 'ci'))}-{rng.randint(1, 60)}",
    "metric": lambda rng: f"{_MODULE(rng)}_{rng.choice(_METRICS)}",
    "command": lambda rng: f"make {rng.choice(_VERBS)}-{_WORD(rng)}",
}
_ERROR, _TEAM = _zipf(_ERRORS), _zipf(_TEAMS)
_TAG = _zipf(_both(_DOMAINS[:16], ["ops", "bug", "design", "speed"], "-"), 0.8)
_FRAMES = [tuple(part.strip() for part in line.split("|")) for line in Path(__file__).with_name("frames.txt").open()]
FRAMES = len(_FRAMES)
PROJECTS = ("shop", "ledger", "mobile", "platform", "search", "tools", "labs")
_SHARES = (34, 25, 15, 11, 6, 3, 1)  # the last one is the filter that keeps one in a hundred
_OF_WHOLE_TEAM = 5


def _camel(name: str) -> str:
    first, *rest = name.split("_")
    return first + "".join(part.title() for part in rest)


def facts(count: int, seed: int = 7) -> Iterator[Fact]:
    """`count` facts, the same for the same seed; the first ones do not depend on how many are wanted."""
    rng = random.Random(seed)
    return (_fact(rng) for _ in range(count))


def _fact(rng: random.Random) -> Fact:
    frame = rng.randrange(FRAMES)
    type_, statement, *questions = _FRAMES[frame]
    names = {slot: _NAMES[slot.removesuffix("2")](rng) for slot in _slots(statement + "".join(questions))}
    content = statement.format(**names)
    project = rng.choices((*range(len(PROJECTS)), None), weights=(*_SHARES, _OF_WHOLE_TEAM))[0]
    return Fact(
        content=content[0].upper() + content[1:],
        question=rng.choice(questions).format(**names),
        frame=frame,
        type=type_,
        status=rng.choices(("active", "disputed", "superseded", "forgotten", "draft"), weights=(92, 1, 4, 2, 1))[0],
        private=rng.random() < 0.02,
        tags=tuple({_TAG(rng) for _ in range(rng.randint(0, 3))}),
        file=names.get("file", ""),
        project=project,
        at=_NOW - timedelta(days=rng.random() * _DAYS),
    )


def _slots(text: str) -> list[str]:
    return sorted({found.group()[1:-1] for found in _SLOT.finditer(text)})
