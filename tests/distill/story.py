"""One turn that is worth remembering, for every test of the pipeline."""

PROMPT = "Checkout answers 200 on a declined card, find out why and fix it"
ANSWER = (
    "The root cause: the payment client in payments/client.py swallowed `CardDeclined` and returned an empty 200 "
    "response, because the except clause caught Exception. It now re-raises CardDeclined and the view answers 402.\n\n"
    "We decided to keep retries in Celery, because the provider times out after 10 s."
)
EDIT = {
    "tool_name": "Edit",
    "tool_input": {"file_path": "/home/alice/checkout/payments/client.py"},
    "tool_response": {},
}
