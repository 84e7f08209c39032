"""Every address of the server, in one table."""

from django.conf import settings
from django.urls import include, path, register_converter

from web.addresses import Day, SessionId
from web.admin import site
from web.views import (
    connect,
    errors,
    health,
    invitations,
    live,
    log,
    memories,
    sample,
    search,
    sessions,
    signin,
    timeline,
    tokens,
)

register_converter(SessionId, "session")
register_converter(Day, "day")

urlpatterns = [
    path("", timeline.timeline, name="timeline"),
    path("live", live.live, name="live"),
    path("search", search.search, name="search"),
    path("memories/<uuid:ref>", memories.detail, name="memory-detail"),
    path("memories/<uuid:ref>/type", memories.retype, name="memory-retype"),
    path("memories/<uuid:ref>/correct", memories.correct, name="memory-correct"),
    path("memories/<uuid:ref>/<slug:verb>", memories.act, name="memory-act"),
    path("sessions/", sessions.index, name="sessions"),
    path("sessions/<session:ref>/", sessions.detail, name="session-detail"),
    path("sessions/<session:ref>/conversation", sessions.conversation, name="session-conversation"),
    path("log/", log.latest, name="log"),
    path("log/<day:day>/", log.daily, name="log-day"),
    path("connect", connect.connect, name="connect"),
    path("tokens", tokens.index, name="tokens"),
    path("tokens/<int:number>/rotate", tokens.rotate, name="token-rotate"),
    path("tokens/<int:number>/revoke", tokens.revoke, name="token-revoke"),
    path("join/<str:raw>", invitations.join, name="invitation"),
    path("sample/remove", sample.remove, name="sample-remove"),
    path("login", signin.sign_in, name="login"),
    path("logout", signin.sign_out, name="logout"),
    path("team", signin.choose_team, name="team-choose"),
    path("healthz", health.healthz, name="healthz"),
    path("readyz", health.readyz, name="readyz"),
    path("metrics", health.metrics, name="metrics"),
    path("admin/", site.urls),
    path("api/", include("api.urls")),
]

# Where no identity provider is named, nothing of it exists.
if settings.CAIRN_OIDC_ISSUER:
    from web.views import sso

    urlpatterns += [
        path("sso/start", sso.start, name="sso-start"),
        path("sso/callback", sso.callback, name="sso-callback"),
    ]

handler400 = errors.bad_request
handler403 = errors.forbidden
handler404 = errors.not_found
handler500 = errors.broken
