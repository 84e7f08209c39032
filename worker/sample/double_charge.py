"""First session of the story: an order was charged twice."""

from datetime import timedelta

from worker.sample.cast import MARA
from worker.sample.script import Session, Turn, edited, failed, ran, read, searched

_TASKS = f"{MARA.root}/payments/tasks.py"
_VIEWS = f"{MARA.root}/webhooks/views.py"

SESSION = Session(
    name="double charge",
    persona=MARA,
    branch="fix/double-capture",
    ago=timedelta(days=4),
    clock=(9, 40),
    turns=(
        Turn(
            minute=0,
            prompt="Order 48213 was charged twice this morning. Find out how that can happen at all.",
            tools=(
                searched("capture_payment", _TASKS, _VIEWS, f"{MARA.root}/tests/payments/test_capture.py"),
                read(_TASKS, 118),
                failed(
                    "pytest tests/payments/test_capture.py -k repeated_webhook -q",
                    "FAILED tests/payments/test_capture.py::test_repeated_webhook_captures_once"
                    " - AssertionError: assert 2 == 1\n1 failed, 11 deselected in 1.84s",
                    "Reproduce the double capture",
                ),
            ),
            answer=(
                "I could reproduce it with a test.\n"
                "\n"
                "**Root cause:** `capture_payment` in `payments/tasks.py` checks `order.is_captured` before"
                " it locks the row, so two Celery workers captured the same payment when Northpay repeated"
                " its `payment.authorised` webhook after 5 seconds without an answer.\n"
                "\n"
                "`test_repeated_webhook_captures_once` fails with `AssertionError: assert 2 == 1`. Shall I"
                " fix it?"
            ),
        ),
        Turn(
            minute=11,
            prompt="Yes. Would a Redis lock around the task do?",
            tools=(
                edited(
                    _TASKS,
                    "    if order.is_captured:\n        return\n",
                    "    try:\n        Capture.objects.create(order=order, psp_event_id=event_id)\n"
                    "    except IntegrityError:\n        return\n",
                ),
                ran(
                    "python manage.py makemigrations payments -n one_capture_per_event",
                    "payments/migrations/0031_one_capture_per_event.py",
                ),
                ran("pytest tests/payments -q", "63 passed in 9.12s"),
            ),
            answer=(
                "It would, until it does not. I went with the database:\n"
                "\n"
                "- We decided to use a unique constraint on `Capture(order, psp_event_id)` in Postgres"
                " instead of a Redis lock, because Valkey evicts keys under memory pressure and a lock that"
                " disappears lets the second capture through.\n"
                "- `capture_payment` inserts the `Capture` row first and stops when the row exists already.\n"
                "\n"
                "All 63 tests of `tests/payments` pass."
            ),
        ),
        Turn(
            minute=27,
            prompt=(
                "Good. From now on every webhook handler must only store the event and answer 200; the work"
                " itself"
                " belongs in a Celery task. Please change the Northpay handler accordingly."
            ),
            tools=(
                read(_VIEWS, 74),
                edited(
                    _VIEWS,
                    "    capture_payment(event)\n",
                    "    transaction.on_commit(partial(capture_payment.delay, event.pk))\n",
                ),
                ran("pytest tests/webhooks -q", "22 passed in 3.40s"),
            ),
            answer=(
                "The Northpay handler stores a `WebhookEvent` and answers at once. The task is queued with"
                " `transaction.on_commit`, because a task that starts before the commit does not find its"
                " row and"
                " fails with `WebhookEvent.DoesNotExist`. On staging the p95 of `/webhooks/northpay/` fell"
                " from 4.1 s"
                " to 38 ms."
            ),
        ),
        Turn(
            minute=41,
            prompt="Run everything once more, then tell me what is left to do.",
            tools=(ran("pytest -q -n 4", "412 passed in 96.31s", "Run the whole suite"),),
            answer=(
                "All 412 tests pass.\n"
                "\n"
                "**Note:** Partial refunds are not supported yet, so the 17 double charges listed in"
                " `ops/double_charges.csv` have to be refunded by hand in Northpay's dashboard."
            ),
        ),
    ),
)
