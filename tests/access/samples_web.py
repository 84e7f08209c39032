"""What each page, form and admin action is asked, and which permission a form needs where its view says less."""

from datetime import date
from typing import Any

from tests.access.refs import DAY, Refs
from tests.access.samples import TOLD, Asked, Sample, listing, ref, wide
from web.insights.sections import SUBJECTS
from web.views.memories import _VERBS

# The verbs of a memory's page: the permission that the matrix names for each, and a memory that it fits.
ACTS = {
    "forget": ("forget", "active"),
    "restore": ("forget", "forgotten"),
    "approve": ("review", "draft"),
    "reject": ("review", "draft"),
    "pin": ("review", "active"),
    "unpin": ("review", "pinned"),
}


def _act(verb: str) -> Sample:
    permission, status = ACTS[verb]
    return lambda refs: Asked({"ref": refs.memory(status), "verb": verb}, form={}, permission=permission)


def _session(**query: Any) -> Sample:
    return lambda refs: Asked({"ref": refs.text("session-one")}, query)


def _turn(refs: Refs) -> Asked:
    return Asked({"ref": refs.text("session-one")}, {"turn": refs.text("turn-one")})


def _subject(slug: str) -> Sample:
    return lambda refs: Asked({"slug": slug})


def _project(**more: Any) -> Sample:
    return lambda refs: Asked({"number": refs.pk(1)}, **more)


def _reviewed(refs: Refs) -> Asked:
    return Asked(query={"entry": refs.memory("draft"), "whose": refs.text("carol")}, permission="review")


def _decided(verb: str, status: str) -> Sample:
    return lambda refs: Asked(form={"ids": refs.memory(status), "verb": verb, "next": refs.memory("quarantined")})


# Every page, by URL name and method.
WEB: dict[tuple[str, str], list[Sample]] = {
    ("timeline", "GET"): [wide(), listing(), wide(type="decision"), lambda refs: Asked(query={"before": refs.pk(5)})],
    ("search", "GET"): [
        wide(q="mill retries a gateway timeout"),
        wide(q="mill retries a gateway timeout", status="draft"),
        listing(q="gateway"),
        wide(**{"q": "mill retries a gateway timeout", "in": "conversations"}),
    ],
    ("search-explain", "GET"): [wide(q="mill retries a gateway timeout"), listing(q="gateway")],
    ("search-save", "POST"): [lambda refs: Asked(form={"name": "timeouts", "query": "q=timeout"})],
    ("search-unsave", "POST"): [lambda refs: Asked({"number": refs.pk(1)}, form={})],
    ("search-ask", "POST"): [lambda refs: Asked(form={"q": "which pump leaks"}, permission="ask_team")],
    ("search-withdraw", "POST"): [lambda refs: Asked(form={"q": "which pump leaks"}, permission="ask_team")],
    ("memory-similar", "GET"): [ref(status) for status in ("active", "draft", "forgotten")],
    ("memory-detail", "GET"): [ref(status) for status in ("active", "draft", "forgotten", "quarantined", "superseded")],
    ("memory-retype", "POST"): [ref(form={"type": "failure"})],
    ("memory-correct", "POST"): [ref(form={"content": TOLD})],
    ("memory-tag", "POST"): [ref(form={"add": "pump"})],
    ("memories-merge", "GET"): [
        lambda refs: Asked(query={"ids": refs.memory(), "q": "gateway"}, permission="merge"),
        lambda refs: Asked(query={"q": refs.memory("draft")}, permission="merge"),
    ],
    ("memories-merge", "POST"): [
        lambda refs: Asked(form={"ids": [refs.memory(), refs.memory("pinned")], "content": TOLD}, permission="merge")
    ],
    ("memory-split", "GET"): [ref(permission="merge")],
    ("memory-split", "POST"): [
        ref(form={"part": [TOLD, "The mill listens on port 8443."], "step": "split"}, permission="merge"),
    ],
    ("memory-unmerge", "POST"): [ref(form={"event": 1}, permission="merge")],
    ("comment-add", "POST"): [ref(form={"comment": TOLD}, permission="comment")],
    ("comment-remove", "POST"): [
        lambda refs: Asked({"ref": refs.memory(), "number": refs.pk(1)}, form={}, permission="comment")
    ],
    ("comment-restore", "POST"): [
        lambda refs: Asked({"ref": refs.memory(), "number": refs.pk(2)}, form={}, permission="comment")
    ],
    ("contradiction-decide", "POST"): [
        lambda refs: Asked(
            {"ref": refs.memory("disputed"), "number": refs.pk(1)}, form={"verdict": "dismiss"}, permission="merge"
        )
    ],
    ("contradiction-reopen", "POST"): [
        lambda refs: Asked({"ref": refs.memory("pinned"), "number": refs.pk(3)}, form={}, permission="merge")
    ],
    ("memory-act", "POST"): [_act(verb) for verb in _VERBS if verb in ACTS],
    ("sessions", "GET"): [wide(), listing()],
    ("session-detail", "GET"): [_session(), _turn],
    ("session-conversation", "GET"): [_turn],
    ("log", "GET"): [wide(), listing()],
    ("log-day", "GET"): [lambda refs: Asked({"day": date.fromisoformat(DAY)})],
    ("insights", "GET"): [wide(), listing()],
    ("insights-subject", "GET"): [_subject(slug) for slug in SUBJECTS],
    ("gap-answer", "POST"): [
        lambda refs: Asked(form={"gist": refs.text("gap-one"), "content": TOLD}, permission="remember")
    ],
    ("gap-dismiss", "POST"): [lambda refs: Asked(form={"gist": refs.text("gap-one")}, permission="review")],
    ("gap-reopen", "POST"): [lambda refs: Asked(form={"gist": refs.text("gap-two")}, permission="review")],
    ("digest", "GET"): [wide(), wide(week="2026-W12")],
    ("digest-choose", "POST"): [lambda refs: Asked(form={"wanted": "1"})],
    ("review", "GET"): [lambda refs: Asked(permission="review"), _reviewed],
    ("review-decide", "POST"): [
        _decided("approve", "draft"),
        _decided("forget", "active"),
        lambda refs: Asked(form={"ids": f"contradiction:{refs.contradiction()}", "verb": "dismiss"}),
        lambda refs: Asked(form={"ids": refs.memory("draft"), "verb": "assign", "assignee": refs.text("carol")}),
    ],
    ("review-undo", "POST"): [lambda refs: Asked(form={})],
    ("webhooks", "GET"): [wide()],
    ("webhooks", "POST"): [lambda refs: Asked(form={"url": "https://93.184.215.14/hook", "events": "memory.learned"})],
    ("webhook-act", "POST"): [lambda refs: Asked({"number": refs.pk(1), "verb": "off"}, form={})],
    ("delivery-again", "POST"): [lambda refs: Asked({"number": refs.pk(1)}, form={})],
    ("connect", "GET"): [wide()],
    ("connect", "POST"): [lambda refs: Asked(form={"name": "laptop"})],
    ("connect-heard", "GET"): [wide()],
    ("team", "GET"): [wide()],
    ("person-role", "POST"): [lambda refs: Asked({"name": refs.text("bob")}, form={"role": "viewer"})],
    ("person-remove", "GET"): [lambda refs: Asked({"name": refs.text("bob")})],
    ("person-remove", "POST"): [lambda refs: Asked({"name": refs.text("bob")}, form={})],
    ("invite", "POST"): [lambda refs: Asked(form={"email": "new@mill.example", "role": "member"})],
    ("invitation-withdraw", "POST"): [lambda refs: Asked({"number": refs.pk(1)}, form={})],
    ("projects", "GET"): [wide()],
    ("project", "GET"): [_project()],
    ("project-rename", "POST"): [_project(form={"name": "renamed"})],
    ("project-alias", "POST"): [_project(form={"identity": "git@harbour.example:pump/libpump.git"})],
    ("project-alias-remove", "POST"): [lambda refs: Asked({"number": refs.pk(1), "alias": refs.pk(1)}, form={})],
    ("project-capture", "POST"): [_project(form={})],
    ("project-hold", "POST"): [_project(form={"hold": "1"})],
    ("project-merge", "GET"): [lambda refs: Asked({"number": refs.pk(1)}, {"into": refs.pk(2)})],
    ("project-merge", "POST"): [lambda refs: Asked({"number": refs.pk(1)}, form={"into": refs.pk(2)})],
    ("merge-apart", "POST"): [lambda refs: Asked({"event": refs.pk(2)}, form={})],
    ("policy", "GET"): [wide()],
    ("policy-change", "POST"): [lambda refs: Asked(form={"capture_policy": "draft", "daily_calls": 3, "line": "0.9"})],
    ("policy-rule-add", "POST"): [lambda refs: Asked(form={"type": "decision"})],
    ("policy-rule-remove", "POST"): [lambda refs: Asked({"number": refs.pk(1)}, form={})],
    ("policy-hold", "POST"): [lambda refs: Asked(form={"hold": "1"})],
    ("export", "GET"): [wide()],
    ("export", "POST"): [
        lambda refs: Asked(form={"format": "jsonl"}),
        lambda refs: Asked(form={"format": "markdown", "project": refs.project, "everything": "1"}),
    ],
    ("tokens", "GET"): [wide()],
    ("tokens", "POST"): [lambda refs: Asked(form={"name": "laptop", "scopes": "read"})],
    ("token-rotate", "POST"): [lambda refs: Asked({"number": refs.pk(1)}, form={})],
    ("token-revoke", "POST"): [lambda refs: Asked({"number": refs.pk(1)}, form={})],
    ("invitation", "GET"): [lambda refs: Asked({"raw": f"{refs.word}-no-such-link"})],
    ("invitation", "POST"): [lambda refs: Asked({"raw": f"{refs.word}-no-such-link"}, form={"username": "x"})],
    ("account", "GET"): [wide()],
    ("account-password", "POST"): [lambda refs: Asked(form={"old_password": "a wrong one"})],
    ("sample-remove", "POST"): [lambda refs: Asked(form={})],
    ("login", "GET"): [wide()],
    ("login", "POST"): [lambda refs: Asked(form={"username": refs.text("alice"), "password": "a wrong one"})],
    ("logout", "POST"): [lambda refs: Asked(form={})],
    ("team-choose", "POST"): [lambda refs: Asked(form={"team": refs.pk(1)})],
    ("healthz", "GET"): [wide()],
    ("readyz", "GET"): [wide()],
    ("metrics", "GET"): [wide()],
}
# A stream has a test of its own (test_live.py); here only those are asked who are kept out.
STREAMS = {"live"}

# Admin actions by model: the permission of each, and a memory that it fits.
ADMIN_ACTIONS: dict[str, dict[str, tuple[str, str]]] = {
    "memory": {
        **ACTS,
        **{f"retype_{kind}": ("classify", "active") for kind in ("context", "dependency", "failure", "pattern")},
        "retype_decision": ("classify", "pinned"),
        "confirm": ("review", "active"),
        "undo": ("forget", "active"),
    },
    "contradiction": {
        "keep_newer": ("merge", ""),
        "keep_older": ("merge", ""),
        "both_valid": ("merge", ""),
        "dismiss": ("merge", ""),
    },
    "accesstoken": {"revoke": ("people", "")},
    "agent": {"free": ("people", "")},
    "invitation": {"revoke": ("people", "")},
    "block": {"lift": ("block", "")},
    "delivery": {"try_again": ("webhooks", "")},
    "auditevent": {"export_csv": ("audit", ""), "export_jsonl": ("audit", "")},
}
# Lists that need more than a curator.
ADMIN_LISTS = {"auditevent": "audit", "audithead": "audit", "webhook": "webhooks", "delivery": "webhooks"}
# Rows that somebody may change by a form: the permission, and what is sent.
ADMIN_FORMS: dict[str, tuple[str, dict[str, Any]]] = {
    "team": ("policy", {"name": "renamed", "capture_policy": "draft", "line": 0.9, "stale_after_changes": 3}),
    "membership": ("people", {"role": "viewer"}),
    "project": ("projects", {"name": "renamed", "aliases-TOTAL_FORMS": 0, "aliases-INITIAL_FORMS": 0}),
}
