"""Numbers of the whole server for Prometheus, beside those of requests: what waits, what failed, what models cost."""

import logging
from collections.abc import Iterator

from django.db import Error, connection
from prometheus_client.core import GaugeMetricFamily, Metric
from prometheus_client.registry import Collector

log = logging.getLogger(__name__)

# What `cairn_metrics` (migrations/sql/functions/cairn_metrics.sql) tells, and the label of its kinds where it has some.
_GAUGES = {
    "turns_due": ("Turns that wait to be distilled.", ""),
    "queue_age_seconds": ("Seconds that the turn which has waited longest is overdue.", ""),
    "capture_lag_seconds": ("95th percentile of the seconds from event to server, of the last ten minutes.", ""),
    "events_failed": ("Events that distilling gave up.", ""),
    "deliveries": ("Deliveries of web hooks that are not through, by state.", "state"),
    "embedding_backlog": ("Rows that wait for a vector, by kind.", "rows"),
    "model_calls_today": ("Calls of models since midnight UTC, by provider.", "provider"),
    "model_failures_today": ("Calls of models that failed since midnight UTC, by provider.", "provider"),
    "model_tokens_today": ("Tokens in and out of models since midnight UTC, by provider.", "provider"),
    "redactions_last_hour": ("Secrets and other private matter taken out of what came in within an hour.", "kind"),
}


class ServerGauges(Collector):
    """Asks the database when it is scraped; while that is away the other numbers still come."""

    def describe(self) -> list[Metric]:
        """Nothing in advance, so that registering asks no database."""
        return []

    def collect(self) -> Iterator[Metric]:
        """One family each, without samples where there is nothing to tell."""
        families = {
            name: GaugeMetricFamily(f"cairn_{name}", text, labels=[label] if label else [])
            for name, (text, label) in _GAUGES.items()
        }
        try:
            with connection.cursor() as cursor:
                cursor.execute("SELECT name, kind, value FROM cairn_metrics()")
                for name, kind, value in cursor.fetchall():
                    families[name].add_metric([kind] if kind else [], value)
        except Error as error:
            log.warning("the database tells no metrics: %s", type(error).__name__)
        yield from families.values()
