#!/usr/bin/env python
"""The operator's door: every command of Cairn's server, `manage.py help` lists them."""

import os
import sys


def main() -> None:
    """Run one management command with the one settings module."""
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "memory.settings")
    from django.core.management import execute_from_command_line

    execute_from_command_line(sys.argv)


if __name__ == "__main__":
    main()
