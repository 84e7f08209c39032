"""`manage.py doctor [--json]`: is the server well, and if not, what to do."""

import json
import sys
from dataclasses import asdict
from typing import Any

from django.core.management.base import CommandParser

from memory.management.command import VerbCommand
from memory.management.health import Finding, examine


class Command(VerbCommand):
    """Look at everything that the server rests on."""

    help = "Check database, role, migrations, queue, embedder, worker and capture. Exits with 1 on an error."
    needs_database = False

    def add_arguments(self, parser: CommandParser) -> None:
        """How to print it."""
        parser.add_argument("--json", action="store_true", help='print {"ok", "checks": [{name, state, detail, todo}]}')

    def act(self, *, json: bool, **options: Any) -> None:
        """Print the findings as they come, or all of them as JSON."""
        findings = self._as_json() if json else self._in_lines()
        if not all(finding.state != "error" for finding in findings):
            sys.exit(1)

    def _in_lines(self) -> list[Finding]:
        styles = {"ok": self.style.SUCCESS, "warning": self.style.WARNING, "error": self.style.ERROR}
        findings = []
        for finding in examine():
            findings.append(finding)
            self.stdout.write(f"{styles[finding.state](f'{finding.state:8}')}{finding.name:11}{finding.detail}")
            if finding.todo:
                self.stdout.write(f"{'':19}→ {finding.todo}")
        return findings

    def _as_json(self) -> list[Finding]:
        findings = list(examine())
        well = all(finding.state != "error" for finding in findings)
        self.stdout.write(json.dumps({"ok": well, "checks": [asdict(finding) for finding in findings]}, indent=2))
        return findings
