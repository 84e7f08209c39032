"""Third session of the story: partial refunds are designed and built."""

from datetime import timedelta

from worker.sample.cast import MARA
from worker.sample.script import Session, Turn, edited, failed, ran, read, wrote

_MODELS = f"{MARA.root}/refunds/models.py"
_TESTS = f"{MARA.root}/tests/refunds/test_northpay.py"

SESSION = Session(
    name="partial refunds",
    persona=MARA,
    branch="feat/partial-refunds",
    ago=timedelta(days=2),
    clock=(10, 5),
    turns=(
        Turn(
            minute=0,
            prompt="We need partial refunds. How should we store the amount? Look at how payments do it.",
            tools=(
                read(f"{MARA.root}/payments/models.py", 161),
                wrote(_MODELS, "class Refund(models.Model):\n    amount_cents = models.BigIntegerField()\n"),
            ),
            answer=(
                "We decided to store amounts as integer cents in `Refund.amount_cents` (a"
                " `BigIntegerField`) instead of a `Decimal`, because Northpay's API takes minor units and"
                " rounding a `Decimal` lost 0.01 EUR in three refunds last month.\n"
                "\n"
                "I left `Payment.amount` as it is; changing it is a migration of its own."
            ),
        ),
        Turn(
            minute=18,
            prompt="Model a refund as a negative capture, or as a thing of its own?",
            tools=(
                edited(_MODELS, "    amount_cents", "    state = FSMField(default='requested')\n    amount_cents"),
                ran("python manage.py makemigrations refunds", "refunds/migrations/0001_initial.py"),
            ),
            answer=(
                "A refund has the states `requested`, `sent` and `confirmed` instead of"
                " being a"
                " negative `Capture`, because accounting exports captures and refunds in two separate"
                " files.\n\n"
                "The transitions live in `refunds/states.py` and are the only code that may write"
                " `Refund.state`."
            ),
        ),
        Turn(
            minute=47,
            prompt="Now test it against the Northpay sandbox.",
            tools=(
                failed(
                    "NORTHPAY_ENV=sandbox pytest tests/refunds/test_northpay.py -q",
                    "E   northpay.errors.RequestError: 422 amount_too_small\n"
                    "FAILED tests/refunds/test_northpay.py::test_refund_of_50_cents\n1 failed, 6 passed in"
                    " 12.77s",
                    "Run the sandbox tests",
                ),
                edited(_TESTS, "amount_cents=50", "amount_cents=500"),
                ran("NORTHPAY_ENV=sandbox pytest tests/refunds/test_northpay.py -q", "7 passed in 11.90s"),
            ),
            answer=(
                "Six of seven passed at first.\n"
                "\n"
                "**Root cause:** Northpay's sandbox rejects refunds under 1.00 EUR with `422 amount_too_small`,"
                " although production accepts them, so `test_refund_of_50_cents` failed. The sandbox tests use"
                " 5.00 EUR now.\n"
                "\n"
                "Also worth knowing: the sandbox allows 10 requests per second and answers `429` above"
                " that, so `pytest -n` must stay off for `tests/refunds/test_northpay.py`."
            ),
        ),
        Turn(
            minute=72,
            prompt="When may this go live?",
            tools=(
                edited(
                    f"{MARA.root}/checkout/flags.py",
                    "FLAGS = {",
                    'FLAGS = {\n    "partial_refunds": "staging",',
                ),
            ),
            answer=(
                "Currently the flag `partial_refunds` is enabled on staging only, because accounting has"
                " not signed off the refund export yet; the sign-off is planned for next Thursday.\n"
                "\n"
                "Until then the button stays hidden in the back office."
            ),
        ),
    ),
)
