"""What a server writes down of a request: as text, or as JSON with the ids that belong together."""

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest
from django.test import Client

ROOT = Path(__file__).resolve().parents[2]
_SAY = """
import django, logging
django.setup()
from django.test import Client
Client(raise_request_exception=False).get("/no/such/page", headers={"Correlation-ID": "%s"})
"""
_ID = "0c1f6b1a9d2e4c5f8a7b6c5d4e3f2a1b"


def test_an_answer_names_its_request(client: Client) -> None:
    assert client.get("/healthz", headers={"Correlation-ID": _ID}).headers["Correlation-ID"] == _ID
    foreign = client.get("/healthz", headers={"Correlation-ID": "x\ty"}).headers["Correlation-ID"]
    assert len(foreign) == 32 and foreign != _ID


@pytest.mark.parametrize("how", ["json", "text"])
def test_a_line_of_the_log(how: str) -> None:
    environment = {**os.environ, "CAIRN_LOG_FORMAT": how, "CAIRN_ALLOWED_HOSTS": "testserver"}
    command = [sys.executable, "-c", _SAY % _ID]
    done = subprocess.run(command, cwd=ROOT, env=environment, capture_output=True, text=True)
    line = next(line for line in done.stderr.splitlines() if "Not Found" in line)
    if how == "text":
        assert "WARNING django.request" in line
        return
    told = json.loads(line)
    assert (told["level"], told["logger"], told["request_id"]) == ("WARNING", "django.request", _ID)
    assert told["message"] == "Not Found: /no/such/page" and told["time"]


def test_another_format_is_refused() -> None:
    environment = {**os.environ, "CAIRN_LOG_FORMAT": "xml"}
    command = [sys.executable, "-c", "import django; django.setup()"]
    done = subprocess.run(command, cwd=ROOT, env=environment, capture_output=True, text=True)
    assert done.returncode and "CAIRN_LOG_FORMAT" in done.stderr
