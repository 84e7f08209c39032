"""The table of endpoints: everything below `/api/`."""

from django.urls import include, path, re_path

from api.problems import nothing_here
from api.views.audit import Audit
from api.views.blocks import Blocks, LiftBlock
from api.views.briefing import Briefing
from api.views.contradictions import Contradictions, Resolve
from api.views.events import Events
from api.views.history import History
from api.views.lists import Recent, Stale
from api.views.log import Log
from api.views.memories import LineageOfMemory, Memories, OneMemory
from api.views.memory_actions import (
    Approve,
    Confirm,
    FeedbackOnMemory,
    MergeMemories,
    PinMemory,
    Reject,
    Restore,
    Retype,
    Share,
    SplitMemory,
    TagMemory,
    Undo,
)
from api.views.policy import OneRule, Policy, Rules
from api.views.review import Assign, Decide, Queue, QueueCounts
from api.views.schema import Schema
from api.views.search import Search
from api.views.sessions import OneSession, OneTurn, Sessions, Turns
from api.views.transcripts import Transcripts
from api.views.whoami import Status, WhoAmI

app_name = "api"

endpoints = [
    path("events", Events.as_view(), name="events"),
    path("transcripts/<str:session_id>", Transcripts.as_view(), name="transcripts"),
    path("search", Search.as_view(), name="search"),
    path("briefing", Briefing.as_view(), name="briefing"),
    path("memories", Memories.as_view(), name="memories"),
    path("memories/recent", Recent.as_view(), name="memory-recent"),
    path("memories/stale", Stale.as_view(), name="memory-stale"),
    path("memories/merge", MergeMemories.as_view(), name="memory-merge"),
    path("memories/<str:ref>", OneMemory.as_view(), name="memory-detail"),
    path("memories/<str:ref>/restore", Restore.as_view(), name="memory-restore"),
    path("memories/<str:ref>/approve", Approve.as_view(), name="memory-approve"),
    path("memories/<str:ref>/reject", Reject.as_view(), name="memory-reject"),
    path("memories/<str:ref>/pin", PinMemory.as_view(), name="memory-pin"),
    path("memories/<str:ref>/confirm", Confirm.as_view(), name="memory-confirm"),
    path("memories/<str:ref>/retype", Retype.as_view(), name="memory-retype"),
    path("memories/<str:ref>/tags", TagMemory.as_view(), name="memory-tags"),
    path("memories/<str:ref>/share", Share.as_view(), name="memory-share"),
    path("memories/<str:ref>/split", SplitMemory.as_view(), name="memory-split"),
    path("memories/<str:ref>/feedback", FeedbackOnMemory.as_view(), name="memory-feedback"),
    path("memories/<str:ref>/undo", Undo.as_view(), name="memory-undo"),
    path("memories/<str:ref>/lineage", LineageOfMemory.as_view(), name="memory-lineage"),
    path("contradictions", Contradictions.as_view(), name="contradiction-list"),
    path("contradictions/<str:ref>/resolve", Resolve.as_view(), name="contradiction-resolve"),
    path("review", Queue.as_view(), name="review-queue"),
    path("review/counts", QueueCounts.as_view(), name="review-counts"),
    path("review/decide", Decide.as_view(), name="review-decide"),
    path("review/assign", Assign.as_view(), name="review-assign"),
    path("policy", Policy.as_view(), name="policy"),
    path("policy/rules", Rules.as_view(), name="policy-rules"),
    path("policy/rules/<str:ref>", OneRule.as_view(), name="policy-rule"),
    path("blocks", Blocks.as_view(), name="block-list"),
    path("blocks/<str:ref>/lift", LiftBlock.as_view(), name="block-lift"),
    path("history", History.as_view(), name="history"),
    path("sessions", Sessions.as_view(), name="session-list"),
    path("sessions/<str:ref>", OneSession.as_view(), name="session-detail"),
    path("sessions/<str:ref>/turns", Turns.as_view(), name="session-turns"),
    path("sessions/<str:ref>/turns/<str:turn>", OneTurn.as_view(), name="session-turn"),
    path("log/<str:day>.md", Log.as_view(), name="log"),
    path("audit", Audit.as_view(), name="audit"),
    path("whoami", WhoAmI.as_view(), name="whoami"),
    path("status", Status.as_view(), name="status"),
    re_path(r"^schema/?$", Schema.as_view(schema=None), name="schema"),
]

urlpatterns = [
    path("v1/", include(endpoints)),
    re_path(r"^(?P<path>.*)$", nothing_here),
]
