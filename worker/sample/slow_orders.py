"""Fourth session of the story: a slow page, a locked table and a test that fails at night."""

from datetime import timedelta

from worker.sample.cast import TOMAS
from worker.sample.script import Session, Turn, edited, failed, ran, read

_VIEWS = f"{TOMAS.root}/backoffice/views.py"
_MIGRATION = f"{TOMAS.root}/orders/migrations/0058_order_by_merchant.py"

SESSION = Session(
    name="slow orders",
    persona=TOMAS,
    branch="fix/slow-order-list",
    ago=timedelta(hours=2, minutes=50),
    turns=(
        Turn(
            minute=0,
            prompt="The order list in the back office takes almost three seconds. Make it fast.",
            tools=(
                read(_VIEWS, 240),
                ran(
                    "pytest tests/backoffice/test_order_list.py -q --show-queries",
                    "OrderListView: 1204 queries, 2.81 s",
                    "Count the queries",
                ),
                edited(_VIEWS, "Order.objects.filter(", 'Order.objects.prefetch_related("lines").annotate('),
                ran("pytest tests/backoffice -q", "38 passed in 6.61s"),
            ),
            answer=(
                "**Root cause:** an N+1 query. `OrderListView` ran 1,204 queries for 100 orders, because"
                " `OrderRow.total()` in `backoffice/views.py` sums `order.lines.all()` in Python.\n\n"
                'With `prefetch_related("lines")`'
                " and an annotated `Sum` it runs 4 queries, and the page went from 2.8 s to 140 ms."
            ),
        ),
        Turn(
            minute=22,
            prompt="Also add an index on (merchant_id, created_at) and try the migration on staging.",
            tools=(
                failed(
                    "kubectl exec deploy/checkout-web -- python manage.py migrate orders 0058",
                    "django.db.utils.OperationalError: canceling statement due to lock timeout",
                    "Migrate staging",
                ),
                edited(_MIGRATION, "migrations.AddIndex(", "AddIndexConcurrently("),
                ran(
                    "kubectl exec deploy/checkout-web -- python manage.py migrate orders 0058",
                    "Applying orders.0058_order_by_merchant... OK",
                ),
            ),
            answer=(
                "**Root cause:** a plain `CREATE INDEX` on `orders_order` (38 million rows) blocks every write"
                " until it is done, so the migration failed with `canceling statement due to lock timeout`.\n\n"
                "`0058_order_by_merchant` now uses `AddIndexConcurrently` with `atomic = False`; it took 6"
                " minutes on"
                " staging without blocking anybody."
            ),
        ),
        Turn(
            minute=40,
            prompt=(
                "Rule from now on: indexes on tables with more than a million rows are always added"
                " with"
                " AddIndexConcurrently, in a migration of their own."
            ),
            tools=(
                edited(
                    f"{TOMAS.root}/CONTRIBUTING.md",
                    "## Migrations\n",
                    "## Migrations\n\nBig tables: AddIndexConcurrently.\n",
                ),
            ),
            answer="Added to `CONTRIBUTING.md`, with `0058_order_by_merchant` as the example.",
        ),
        Turn(
            minute=55,
            prompt="test_daily_report failed in CI last night but passes here. Can you see why?",
            tools=(
                failed(
                    "TZ=UTC faketime '23:30' pytest tests/reports/test_daily_report.py -q",
                    "AssertionError: assert [] == [<Order: 50121>]\n1 failed in 0.92s",
                    "Run the test near midnight",
                ),
                edited(f"{TOMAS.root}/reports/daily.py", "date.today()", "timezone.localdate()"),
                ran("TZ=UTC faketime '23:30' pytest tests/reports -q", "14 passed in 2.20s"),
            ),
            answer=(
                "**Root cause:** `reports/daily.py` compared `date.today()` with a day in Europe/Berlin, so"
                " `test_daily_report` fails between 23:00 and 24:00 UTC. It uses `timezone.localdate()` now.\n\n"
                "Convention for the future: never call `date.today()` or `datetime.now()` in checkout;"
                " always use"
                " `django.utils.timezone`."
            ),
        ),
    ),
)
