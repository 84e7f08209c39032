"""The plugin's settings: Claude Code's options, else the environment, else the file of `cairn login`.

Nothing here is read from the developer's repository. Claude Code does read one that its person trusts, and gives hooks
the environment that its settings name; where that leads elsewhere than `cairn login`, `Settings.instead` says so.
"""

from __future__ import annotations

import os

from hooks import quick_json as json

VERSION = "0.1.0"
DEFAULT_URL = "http://127.0.0.1:8787"
RECALL_MODES = ("off", "hint", "inject")
DISTILL_MODES = ("server", "claude", "off")
MIB = 1024 * 1024


class Settings:
    """Where to send and with what token; `problem` says why the settings cannot be used, else it is empty.

    `instead` says that options or environment name another server or token than `cairn login` saved, else it is empty.
    """

    __slots__ = ("briefing_tokens", "distill", "instead", "problem", "prompt_recall", "raw", "source", "token", "url")

    def __init__(
        self,
        url: str,
        token: str,
        *,
        prompt_recall: str = "hint",
        briefing_tokens: int = 1000,
        distill: str = "",
        raw: bool = True,
        source: str = "",
        problem: str = "",
        instead: str = "",
    ) -> None:
        self.url = url.rstrip("/")
        self.token = token
        self.prompt_recall = prompt_recall
        self.briefing_tokens = briefing_tokens
        self.distill = distill  # empty: the person has not chosen, so the team's policy decides
        self.raw = raw
        self.source = source
        self.problem = problem
        self.instead = instead

    @property
    def configured(self) -> bool:
        """False only where nobody ever logged in; a broken file still counts, so that capture goes on."""
        return bool(self.token or self.problem)


def disabled() -> bool:
    """True when `CAIRN_DISABLE` asks the plugin to keep silent."""
    return os.environ.get("CAIRN_DISABLE", "") not in ("", "0")


def client_file() -> str:
    """The path of the file that `cairn login` writes."""
    return os.path.join(os.path.expanduser("~"), ".config", "cairn", "client.json")


def data_folder() -> str:
    """The folder of spool, state and log: the plugin's own, or a plain one outside Claude Code."""
    own = os.environ.get("CLAUDE_PLUGIN_DATA", "")
    return own or os.path.join(os.path.expanduser("~"), ".local", "state", "cairn")


def known_data_folders() -> list[str]:
    """Every data folder of this person: the command line does not know which one a session used."""
    home = os.path.expanduser("~")
    plugins = os.path.join(os.environ.get("CLAUDE_CONFIG_DIR") or os.path.join(home, ".claude"), "plugins", "data")
    try:
        installed = [os.path.join(plugins, name) for name in sorted(os.listdir(plugins)) if name.startswith("cairn-")]
    except OSError:
        installed = []
    found = [path for path in dict.fromkeys([data_folder(), *installed]) if os.path.isdir(path)]
    return found or [data_folder()]


def spool_cap() -> int:
    """How many bytes the spool may hold, from `CAIRN_SPOOL_MIB` (default 64)."""
    try:
        return int(float(os.environ.get("CAIRN_SPOOL_MIB", "64")) * MIB)
    except ValueError:
        return 64 * MIB


def load() -> Settings:
    """The settings in force. Never raises: what is wrong is said in `Settings.problem`."""
    saved, problem = _read_client_file(client_file())
    url, url_source = _first("URL")
    token, token_source = _first("TOKEN")
    saved_url = saved.get("url") or DEFAULT_URL
    same_server = not url or url.rstrip("/") == saved_url.rstrip("/")
    if not token and same_server and saved.get("token"):
        # A token belongs to the server that issued it: it is never sent to another URL.
        token, token_source = saved["token"], client_file()
    if token_source != client_file() and token:
        problem = ""
    return Settings(
        url or saved_url,
        token,
        prompt_recall=_recall_mode(saved.get("prompt_recall", "")),
        distill=_distill_mode(saved),
        raw=option("raw", saved).lower() not in ("off", "false", "0", "no"),
        briefing_tokens=_briefing_tokens(saved.get("briefing_tokens", "")),
        source=token_source or url_source,
        problem=problem,
        instead=_instead(saved, (url, url_source), (token, token_source)),
    )


def _instead(saved: dict[str, str], url: tuple[str, str], token: tuple[str, str]) -> str:
    if not saved.get("token"):
        return ""
    known = saved.get("url") or DEFAULT_URL
    if url[0] and url[0].rstrip("/") != known.rstrip("/"):
        return f"NOTE: {url[1]} names {_host(url[0])}, not {_host(known)} of cairn login"
    if token[0] and token[0] != saved["token"]:
        return f"NOTE: {token[1]} has another token than cairn login"
    return ""


def _host(url: str) -> str:
    return url.partition("://")[2].partition("/")[0].rpartition("@")[2][:60] or url[:60]


def saved() -> dict[str, str]:
    """What `cairn login` saved (`url`, `token`, `team`), whatever options and environment say."""
    return _read_client_file(client_file())[0]


def option(name: str, saved: dict[str, str]) -> str:
    """An option's value as text: the plugin's, else the environment's, else the saved one, else empty."""
    return _first(name.upper())[0] or str(saved.get(name, "")).strip()


def save_client_file(url: str, token: str, team: str) -> str:
    """Writes URL, token and its team for later, readable by this person alone, and returns the path."""
    return save_options({"url": url.rstrip("/"), "token": token, "team": team})


def save_options(changed: dict[str, str]) -> str:
    """Writes these options into the file of `cairn login`, beside those that it has; an empty value removes one."""
    path = client_file()
    values = {**saved(), **changed}
    os.makedirs(os.path.dirname(path), mode=0o700, exist_ok=True)
    partial = f"{path}.{os.getpid()}"
    handle = os.open(partial, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600)
    with os.fdopen(handle, "w", encoding="utf-8") as file:
        json.dump({name: value for name, value in values.items() if value}, file, indent=1)
    os.replace(partial, path)
    return path


def _first(name: str) -> tuple[str, str]:
    for variable in (f"CLAUDE_PLUGIN_OPTION_{name}", f"CAIRN_{name}"):
        value = os.environ.get(variable, "").strip()
        if value:
            return value, variable
    return "", ""


def _recall_mode(saved: str) -> str:
    mode = (_first("PROMPT_RECALL")[0] or str(saved)).lower()
    return mode if mode in RECALL_MODES else "hint"


def _distill_mode(saved: dict[str, str]) -> str:
    mode = option("distill", saved).lower()
    return mode if mode in DISTILL_MODES else ""


def _briefing_tokens(saved: str) -> int:
    try:
        return max(100, min(4000, int(float(_first("BRIEFING_TOKENS")[0] or saved or 1000))))
    except ValueError:
        return 1000


def _read_client_file(path: str) -> tuple[dict[str, str], str]:
    try:
        about = os.stat(path)
    except OSError:
        return {}, ""
    if about.st_uid != os.getuid():
        return {}, f"{path} belongs to another user; run `cairn login`"
    try:
        if about.st_mode & 0o077:
            os.chmod(path, 0o600)
        with open(path, encoding="utf-8") as file:
            saved = json.load(file)
    except (OSError, ValueError) as error:
        return {}, f"{path} cannot be read ({error}); run `cairn login`"
    if not isinstance(saved, dict):
        return {}, f"{path} is not a JSON object; run `cairn login`"
    return {str(key): str(value) for key, value in saved.items()}, ""
