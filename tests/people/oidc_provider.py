"""A small OpenID Connect provider on loopback: discovery, keys, authorize, token and userinfo, with PKCE checked.

Its `faults` are what a broken or hostile provider would do; the test sets them between requests.
"""

import base64
import hashlib
import json
import secrets
import threading
import time
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any
from urllib.parse import parse_qs, urlencode, urlsplit

import jwt
from cryptography.hazmat.primitives.asymmetric import rsa

CLIENT_ID, CLIENT_SECRET = "cairn-tests", "provider-secret"


@dataclass
class OidcProvider:
    """The provider and what it believes: who is signed in there, and what goes wrong."""

    claims: dict[str, Any] = field(default_factory=dict)
    faults: dict[str, Any] = field(default_factory=dict)
    asked: list[str] = field(default_factory=list)
    codes: dict[str, dict[str, str]] = field(default_factory=dict)

    def __post_init__(self) -> None:
        self.key = rsa.generate_private_key(public_exponent=65537, key_size=2048)
        self.foreign_key = rsa.generate_private_key(public_exponent=65537, key_size=2048)
        self.server = ThreadingHTTPServer(("127.0.0.1", 0), _handler_of(self))
        self.url = f"http://127.0.0.1:{self.server.server_port}"
        threading.Thread(target=self.server.serve_forever, args=(0.05,), daemon=True).start()

    def stop(self) -> None:
        """End the server."""
        self.server.shutdown()
        self.server.server_close()

    def become(self, sub: str, **claims: Any) -> None:
        """Sign somebody in at the provider, who has no faults from now on."""
        self.claims, self.faults = {"sub": sub, **claims}, {}

    def authorize(self, query: dict[str, str]) -> str:
        """What the provider's page does once the person has agreed: the address that it sends the browser to."""
        assert query["client_id"] == CLIENT_ID
        assert query["response_type"] == "code"
        assert query["code_challenge_method"] == "S256"
        assert set(query["scope"].split()) >= {"openid", "email"}
        code = secrets.token_urlsafe(8)
        self.codes[code] = query
        return f"{query['redirect_uri']}?{urlencode({'code': code, 'state': query['state']})}"

    def exchange(self, form: dict[str, str]) -> tuple[int, dict[str, Any]]:
        """A code for tokens, once, to the client that asked and can prove it."""
        asked = self.codes.pop(form.get("code", ""), None)
        if asked is None:
            return 400, {"error": "invalid_grant"}
        verifier = hashlib.sha256(form.get("code_verifier", "").encode()).digest()
        challenge = base64.urlsafe_b64encode(verifier).rstrip(b"=").decode()
        proven = (form.get("client_id"), form.get("client_secret")) == (CLIENT_ID, CLIENT_SECRET)
        same = form.get("redirect_uri") == asked["redirect_uri"]
        if challenge != asked["code_challenge"] or not proven or not same:
            return 400, {"error": "invalid_grant"}
        tokens = {"access_token": "at", "token_type": "Bearer", "expires_in": 60}
        return 200, tokens if self.faults.get("no_id_token") else tokens | {"id_token": self._id_token(asked["nonce"])}

    def _id_token(self, nonce: str) -> str:
        now = int(time.time())
        claims = {"iss": self.url, "aud": CLIENT_ID, "iat": now, "exp": now + 60, "nonce": nonce, **self.claims}
        if self.faults.get("only_in_userinfo"):
            claims = {name: value for name, value in claims.items() if not name.startswith("email")}
        claims |= self.faults.get("claims", {})
        header = {"kid": "k1"}
        if algorithm := self.faults.get("algorithm"):
            return jwt.encode(claims, self.faults.get("secret", ""), algorithm=algorithm, headers=header)
        key = self.foreign_key if self.faults.get("foreign_key") else self.key
        return jwt.encode(claims, key, algorithm="RS256", headers=header)

    def userinfo(self) -> dict[str, Any]:
        """Who is signed in, as the second endpoint says it."""
        return self.claims | self.faults.get("userinfo", {})

    def discovery(self) -> dict[str, Any]:
        """What a client reads first."""
        return {
            "issuer": self.faults.get("issuer", self.url),
            "authorization_endpoint": f"{self.url}/authorize",
            "token_endpoint": f"{self.url}/token",
            "userinfo_endpoint": f"{self.url}/userinfo",
            "jwks_uri": f"{self.url}/jwks",
            "token_endpoint_auth_methods_supported": ["client_secret_post"],
        }

    def jwks(self) -> dict[str, Any]:
        """The public key."""
        public = json.loads(jwt.algorithms.RSAAlgorithm.to_jwk(self.key.public_key()))
        return {"keys": [public | {"kid": "k1", "use": "sig", "alg": "RS256"}]}


def _handler_of(provider: OidcProvider) -> type[BaseHTTPRequestHandler]:
    class Handler(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            address = urlsplit(self.path)
            provider.asked.append(address.path)
            if provider.faults.get("away"):
                return self._answer(503, {"error": "away"})
            if address.path == "/authorize":
                query = {name: values[0] for name, values in parse_qs(address.query).items()}
                self.send_response(302)
                self.send_header("Location", provider.authorize(query))
                self.end_headers()
                return None
            answers = {
                "/.well-known/openid-configuration": provider.discovery,
                "/jwks": provider.jwks,
                "/userinfo": provider.userinfo,
            }
            return self._answer(200, answers[address.path]())

        def do_POST(self) -> None:
            body = self.rfile.read(int(self.headers["Content-Length"])).decode()
            provider.asked.append(self.path)
            form = {name: values[0] for name, values in parse_qs(body).items()}
            self._answer(*provider.exchange(form))

        def _answer(self, status: int, said: dict[str, Any]) -> None:
            body = json.dumps(said).encode()
            self.send_response(status)
            self.send_header("Content-Type", "application/json")
            self.send_header("Content-Length", str(len(body)))
            self.end_headers()
            self.wfile.write(body)

        def log_message(self, *_: object) -> None:
            return None

    return Handler
