"""Every address of the server, in one table."""

from django.conf import settings
from django.urls import include, path, register_converter

from web.addresses import Day, SessionId
from web.admin import site
from web.views import (
    account,
    asking,
    combining,
    comments,
    connect,
    digest,
    errors,
    exports,
    health,
    insights,
    invitations,
    live,
    log,
    memories,
    people,
    policy,
    projects,
    review,
    sample,
    search,
    sessions,
    signin,
    team,
    timeline,
    tokens,
    verdicts,
    webhooks,
)

register_converter(SessionId, "session")
register_converter(Day, "day")

urlpatterns = [
    path("", timeline.timeline, name="timeline"),
    path("live", live.live, name="live"),
    path("search", search.search, name="search"),
    path("search/explain", search.explain, name="search-explain"),
    path("search/saved", asking.save, name="search-save"),
    path("search/saved/<int:number>/remove", asking.remove, name="search-unsave"),
    path("search/ask", asking.ask, name="search-ask"),
    path("search/ask/withdraw", asking.withdraw, name="search-withdraw"),
    path("memories/merge", combining.merge, name="memories-merge"),
    path("memories/<uuid:ref>", memories.detail, name="memory-detail"),
    path("memories/<uuid:ref>/similar", search.similar, name="memory-similar"),
    path("memories/<uuid:ref>/type", memories.retype, name="memory-retype"),
    path("memories/<uuid:ref>/correct", memories.correct, name="memory-correct"),
    path("memories/<uuid:ref>/comments", comments.add, name="comment-add"),
    path("memories/<uuid:ref>/comments/<int:number>/remove", comments.remove, name="comment-remove"),
    path("memories/<uuid:ref>/comments/<int:number>/restore", comments.restore, name="comment-restore"),
    path("memories/<uuid:ref>/contradictions/<int:number>/decide", verdicts.decide, name="contradiction-decide"),
    path("memories/<uuid:ref>/contradictions/<int:number>/reopen", verdicts.reopen, name="contradiction-reopen"),
    path("memories/<uuid:ref>/tags", memories.tag, name="memory-tag"),
    path("memories/<uuid:ref>/split", combining.split, name="memory-split"),
    path("memories/<uuid:ref>/unmerge", combining.unmerge, name="memory-unmerge"),
    path("memories/<uuid:ref>/<slug:verb>", memories.act, name="memory-act"),
    path("sessions/", sessions.index, name="sessions"),
    path("sessions/<session:ref>/", sessions.detail, name="session-detail"),
    path("sessions/<session:ref>/conversation", sessions.conversation, name="session-conversation"),
    path("log/", log.latest, name="log"),
    path("log/<day:day>/", log.daily, name="log-day"),
    path("digest", digest.digest, name="digest"),
    path("digest/choose", digest.choose, name="digest-choose"),
    path("review", review.queue, name="review"),
    path("review/decide", review.decided, name="review-decide"),
    path("review/undo", review.undone, name="review-undo"),
    path("insights", insights.insights, name="insights"),
    path("insights/gaps/answer", insights.answer, name="gap-answer"),
    path("insights/gaps/dismiss", insights.dismiss, name="gap-dismiss"),
    path("insights/gaps/reopen", insights.reopen, name="gap-reopen"),
    path("insights/<slug:slug>", insights.subject, name="insights-subject"),
    path("connect", connect.connect, name="connect"),
    path("connect/heard", connect.heard, name="connect-heard"),
    path("tokens", tokens.index, name="tokens"),
    path("tokens/<int:number>/rotate", tokens.rotate, name="token-rotate"),
    path("tokens/<int:number>/revoke", tokens.revoke, name="token-revoke"),
    path("join/<str:raw>", invitations.join, name="invitation"),
    path("sample/remove", sample.remove, name="sample-remove"),
    path("team/", team.team, name="team"),
    path("team/choose", signin.choose_team, name="team-choose"),
    path("team/people/<str:name>/role", people.change_role, name="person-role"),
    path("team/people/<str:name>/remove", people.remove, name="person-remove"),
    path("team/invitations", people.invite, name="invite"),
    path("team/invitations/<int:number>/withdraw", people.withdraw, name="invitation-withdraw"),
    path("team/projects/", projects.index, name="projects"),
    path("team/projects/<int:number>/", projects.detail, name="project"),
    path("team/projects/<int:number>/name", projects.rename, name="project-rename"),
    path("team/projects/<int:number>/aliases", projects.alias, name="project-alias"),
    path("team/projects/<int:number>/aliases/<int:alias>/remove", projects.unalias, name="project-alias-remove"),
    path("team/projects/<int:number>/capture", projects.capture, name="project-capture"),
    path("team/projects/<int:number>/hold", projects.hold, name="project-hold"),
    path("team/projects/<int:number>/merge", projects.merge, name="project-merge"),
    path("team/merges/<int:event>/apart", projects.take_apart, name="merge-apart"),
    path("team/policy", policy.policy, name="policy"),
    path("team/policy/change", policy.change, name="policy-change"),
    path("team/policy/rules", policy.new_rule, name="policy-rule-add"),
    path("team/policy/rules/<int:number>/remove", policy.drop_rule, name="policy-rule-remove"),
    path("team/policy/hold", policy.hold, name="policy-hold"),
    path("team/export", exports.export, name="export"),
    path("webhooks", webhooks.index, name="webhooks"),
    path("webhooks/deliveries/<int:number>/again", webhooks.again, name="delivery-again"),
    path("webhooks/<int:number>/<slug:verb>", webhooks.act, name="webhook-act"),
    path("login", signin.sign_in, name="login"),
    path("logout", signin.sign_out, name="logout"),
    path("account", account.account, name="account"),
    path("account/password", account.change_password, name="account-password"),
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
        path("account/link", account.link, name="account-link"),
    ]

handler400 = errors.bad_request
handler403 = errors.forbidden
handler404 = errors.not_found
handler500 = errors.broken
