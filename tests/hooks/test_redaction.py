"""The redactor: which secrets go, which text stays, what is private, and how long the worst input takes."""

import base64
import random
import subprocess
import sys
import time
from pathlib import Path

import pytest

from hooks.redaction import Redacted, live_credential, redact, strip_private
from memory.rules import redaction as server
from tests.linear import assert_linear, repeated

ROOT = Path(__file__).parents[2]

SECRETS = {
    "assignment in quotes": ('password="hunter2"', "hunter2"),
    "assignment in capitals": ("DB_PASSWORD=supersecret", "supersecret"),
    "yaml": ("  db_password: swordfish\n", "swordfish"),
    "json": ('{"user": "x", "password": "correcthorse"}', "correcthorse"),
    "escaped json": ('{\\"password\\": \\"s3same-open\\"}', "s3same-open"),
    "python environment": ('os.environ["DB_PASSWORD"] = "hunter2"', "hunter2"),
    "typed python": ('api_key: str = "9f8e7d6c5b4a3928"', "9f8e7d6c5b4a3928"),
    "call": ('config.setPassword("hunter2")', "hunter2"),
    "xml": ("<password>hunter2</password>", "hunter2"),
    "netrc": ("machine api.x.io login bob password hunter2", "hunter2"),
    "query string": ("username=bob&password=swordfish&x=1", "swordfish"),
    "sentence": ("the password is hunter2.", "hunter2"),
    "sentence with a purpose": ("Password for the staging db is Tr0ub4dor&3", "Tr0ub4dor&3"),
    "sentence in quotes": ("The password is 'swordfish'", "swordfish"),
    "pass phrase": ('passphrase: "correct horse battery staple"', "horse battery"),
    "attached to mysql": ("mysql -u root -pS3cretpw shop", "S3cretpw"),
    "attached in quotes": ("mysqldump -u root -p'my pass' shop", "my pass"),
    "sshpass": ("sshpass -p hunter2 ssh deploy@10.0.0.7", "hunter2"),
    "docker login": ("docker login -u bob -p hunter2 reg.io", "hunter2"),
    "curl": ("curl -u admin:hunter2 https://x.io", "hunter2"),
    "redis-cli": ("redis-cli -a hunter2 ping", "hunter2"),
    "long option": ("tool --password hunter2 --host x", "hunter2"),
    "sql": ("ALTER USER bob WITH PASSWORD 'hunter2';", "hunter2"),
    "connection string": ("postgres://app:s3cr3t@db.internal:5432/prod", "s3cr3t"),
    "connection string with signs": ("mongodb+srv://u:p@ss/word1@cluster0.mongodb.net/x", "ss/word1"),
    "connection string without user": ("redis://:p4ssw0rd@cache:6379/0", "p4ssw0rd"),
    "ado connection string": ("Server=db;User Id=sa;Password=Pa55w0rd!;Encrypt=true", "Pa55w0rd!"),
    "azure storage": (f"AccountName=x;AccountKey={'Ab1+'*21}Ab==;Suffix=y", "Ab1+Ab1+"),
    "bearer header": ("Authorization: Bearer abcdef1234567890abcdef", "abcdef1234567890"),
    "basic header": ("-H 'Authorization: Basic dXNlcjpwYXNz'", "dXNlcjpwYXNz"),
    "key in a sentence": ("my api key is a1b2c3d4e5f6", "a1b2c3d4e5f6"),
    "documented aws pair": ("AWS_SECRET_ACCESS_KEY=wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY", "wJalrXUtnFEMI"),
    "after an escape": ("x\\nghp_16C7e42F292c6912E7710c838347Ae178B4a", "16C7e42F"),
    "in a colour": ("\x1b[32mglpat-x7Yk29LmQpRs4TuvWx8Z\x1b[0m", "x7Yk29LmQpRs"),
    "cut key block": ("-----BEGIN RSA PRIVATE KEY-----\nMIIEowIBAAKCAQEAx1y2z3\n", "MIIEowIBAAKCAQEA"),
    "pgp block": (
        "-----BEGIN PGP PRIVATE KEY BLOCK-----\n\nlQOYBF2x\n-----END PGP PRIVATE KEY BLOCK-----",
        "lQOYBF2x",
    ),
}  # fmt: skip

BENIGN = (
    "self.password = password",
    'password = getpass.getpass("Password: ")',
    "if not (user or passwd): return None",
    "token: string; password?: string",
    "secretKeyRef: db-creds",
    "--- PASS: TestWriteCommitted_BranchField (0.01s)",
    "12 passed, 3 failed; All tests pass: `make test`",
    "pass_height = PNG_PASS_ROWS(height, pass)",
    'response_callbacks = {"ACL GENPASS": str_if_bytes}',
    'fields = ("username", "usable_password", "password1")',
    "docker run --name mongo -p 27017:27017 mongo",
    "password is base64-encoded",
    "cancellation_token = CancellationToken()",
    "postgres://postgres:postgres@localhost/test",
    "docker://alpine:3.20@sha256:0123456789abcdef",
    "cairn_owner_database_url",
    "sk-loading-indicator-wide-2",
)


@pytest.mark.parametrize("name", SECRETS)
def test_a_secret_is_replaced_by_its_kind(name: str) -> None:
    text, secret = SECRETS[name]
    found = redact(text)
    assert secret not in found.text
    assert "[REDACTED:" in found.text
    assert sum(found.counts.values()) >= 1


@pytest.mark.parametrize("text", BENIGN)
def test_engineering_text_stays_as_it_is(text: str) -> None:
    assert redact(text) == Redacted(text, {})


@pytest.mark.parametrize("name", SECRETS)
def test_redacting_twice_changes_nothing_more(name: str) -> None:
    once = redact(SECRETS[name][0]).text
    assert redact(once) == Redacted(once, {})


def test_whatever_stands_side_by_side_a_second_look_finds_nothing_new() -> None:
    lots = random.Random(7)
    pieces = (
        *("password", "token", "=", ":", " ", '"', "\\", "://", "@", "ghp_", "a1B2" * 9, "-u ", "is", "curl", "\n"),
        *("[REDACTED:x]", "-----BEGIN RSA PRIVATE KEY-----", ";", "&", "пароль", "密码", "\ud800", "\x00"),
    )
    for _ in range(1500):
        text = "".join(lots.choice(pieces) for _ in range(lots.randint(1, 20)))
        once = redact(text).text
        assert redact(once).text == once


def test_the_text_around_a_secret_is_kept_to_the_letter() -> None:
    assert redact("export API_KEY=abcd1234efgh5678 # prod").text == "export API_KEY=[REDACTED:key] # prod"
    assert redact("postgres://app:s3cr3t@db:5432/x").text == "postgres://app:[REDACTED:url-password]@db:5432/x"


def test_counts_name_the_kinds_and_never_the_values() -> None:
    found = redact("a AKIAQ7ZP2LMN4XTRBD5K b AKIAQ7ZP2LMN4XTRBD5L password=hunter2")
    assert found.counts == {"aws-access-key": 2, "password": 1}


def test_a_private_block_never_leaves_the_machine() -> None:
    assert strip_private("a <private>b</private> c") == "a  c"
    assert strip_private("a <PRIVATE reason='x'>b\nc</Private > d") == "a  d"
    assert strip_private("a <private>b <private>c</private> d</private> e") == "a  e"


def test_an_unclosed_private_block_takes_everything_after_it() -> None:
    assert strip_private("a <private>b c d") == "a "


def test_text_without_private_blocks_is_returned_as_it_is() -> None:
    text = "private fields start with an underscore; </div>"
    assert strip_private(text) is text


def test_a_live_credential_is_named_and_samples_are_not() -> None:
    assert live_credential("use AKIAQ7ZP2LMN4XTRBD5K") == "aws-access-key"
    assert live_credential("-----BEGIN PRIVATE KEY-----\nMIIEvQIBADANBg\n-----END PRIVATE KEY-----") == "private-key"
    assert live_credential("AKIAIOSFODNN7EXAMPLE and sk_test_4eC39HqLyjWDarjtT1zdp7dc") is None
    assert live_credential("the password is hunter2") is None  # redacted, but no door that a machine would know
    assert live_credential("[REDACTED:aws-access-key]") is None


def test_client_and_server_share_one_engine() -> None:
    assert server.redact is redact
    assert server.live_credential is live_credential


def test_lone_surrogates_and_nul_bytes_pass() -> None:
    assert redact("a \ud800 b \x00 c").text == "a \ud800 b \x00 c"


def test_the_engine_needs_nothing_but_the_standard_library() -> None:
    code = "import sys; sys.path.insert(0, '.'); import hooks.redaction as r; print(r.redact('password=hunter2').text)"
    done = subprocess.run(
        [sys.executable, "-I", "-S", "-c", code], capture_output=True, text=True, cwd=ROOT, check=True
    )
    assert done.stdout.strip() == "password=[REDACTED:password]"


def _seconds(text: str) -> float:
    start = time.process_time()
    redact(text)
    return time.process_time() - start


HOSTILE = (
    *(
        "pass=",
        "password=a1b2c3d4 ",
        'token="',
        "key is key is ",
        "sk-ant-",
        "-eyJaaaaaaaaa.eyJ",
        " -pA1!aaaa",
        "a",
        "\\n",
    ),
    *(
        "://u:p@",
        "-----BEGIN RSA PRIVATE KEY-----",
        "bearer abcdefgh12345678 ",
        "secret[REDACTED:x]",
        "密码是",
        "<private>",
        "clave ",
        "pass: ",
        "9Q~",
        "kind: Secret\ndata:\n  a: bbbbbbbb\n",
        "a is the password",
        ":5432:a:b:",
        '"auth": "',
    ),
)


@pytest.mark.parametrize("unit", HOSTILE)
def test_hostile_input_takes_linear_time(unit: str) -> None:
    assert_linear(redact, repeated(unit), largest=250_000)


@pytest.mark.bench
def test_benign_text_passes_at_20_megabytes_a_second() -> None:
    source = repeated(Path(random.__file__).read_text(encoding="utf-8"))(1_000_000)
    lock = repeated(f'"integrity": "sha512-{base64.b64encode(random.Random(1).randbytes(64)).decode()}",\n')(1_000_000)
    for text in (source, lock):
        assert min(_seconds(text) for _ in range(3)) < 0.05
