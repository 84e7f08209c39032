"""A scripted model that outlives the session: a plugin's background process asks it after the client has left."""

import importlib.util
import json

from tests.real_client.conftest import HARNESS


class ScriptedModel:
    """The harness's stand-in for the API on a port of its own; `requests` are those of one lane, with their body."""

    def __init__(self, script: dict, log) -> None:
        spec = importlib.util.spec_from_file_location("fake_api", HARNESS / "fake_api.py")
        module = importlib.util.module_from_spec(spec)
        spec.loader.exec_module(module)
        self._log = log
        self._server = module.serve(script, str(log))
        self.url = f"http://127.0.0.1:{self._server.server_address[1]}"

    def requests(self, lane: str) -> list[dict]:
        if not self._log.exists():
            return []
        rows = [json.loads(line) for line in self._log.read_text().splitlines()]
        return [row for row in rows if row.get("lane") == lane]

    def stop(self) -> None:
        self._server.shutdown()
        self._server.server_close()
