"""Second session of the story: a new Django, and what came with it."""

from datetime import timedelta

from worker.sample.cast import TOMAS
from worker.sample.script import Session, Turn, edited, failed, ran, read, searched

_REQUIREMENTS = f"{TOMAS.root}/requirements.in"
_SETTINGS = f"{TOMAS.root}/checkout/settings/base.py"

SESSION = Session(
    name="django upgrade",
    persona=TOMAS,
    branch="chore/django-5-2",
    ago=timedelta(days=3),
    clock=(14, 10),
    turns=(
        Turn(
            minute=0,
            prompt="Upgrade us from Django 4.2 to 5.2 and psycopg2 to psycopg 3. What stands in the way?",
            tools=(
                edited(_REQUIREMENTS, "django~=4.2\npsycopg2\n", "django~=5.2\npsycopg[binary,pool]~=3.2\n"),
                failed(
                    "pip-compile requirements.in",
                    "ERROR: Cannot install django-fsm==2.8.1 and django==5.2.8 because these package"
                    " versions have"
                    " conflicting dependencies.",
                    "Resolve the requirements",
                ),
                searched("from django_fsm", f"{TOMAS.root}/orders/models.py", f"{TOMAS.root}/shipping/models.py"),
                ran(
                    "pip-compile requirements.in && pip-sync",
                    "Successfully installed Django-5.2.8 psycopg-3.2.13 viewflow-2.2.9",
                ),
                ran("pytest -q -n 4", "412 passed in 88.02s"),
            ),
            answer=(
                "Done, with one replacement on the way:\n\n"
                "- checkout now runs on Django 5.2.8 with psycopg 3.2.13; before it was Django 4.2.16 with"
                " psycopg2"
                " 2.9.9.\n\n"
                "`django-fsm` 2.8.1 does not support Django 5, so it was replaced with `viewflow.fsm`"
                " 2.2.9 in"
                " `orders/models.py` and `shipping/models.py`.\n\n"
                "All tests pass."
            ),
        ),
        Turn(
            minute=34,
            prompt="Since the deploy to staging the Celery workers die with 'the connection is closed'. Why?",
            tools=(
                failed(
                    "kubectl logs deploy/checkout-worker --tail 20",
                    "Traceback (most recent call last):\n"
                    '  File "/app/payments/tasks.py", line 41, in capture_payment\n'
                    "    order = Order.objects.get(pk=order_id)\n"
                    "psycopg.OperationalError: the connection is closed",
                    "Look at the worker's log",
                ),
                read(_SETTINGS, 203),
                edited(_SETTINGS, '    "OPTIONS": {"pool": True},\n', ""),
            ),
            answer=(
                "The workers fail with `psycopg.OperationalError: the connection is closed` because the"
                " psycopg pool"
                " is opened in the parent before Celery forks, so all prefork children share its sockets.\n\n"
                'Fix: `OPTIONS["pool"]` is set only in `settings/web.py` now; Celery workers use plain'
                " connections"
                " with `CONN_MAX_AGE = 0`. The workers on staging have been stable for 20 minutes."
            ),
        ),
        Turn(
            minute=58,
            prompt="Which versions do we run in production? I keep forgetting, so write it down.",
            tools=(
                ran("kubectl exec deploy/checkout-web -- python -V", "Python 3.12.8"),
                read(f"{TOMAS.root}/docker/ci.Dockerfile", 31),
            ),
            answer=(
                "- **Versions**: production runs `Python 3.12.8`, `PostgreSQL 17.5` and `Valkey 8.1.4`, and"
                " `docker/ci.Dockerfile` pins the same versions, because CI must fail where production would."
            ),
        ),
        Turn(
            minute=66,
            prompt=(
                "Our convention: version ranges live only in requirements.in, requirements.txt is always"
                " compiled with"
                " pip-compile and never edited by hand."
            ),
            tools=(
                edited(
                    f"{TOMAS.root}/CONTRIBUTING.md",
                    "## Dependencies\n",
                    "## Dependencies\n\nRanges in requirements.in only.\n",
                ),
            ),
            answer=(
                "Noted in `CONTRIBUTING.md`. The CI job `requirements` checks that `requirements.txt` is"
                " exactly what `pip-compile` makes of `requirements.in`."
            ),
        ),
    ),
)
