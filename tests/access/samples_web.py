"""What each page, form and admin action is asked, and which permission a form needs where its view says less."""

from datetime import date
from typing import Any

from tests.access.refs import DAY, Refs
from tests.access.samples import TOLD, Asked, Sample, listing, ref, wide
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


# Every page, by URL name and method.
WEB: dict[tuple[str, str], list[Sample]] = {
    ("timeline", "GET"): [wide(), listing(), wide(type="decision"), lambda refs: Asked(query={"before": refs.pk(5)})],
    ("search", "GET"): [wide(q="mill retries a gateway timeout"), listing(q="gateway")],
    ("memory-detail", "GET"): [ref(status) for status in ("active", "draft", "forgotten", "quarantined", "superseded")],
    ("memory-retype", "POST"): [ref(form={"type": "failure"})],
    ("memory-correct", "POST"): [ref(form={"content": TOLD})],
    ("memory-act", "POST"): [_act(verb) for verb in _VERBS if verb in ACTS],
    ("sessions", "GET"): [wide(), listing()],
    ("session-detail", "GET"): [_session(), _turn],
    ("session-conversation", "GET"): [_turn],
    ("log", "GET"): [wide(), listing()],
    ("log-day", "GET"): [lambda refs: Asked({"day": date.fromisoformat(DAY)})],
    ("connect", "GET"): [wide()],
    ("connect", "POST"): [lambda refs: Asked(form={"name": "laptop"})],
    ("tokens", "GET"): [wide()],
    ("tokens", "POST"): [lambda refs: Asked(form={"name": "laptop", "scopes": "read"})],
    ("token-rotate", "POST"): [lambda refs: Asked({"number": refs.pk(1)}, form={})],
    ("token-revoke", "POST"): [lambda refs: Asked({"number": refs.pk(1)}, form={})],
    ("invitation", "GET"): [lambda refs: Asked({"raw": f"{refs.word}-no-such-link"})],
    ("invitation", "POST"): [lambda refs: Asked({"raw": f"{refs.word}-no-such-link"}, form={"username": "x"})],
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
    "invitation": {"revoke": ("people", "")},
    "block": {"lift": ("block", "")},
    "auditevent": {"export_csv": ("audit", ""), "export_jsonl": ("audit", "")},
}
# Lists that need more than a curator.
ADMIN_LISTS = {"auditevent": "audit", "audithead": "audit"}
# Rows that somebody may change by a form: the permission, and what is sent.
ADMIN_FORMS: dict[str, tuple[str, dict[str, Any]]] = {
    "team": ("policy", {"name": "renamed", "capture_policy": "draft", "stale_after_changes": 3}),
    "membership": ("people", {"role": "viewer"}),
    "project": ("projects", {"name": "renamed", "aliases-TOTAL_FORMS": 0, "aliases-INITIAL_FORMS": 0}),
}
