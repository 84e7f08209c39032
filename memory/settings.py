"""The one settings file: everything comes from the environment, with the embedded stack's own values as defaults."""

import json
import os
import re
from pathlib import Path
from urllib.parse import unquote, urlsplit

from django.core.exceptions import ImproperlyConfigured
from django_guid.integrations import CeleryIntegration
from environs import Env, validate

from hooks.config import VERSION

BASE_DIR = Path(__file__).resolve().parent.parent
CAIRN_HOME = Path(os.environ.get("CAIRN_HOME", "~/.cairn")).expanduser()


def _read_environment() -> None:
    """Fill what the environment leaves open from `$CAIRN_HOME/stack.json`, then from `NAME_FILE` secrets."""
    try:
        stack = json.loads((CAIRN_HOME / "stack.json").read_text())
        # In a copied home the file names the original's database.
        if not Path(stack["CAIRN_HOME"]).samefile(CAIRN_HOME):
            stack = {}
    except (OSError, ValueError, KeyError):
        stack = {}
    for name, value in stack.items():
        os.environ.setdefault(name, str(value))
    addresses = ("DATABASE_URL", "REDIS_URL", "CAIRN_EMAIL_URL")
    keys = ("CAIRN_SECRET_KEY", "CAIRN_LLM_API_KEY", "CAIRN_RERANKER_API_KEY", "CAIRN_OIDC_CLIENT_SECRET")
    for name in (*addresses, *keys, "CAIRN_BACKUP_PASSPHRASE"):
        if path := os.environ.get(f"{name}_FILE"):
            os.environ[name] = Path(path).read_text().strip()


_read_environment()
env = Env()

DEBUG = env.bool("CAIRN_DEBUG", False)
SECRET_KEY = env.str("CAIRN_SECRET_KEY", "")
ALLOWED_HOSTS = env.list("CAIRN_ALLOWED_HOSTS", ["127.0.0.1", "localhost", "[::1]"])
CSRF_TRUSTED_ORIGINS = [f"https://{host}" for host in ALLOWED_HOSTS if host != "*"]
# A team server stands behind TLS; the embedded one speaks plain HTTP on loopback.
CAIRN_HTTPS = env.bool("CAIRN_HTTPS", False)
# How many of our own proxies stand in front, each of which adds a line to X-Forwarded-For.
CAIRN_PROXIES = env.int("CAIRN_PROXIES", 1 if CAIRN_HTTPS else 0)

INSTALLED_APPS = [
    "memory",
    "worker",
    "api",
    "web",
    # Without autodiscovery: only the web imports the admin site (web.admin), workers and commands do not.
    "django.contrib.admin.apps.SimpleAdminConfig",
    "django.contrib.auth",
    "django.contrib.contenttypes",
    "django.contrib.sessions",
    "django.contrib.messages",
    "django.contrib.staticfiles",
    "django.contrib.postgres",
    "rest_framework",
    "drf_spectacular",
    "django_htmx",
    "template_partials",
    "django_prometheus",
    "django_guid",
]

MIDDLEWARE = [
    "django_guid.middleware.guid_middleware",
    "django_prometheus.middleware.PrometheusBeforeMiddleware",
    "django.middleware.security.SecurityMiddleware",
    "web.middleware.SecurityHeaders",
    "django.contrib.sessions.middleware.SessionMiddleware",
    "django.middleware.common.CommonMiddleware",
    "django.middleware.csrf.CsrfViewMiddleware",
    "django.contrib.auth.middleware.AuthenticationMiddleware",
    "django.contrib.messages.middleware.MessageMiddleware",
    "django.middleware.clickjacking.XFrameOptionsMiddleware",
    "django_htmx.middleware.HtmxMiddleware",
    "web.middleware.CurrentActor",
    "web.middleware.RedactedForms",
    "django_prometheus.middleware.PrometheusAfterMiddleware",
]

ROOT_URLCONF = "web.urls"
ASGI_APPLICATION = "web.asgi.application"
WSGI_APPLICATION = "web.wsgi.application"

TEMPLATES = [
    {
        "BACKEND": "django.template.backends.django.DjangoTemplates",
        "APP_DIRS": True,
        "OPTIONS": {
            "context_processors": [
                "django.template.context_processors.request",
                "django.contrib.auth.context_processors.auth",
                "django.contrib.messages.context_processors.messages",
                "web.context.frame",
            ],
        },
    },
]


def _database(url: str) -> dict[str, object]:
    """Turn a Postgres URL into Django's settings; the role may be narrowed by `CAIRN_DATABASE_ROLE`."""
    from urllib.parse import parse_qs

    parts = urlsplit(url)
    query = parse_qs(parts.query)
    return {
        "ENGINE": "django.db.backends.postgresql",
        "NAME": unquote(parts.path.lstrip("/")),
        "USER": unquote(parts.username or ""),
        "PASSWORD": unquote(parts.password or ""),
        "HOST": query.get("host", [unquote(parts.hostname or "")])[0],
        "PORT": str(parts.port or query.get("port", [""])[0]),
        "OPTIONS": {name: values[0] for name, values in query.items() if name not in ("host", "port")},
    }


def _app_database() -> dict[str, object]:
    """The server's own connection: pooled, never the owner's role."""
    database = _database(env.str("DATABASE_URL", "postgresql://cairn_app@/cairn?host=/nonexistent"))
    options = dict(database["OPTIONS"])  # type: ignore[call-overload]
    told = []
    if role := env.str("CAIRN_DATABASE_ROLE", ""):
        told.append(f"-c role={role}")
    # A statement of a request that nobody waits for any more ends; work in the background takes what it takes.
    if seconds := env.int("CAIRN_STATEMENT_SECONDS", 0):
        told.append(f"-c statement_timeout={seconds}s")
    if told:
        options["options"] = " ".join(told)
    if env.bool("CAIRN_DATABASE_POOL", True):
        options["pool"] = {"min_size": 1, "max_size": env.int("CAIRN_DATABASE_POOL_SIZE", 8), "timeout": 10}
    # No server-side cursors or prepared plans that outlive a scope: the pool may hand a connection to another team.
    return {**database, "OPTIONS": options, "ATOMIC_REQUESTS": True, "CONN_HEALTH_CHECKS": True}


DATABASES = {"default": _app_database()}
# The owner migrates (`manage.py migrate --database owner`); no request ever uses this connection.
DATABASES["owner"] = _database(env.str("CAIRN_OWNER_DATABASE_URL", env.str("DATABASE_URL", "")) or "postgresql:///")

DEFAULT_AUTO_FIELD = "django.db.models.BigAutoField"
AUTH_USER_MODEL = "memory.User"
AUTH_PASSWORD_VALIDATORS = [
    {"NAME": "django.contrib.auth.password_validation.MinimumLengthValidator"},
    {"NAME": "django.contrib.auth.password_validation.CommonPasswordValidator"},
]
CSRF_FAILURE_VIEW = "web.views.errors.csrf_failure"
LOGIN_URL = "login"
LOGIN_REDIRECT_URL = "timeline"
LOGOUT_REDIRECT_URL = "login"

# How long a token lasts that is issued without a date; 0: until it is revoked.
CAIRN_TOKEN_DAYS = env.int("CAIRN_TOKEN_DAYS", 0)

# Sign-in by an identity provider (OpenID Connect). Without an issuer none of it is installed.
CAIRN_OIDC_ISSUER = env.str("CAIRN_OIDC_ISSUER", "").removesuffix("/.well-known/openid-configuration")
CAIRN_OIDC_CLIENT_ID = env.str("CAIRN_OIDC_CLIENT_ID", "")
CAIRN_OIDC_NAME = env.str("CAIRN_OIDC_NAME", "") or "single sign-on"
# Whoever the provider knows joins this team; without it only known and invited people get in.
CAIRN_OIDC_TEAM = env.str("CAIRN_OIDC_TEAM", "")
CAIRN_OIDC_ROLE = env.str("CAIRN_OIDC_ROLE", "") or "member"
if CAIRN_OIDC_ISSUER:
    if not CAIRN_OIDC_CLIENT_ID:
        raise ImproperlyConfigured("CAIRN_OIDC_ISSUER needs CAIRN_OIDC_CLIENT_ID beside it.")
    if not re.match(r"https://|http://(localhost|127\.0\.0\.1|\[::1\])[:/]", CAIRN_OIDC_ISSUER):
        raise ImproperlyConfigured("CAIRN_OIDC_ISSUER must begin with https://.")
    INSTALLED_APPS += [
        "allauth",
        "allauth.account",
        "allauth.socialaccount",
        "allauth.socialaccount.providers.openid_connect",
    ]
    MIDDLEWARE.insert(MIDDLEWARE.index("web.middleware.CurrentActor"), "allauth.account.middleware.AccountMiddleware")
    # One provider, its user names and passwords none of our business: allauth carries the protocol alone.
    SOCIALACCOUNT_ONLY = True
    ACCOUNT_EMAIL_VERIFICATION = SOCIALACCOUNT_EMAIL_VERIFICATION = "none"
    SOCIALACCOUNT_ADAPTER = "web.sso.KnownPeople"
    SOCIALACCOUNT_REQUESTS_TIMEOUT = 5
    SOCIALACCOUNT_PROVIDERS = {
        "openid_connect": {
            "OAUTH_PKCE_ENABLED": True,
            "APPS": [
                {
                    "provider_id": "sso",
                    "name": CAIRN_OIDC_NAME,
                    "client_id": CAIRN_OIDC_CLIENT_ID,
                    "secret": env.str("CAIRN_OIDC_CLIENT_SECRET", ""),
                    "settings": {"server_url": CAIRN_OIDC_ISSUER.rstrip("/")},
                }
            ],
        }
    }

LANGUAGE_CODE = "en-gb"
TIME_ZONE = env.str("TZ", "UTC") or "UTC"
USE_I18N = False
USE_TZ = True

STATIC_URL = "static/"
STATIC_ROOT = CAIRN_HOME / "static"
STORAGES = {
    "default": {"BACKEND": "django.core.files.storage.InMemoryStorage"},
    "staticfiles": {"BACKEND": "web.assets.VersionedFiles"},
}

SESSION_ENGINE = "memory.people.session_store"
SESSION_COOKIE_HTTPONLY = True
SESSION_COOKIE_SAMESITE = "Lax"
SESSION_COOKIE_SECURE = CSRF_COOKIE_SECURE = CAIRN_HTTPS
# Two servers on one machine (two ports of one host name) must not sign each other's people out.
SESSION_COOKIE_NAME = f"cairn_session_{env.str('PORT', '8787')}"
CSRF_COOKIE_NAME = f"cairn_csrf_{env.str('PORT', '8787')}"
SECURE_PROXY_SSL_HEADER = ("HTTP_X_FORWARDED_PROTO", "https") if CAIRN_HTTPS else None
SECURE_HSTS_SECONDS = 31_536_000 if CAIRN_HTTPS else 0
SECURE_CONTENT_TYPE_NOSNIFF = True
SECURE_REFERRER_POLICY = "same-origin"
X_FRAME_OPTIONS = "DENY"
# TLS redirects and HSTS belong to the proxy in front; a loopback server has none.
SILENCED_SYSTEM_CHECKS = [] if CAIRN_HTTPS else ["security.W004", "security.W008", "security.W012", "security.W016"]

# The contract's 2 MiB a request, with room so that the answer can say so politely instead of cutting the line.
DATA_UPLOAD_MAX_MEMORY_SIZE = 16 * 1024 * 1024

REST_FRAMEWORK = {
    "DEFAULT_AUTHENTICATION_CLASSES": ["api.authentication.BearerToken", "api.authentication.SignedInPerson"],
    "DEFAULT_PERMISSION_CLASSES": ["api.permissions.HasScope"],
    "DEFAULT_RENDERER_CLASSES": ["rest_framework.renderers.JSONRenderer"],
    "DEFAULT_PARSER_CLASSES": ["rest_framework.parsers.JSONParser"],
    "DEFAULT_SCHEMA_CLASS": "drf_spectacular.openapi.AutoSchema",
    "DEFAULT_THROTTLE_CLASSES": ["api.throttles.PerToken"],
    "DEFAULT_THROTTLE_RATES": {"token": env.str("CAIRN_RATE_LIMIT", "6000/min")},
    "EXCEPTION_HANDLER": "api.problems.problem_response",
    "UNAUTHENTICATED_USER": None,
    "TEST_REQUEST_DEFAULT_FORMAT": "json",
}
SPECTACULAR_SETTINGS = {
    "TITLE": "Cairn",
    "DESCRIPTION": "The memory that a team of developers and their Claude Code sessions share.",
    "VERSION": VERSION,
    "SERVE_PERMISSIONS": ["rest_framework.permissions.AllowAny"],
    "SERVE_AUTHENTICATION": [],
    "SCHEMA_PATH_PREFIX": "/api/v1",
    "POSTPROCESSING_HOOKS": ["drf_spectacular.hooks.postprocess_schema_enums", "api.schema.with_problems"],
    "ENUM_NAME_OVERRIDES": {
        "MemoryStatusEnum": "api.serializers.memories.STATUSES",
        "ContradictionStatusEnum": "api.serializers.contradictions.STATUSES",
        "ContradictionKindEnum": "api.serializers.contradictions.KINDS",
        "ContradictionVerdictEnum": "api.serializers.contradictions.VERDICTS",
        "ContradictionFilterEnum": "api.serializers.contradictions.WANTED",
    },
}

REDIS_URL = env.str("REDIS_URL", "")
CACHES = {
    "default": {"BACKEND": "django.core.cache.backends.redis.RedisCache", "LOCATION": REDIS_URL}
    if REDIS_URL
    else {"BACKEND": "django.core.cache.backends.locmem.LocMemCache"}
}

# Doors to the outside world
CAIRN_EMBEDDER = env.str("CAIRN_EMBEDDER", "local")
CAIRN_EMBEDDER_SOCKET = env.str("CAIRN_EMBEDDER_SOCKET", str(CAIRN_HOME / "run" / "embedder.sock"))
CAIRN_EMBEDDER_URL = env.str("CAIRN_EMBEDDER_URL", "")
CAIRN_EMBEDDING_MODEL = env.str("CAIRN_EMBEDDING_MODEL", "all-MiniLM-L6-v2")

# A cross-encoder over the best thirty answers: off, local:<folder or model name>, or jina.
CAIRN_RERANKER = env.str("CAIRN_RERANKER", "off")
CAIRN_RERANKER_URL = env.str("CAIRN_RERANKER_URL", "https://api.jina.ai/v1/rerank")
CAIRN_RERANKER_MODEL = env.str("CAIRN_RERANKER_MODEL", "jina-reranker-v2-base-multilingual")
CAIRN_RERANKER_API_KEY = env.str("CAIRN_RERANKER_API_KEY", "")
# Seconds that a search waits for it; then the order is the one without it.
CAIRN_RERANKER_TIMEOUT = env.float("CAIRN_RERANKER_TIMEOUT", 1.5)

# What distills: rules, or a model that falls back to them. `distiller` of a team may say otherwise.
CAIRN_DISTILLER = env.str("CAIRN_DISTILLER", "rules")
CAIRN_LLM_URL = env.str("CAIRN_LLM_URL", "")
CAIRN_LLM_MODEL = env.str("CAIRN_LLM_MODEL", "")
CAIRN_LLM_API_KEY = env.str("CAIRN_LLM_API_KEY", "")
CAIRN_LLM_STREAM = env.bool("CAIRN_LLM_STREAM", False)
CAIRN_LLM_TIMEOUT = env.float("CAIRN_LLM_TIMEOUT", 30.0)
CAIRN_DAILY_LLM_CALLS = env.int("CAIRN_DAILY_LLM_CALLS", 500)

# Where people's browsers find this server: what links in e-mails and web hooks begin with.
_NAMED_HOST = next((host for host in ALLOWED_HOSTS if CAIRN_HTTPS and host.strip(".*") == host), "")
_OWN_URL = f"https://{_NAMED_HOST}" if _NAMED_HOST else f"http://127.0.0.1:{env.str('PORT', '8787')}"
CAIRN_PUBLIC_URL = (env.str("CAIRN_PUBLIC_URL", "") or _OWN_URL).rstrip("/")
# The digest goes out by e-mail: `smtp://user:password@host:587`, `smtps://…` for TLS from the start, `console:`.
_EMAIL = urlsplit(env.str("CAIRN_EMAIL_URL", "") or "console:")
if _EMAIL.scheme not in ("console", "smtp", "smtps"):
    raise ImproperlyConfigured("CAIRN_EMAIL_URL begins with smtp://, smtps:// or is console:.")
EMAIL_BACKEND = f"django.core.mail.backends.{'console' if _EMAIL.scheme == 'console' else 'smtp'}.EmailBackend"
EMAIL_HOST, EMAIL_PORT = _EMAIL.hostname or "localhost", _EMAIL.port or (465 if _EMAIL.scheme == "smtps" else 587)
EMAIL_HOST_USER, EMAIL_HOST_PASSWORD = unquote(_EMAIL.username or ""), unquote(_EMAIL.password or "")
EMAIL_USE_SSL = _EMAIL.scheme == "smtps"
# A server on this machine needs no TLS; every other one offers it.
EMAIL_USE_TLS = _EMAIL.scheme == "smtp" and EMAIL_HOST not in ("localhost", "127.0.0.1")
EMAIL_TIMEOUT = 20
DEFAULT_FROM_EMAIL = env.str("CAIRN_EMAIL_FROM", "") or "cairn@localhost"
# Web hooks lead to the world by https. With this they may also lead to loopback and private addresses, by http too.
CAIRN_WEBHOOKS_PRIVATE = env.bool("CAIRN_WEBHOOKS_PRIVATE", False)
# Ports that they may lead to besides 80, 443, 8080 and 8443.
CAIRN_WEBHOOKS_PORTS: list[int] = env.list("CAIRN_WEBHOOKS_PORTS", [], subcast=int)

# Where Claude Code finds the plugin's marketplace: this folder, or a repository's address.
CAIRN_PLUGIN_SOURCE = env.str("CAIRN_PLUGIN_SOURCE", str(BASE_DIR))

# Promises about what is kept, and how much of it
CAIRN_MAX_OBSERVATION_CHARS = env.int("CAIRN_MAX_OBSERVATION_CHARS", 8000)
CAIRN_RAW_RETENTION_DAYS = env.int("CAIRN_RAW_RETENTION_DAYS", 14)
CAIRN_RETENTION_DAYS = env.int("CAIRN_RETENTION_DAYS", 90)

# Backups by the clock: a folder, the hours from one to the next, how many stay; encrypted with a passphrase.
CAIRN_BACKUP_DIR = env.str("CAIRN_BACKUP_DIR", "")
CAIRN_BACKUP_EVERY = env.float("CAIRN_BACKUP_EVERY", 24.0)
CAIRN_BACKUP_KEEP = env.int("CAIRN_BACKUP_KEEP", 7)
CAIRN_BACKUP_PASSPHRASE = env.str("CAIRN_BACKUP_PASSPHRASE", "")

# Each request has an id, a proxy's where it sends one (`Correlation-ID`); the tasks that it nudges carry it on.
DJANGO_GUID = {"EXPOSE_HEADER": False, "INTEGRATIONS": [CeleryIntegration(use_django_logging=True)]}
LOGGING = {
    "version": 1,
    "disable_existing_loggers": False,
    "filters": {
        "request": {"()": "django_guid.log_filters.CorrelationId", "correlation_id_field": "request_id"},
        "job": {"()": "django_guid.integrations.celery.log_filters.CeleryTracing"},
    },
    "formatters": {
        "text": {"()": "memory.logs.Redacting", "format": "%(asctime)s %(levelname)s %(name)s %(message)s"},
        "json": {
            "()": "memory.logs.RedactingJson",
            "fmt": "%(asctime)s %(levelname)s %(name)s %(message)s %(request_id)s %(celery_current_id)s",
            "rename_fields": {"asctime": "time", "levelname": "level", "name": "logger", "celery_current_id": "job_id"},
        },
    },
    "handlers": {
        "stderr": {
            "class": "logging.StreamHandler",
            "filters": ["request", "job"],
            "formatter": env.str("CAIRN_LOG_FORMAT", "text", validate=validate.OneOf(["text", "json"])),
        }
    },
    "root": {"handlers": ["stderr"], "level": env.str("CAIRN_LOG_LEVEL", "INFO")},
    "loggers": {"httpx2": {"level": "WARNING"}, "mcp": {"level": "WARNING"}, "django_guid": {"level": "WARNING"}},
}
