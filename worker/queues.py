"""The two queues of tasks, and which tasks wait in the second; without Celery, for the supervisor names them, too."""

# What somebody waits for, and what takes long and can wait. Each has a worker of its own, for a run of vectors or the
# upkeep of a large team must not stand before a turn that has just ended. A worker without --queues works for both.
LIVE, BACKLOG = "live", "backlog"
CAN_WAIT = (
    "embed_backlog",
    "judge_contradictions",
    "send_digests",
    "refresh_lexicons",
    "move_lines",
    "back_up",
    "purge",
)
