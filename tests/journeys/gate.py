"""A network between a developer and the server that can go silent, or swallow the server's answers."""

import select
import socket
import threading
from contextlib import suppress


class Gate:
    """Listens on a port of its own and passes everything on to the server, as long as `mode` is "open".

    "silent" accepts, and nothing more happens; "deaf" passes requests on and drops what the server answers. Whoever
    is connected then stays so until the mode changes again, which ends those connections.
    """

    def __init__(self, port: int) -> None:
        self.mode = "open"
        self.passed = 0
        self._server = port
        self._held: list[socket.socket] = []
        self._listener = socket.create_server(("127.0.0.1", 0), backlog=256)
        self.url = f"http://127.0.0.1:{self._listener.getsockname()[1]}"
        threading.Thread(target=self._accept, daemon=True).start()

    def turn(self, mode: str) -> None:
        """Change the mode; who was held is cut off."""
        self.mode = mode
        held, self._held = self._held, []
        for connection in held:
            with suppress(OSError):
                connection.shutdown(socket.SHUT_RDWR)

    def close(self) -> None:
        """End everything."""
        self.turn("closed")
        self._listener.close()

    def _accept(self) -> None:
        with suppress(OSError):
            while True:
                client, _ = self._listener.accept()
                self._held.append(client)
                threading.Thread(target=self._serve, args=(client, self.mode), daemon=True).start()

    def _serve(self, client: socket.socket, mode: str) -> None:
        with client, suppress(OSError):
            if mode == "silent":
                while client.recv(65536):
                    pass
                return
            with socket.create_connection(("127.0.0.1", self._server)) as server:
                self.passed += 1
                self._pass_on(client, server, deaf=mode == "deaf")

    def _pass_on(self, client: socket.socket, server: socket.socket, *, deaf: bool) -> None:
        listening = [client, server]
        while listening:
            for source in select.select(listening, [], [])[0]:
                piece = source.recv(65536)
                if not piece:
                    # A deaf connection hangs until the client gives up: the server's end of it is not the client's.
                    if source is client or not deaf:
                        return
                    listening.remove(server)
                elif source is client:
                    server.sendall(piece)
                elif not deaf:
                    client.sendall(piece)
