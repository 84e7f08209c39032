"""Every address of the server, in one table."""

from django.urls import include, path

from web.admin import site
from web.views import connect, errors, health, live, memories, sample, search, signin, timeline

urlpatterns = [
    path("", timeline.timeline, name="timeline"),
    path("live", live.live, name="live"),
    path("search", search.search, name="search"),
    path("memories/<uuid:ref>", memories.detail, name="memory-detail"),
    path("memories/<uuid:ref>/type", memories.retype, name="memory-retype"),
    path("memories/<uuid:ref>/correct", memories.correct, name="memory-correct"),
    path("memories/<uuid:ref>/<slug:verb>", memories.act, name="memory-act"),
    path("connect", connect.connect, name="connect"),
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

handler400 = errors.bad_request
handler403 = errors.forbidden
handler404 = errors.not_found
handler500 = errors.broken
