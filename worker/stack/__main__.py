"""`python -m worker.stack`: what `manage.py up` becomes, without Django's apps, for it runs as long as the server."""

import os
import sys

from worker.stack.boot import run_stack

if __name__ == "__main__":
    sys.exit(run_stack(os.environ))
