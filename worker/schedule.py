"""The schedule: retries for lost tasks, and maintenance."""

from datetime import timedelta

from celery.schedules import crontab

SCHEDULE = {
    # The net under lost nudges, and how idle turns (Esc, crashes) come to be distilled.
    "sweep": {
        "task": "worker.tasks.distill_pending",
        "schedule": timedelta(seconds=15),
        "options": {"expires": 15},
    },
    # What was learned or disputed since, and what failed and is due again.
    "deliver-webhooks": {
        "task": "worker.tasks.deliver_webhooks",
        "schedule": timedelta(seconds=5),
        "options": {"expires": 5},
    },
    # A long backlog goes on by itself; this starts it.
    "embed-backlog": {
        "task": "worker.tasks.embed_backlog",
        "schedule": timedelta(seconds=15),
        "options": {"expires": 15},
    },
    # Pairs that were opened while the model was away or the budget spent.
    "judge-contradictions": {
        "task": "worker.tasks.judge_contradictions",
        "schedule": timedelta(minutes=10),
        "options": {"expires": 600},
    },
    # On Monday morning; again every hour of that day for whom it did not reach, or if nobody was up at seven.
    "send-digests": {
        "task": "worker.tasks.send_digests",
        "schedule": crontab(minute=0, hour="7-23", day_of_week="mon"),
        "options": {"expires": 1800},
    },
    "refresh-lexicons": {"task": "worker.tasks.refresh_lexicons", "schedule": timedelta(hours=6)},
    # A day of judgements is little; what moved a line once does not move it again.
    "move-lines": {"task": "worker.tasks.move_lines", "schedule": timedelta(days=1)},
    # Looks whether one is due; most often none is.
    "back-up": {
        "task": "worker.tasks.back_up",
        "schedule": timedelta(minutes=5),
        "options": {"expires": 300},
    },
    "purge": {"task": "worker.tasks.purge", "schedule": timedelta(days=1)},
}
