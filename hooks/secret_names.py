"""The part of redaction that knows secrets by their name: `DB_PASSWORD=…`, `"api_key": "…"`, "the password is …"."""

from hooks.patterns import Lazily
from hooks.secret_lines import ends_line, is_directive, is_of_words, is_option, is_pass_of_user, is_setting
from hooks.secret_settings import is_phrase, is_shown, setting
from hooks.secret_tongues import told
from hooks.secret_words import (
    has_digit,
    is_code,
    is_drawn,
    is_lettered,
    is_mixed,
    is_mixed_case,
    is_slug,
    is_type_name,
    is_written_out,
    kind_of,
)

RANK = 900  # below every rule that knows a secret by its form

_NAME = frozenset("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_-")
_ASSIGNED = Lazily(
    r"(?P<suffix>[A-Za-z0-9_-]{0,24}+)"
    r"(?:\\{0,7}[\"'`]?[\])]?(?:\??[ \t]?:[ \t]?(?:str|string|String|SecretStr|&str|Final(?:\[str\])?)(?=[ \t]?=))?"
    r"(?:\[[0-9]{0,4}\](?=[ \t]?=)|(?:[ \t]As)?[ \t][Ss]tring(?=[ \t]=)"
    r"|[ \t]\{[ \t]get;[ \t](?:set|init);[ \t]\}(?=[ \t]=))?"
    r"(?:[ \t]\[[\w* -]{0,40}\](?=:))?"
    r"[ \t]{0,8}(?P<sep>=>|:=|={1,3}|\|\|=?|\?\??=|\?\?|\?:|<-|:|：|>|,(?=[ \t]?\\{0,7}[\"'])|\{(?=[ \t]?[\"'])"
    r"|\.(?:unwrap_or|orElse|getOrElse)\((?=[\"'])|or(?=[ \t][\"']))(?P<gap>[ \t]{0,8})"
    r"(?:\*\*[ \t]{1,3})?"
    r"(?:\\(?:\r?\n|n(?=[ \t]))[ \t]{0,40})?"
    r"(?:\[(?=[\"']))?"
    r"|(?P<call>\()(?=\\?[\"'])|(?P<flag>[ \t](?:\\\r?\n[ \t]{0,40})?)(?=[^\s-]))"
    r"(?:[bfruN@](?=[\"'])|"
    r"(?P<made>&?(?:new )?(?:\w{1,20}(?:::|\.)){0,2}(?:from|new|Some|String|Secret\w{0,12}|\[\]byte|crypt"
    r"|MD5|md5)\((?=[\"'])))?"
    r"(?P<value>\\{0,7}[\"'`]|[^\s\"'`<>]{1,200})"
)
_LINK = (
    r",[ \t](?:it['’]s|it is|which is|es ist|c['’]est)(?=[ \t])|"
    r"['’]s(?=[ \t])|"
    r"(?:is|was|are|will be|became|equals|changed to|set to|ist|lautet|es|est|to|as)(?=[ \t]|:)|[éè]|это|是|为|は"
)
_OF = r"[ \t](?:for|of|to|on|in|at|from|für|de|del|la|pour|da|do)[ \t](?:[\w.@/'’-]{1,40}[ \t]){0,4}?[\w.@/:'’-]{1,60}"
_STATED = Lazily(
    rf"s?[\"'`*]{{0,2}}(?:(?:{_OF})?"
    rf"(?:[ \t]?(?P<link>{_LINK})(?:[ \t](?:now|set to|still|currently|just|jetzt|ahora))?[ \t]?[:=]?[ \t]?"
    r"|(?:[ \t]?\([^()\n]{1,40}\))?[ \t]?(?:(?P<colon>[:=：]|->(?=[ \t]))|(?P<dash>[-–—](?=[ \t])))[ \t]?)|[ \t])"
    r"(?P<value>[\"'`“«‘]|[^\s\"'`<>，。]{2,128})"
)
_CLOSING = {"“": "”", "«": "»", "‘": "’"}
_QUOTES = ('"', "'", "`", *_CLOSING)
_OWNS = ("'s", "’s")
_OR_ELSE = ("||", "||=", "??", "??=", "?:", "{", ".unwrap_or(", ".orElse(", ".getOrElse(", "or")
_OF_PROSE = Lazily(r" (?!for |on |at |and |in |or |und |für |pour )[a-z]{2,20}[ .,\n]| [0-9]{1,3} ")
_LONGEST_ARN = 80
_VERBS = ("pass", "pw")
_CUT = Lazily(r"[,;&](?=[\w .-]{1,30}[=:]|$)|\\n|\\r|[,;]?\\[\"']")
_ESCAPE = Lazily(r"\\[nrt]")
_PAIR = Lazily(r"\w+=[0-9.]+")
_LATIN = Lazily(r"[!-~“«‘]")
_UNBROKEN = Lazily(r"\S{0,256}")


def may_name(text, folded, at, anchor, book):
    """Whether what stands right before and behind `anchor` lets it name a secret: cheap, and mostly a no."""
    end = at + len(anchor)
    alone = text.startswith("\n", end) and not folded.startswith(
        ("value", "default", "password"), _past_blank(text, end)
    )
    if alone and not is_shown(folded, at):
        return False
    return anchor != "key" or folded.endswith(book.key_kinds, max(0, at - 20), at)


def named_secret(text, folded, at, anchor, book):
    """`(start, end, rank, kind, live)` of what is assigned or stated for the name around `anchor` at `at`, or None."""
    end = at + len(anchor)
    if not anchor.isascii() and not _LATIN.search(text, end, end + 40):
        return None  # only words of a script that passwords are not written in
    spoken = anchor in book.spoken
    if spoken:
        end = _word_end(text, end)
    found = _named(text, folded, at, end, book)
    if not found and spoken:
        span = told(text, end)
        found = (*span, RANK, "password", False) if span else None
    return found


def _named(text, folded, at, end, book):
    span = _apart(text, folded, at, end, book)
    if span:
        return span
    match = _ASSIGNED.match(text, end)
    if match and match["sep"]:
        return _judged(text, match, at, end + len(match["suffix"]), _assigned, book)
    whole = end + len(match["suffix"]) if match else end
    if match and (match["call"] or (match["flag"] and is_option(text, _name(text, at, whole), whole))):
        found = _judged(text, match, at, whole, _assigned, book)
        if found:
            return found
    end = _word_end(text, end)
    match = _STATED.match(text, end)
    if not match or not _LATIN.search(match["value"][:16]):
        return None
    linked = match["link"] or match["colon"] or match["dash"] or match["value"] in _QUOTES
    if not linked and not has_digit(match["value"]):
        return None  # a word of prose
    return _judged(text, match, at, end, _stated, book)


def _past_blank(text, at):
    """Where the text goes on, within sight."""
    limit = min(len(text), at + 80)
    while at < limit and text[at].isspace():
        at += 1
    return at


def _apart(text, folded, at, end, book):
    """`named_secret` where name and value stand apart, as in a table."""
    while text[end : end + 1] in _NAME and end - at < 60:
        end += 1
    name = _name(text, at, end)
    family = book.family(name)
    span = setting(text, folded, end - len(name), end, family) if family else None
    return _found(text, span, family)


def _found(text, span, family):
    """The span with its kind; a password named in a foreign tongue has a digit, because words would be of it, too."""
    if not span or (family == "tongue" and not is_lettered(text[span[0] : span[1]])):
        return None
    return (*span, RANK, kind_of(family), False)


def _judged(text, match, at, end, judge, book):
    if book.is_word(match["value"]):
        return None
    name = _name(text, at, end)
    if _is_elsewhere(text, name, end):
        return None
    family = book.family(name)
    if (
        family == "pass"
        and name.lower() in _VERBS
        and not has_digit(match["value"][:64])
        and match["value"].strip("\\") not in _QUOTES
        and text[end - len(name) - 1 : end - len(name)] not in ("?", "&", ",", ".")
    ):
        return None  # the verb, as it stands in prose a hundred times
    span = judge(text, match, name, "password" if family == "tongue" else family, book) if family else None
    return _found(text, span, family)


def _is_elsewhere(text, name, end):
    """Whether what follows is where a secret is kept (`arn:…:secret:name`) or which one it is, as git is told."""
    start = end - len(name)
    before = text[max(0, start - _LONGEST_ARN) : start]
    if name == "signingkey" and before.endswith("user."):
        return True
    return before.endswith(":") and "arn:" in before.split()[-1]


def _name(text, start, end):
    """The whole identifier around a name's word; `api key` in a sentence counts as one."""
    floor = max(0, start - 32)
    while start > floor and text[start - 1] in _NAME:
        start -= 1
    if text[start:end].lower() == "key" and start and text[start - 1] == " ":
        start = max(floor, text.rfind(" ", floor, start - 1) + 1)
    return text[start:end]


def _word_end(text, end):
    limit = min(len(text), end + 8)
    while end < limit and text[end] < "\u3000" and text[end].isalpha():
        end += 1
    return end


def _assigned(text, match, name, family, book):
    start, value, quoted = _value(text, match, _CUT)
    if not value or book.is_harmless(value) or _is_made_of_words(match["made"], value):
        return None
    name_start = match.end("suffix") - len(name)
    before = text[max(0, name_start - 1) : name_start]
    if match["sep"] in _OR_ELSE:
        # Beside a name in a condition, words are no less usual.
        good = quoted and (is_drawn(value) or is_lettered(value) or (family == "password" and name.isupper()))
    elif family == "pass":
        good = _is_pass_value(match, value, quoted, name) or is_pass_of_user(text, match, name_start, value, quoted)
    elif quoted:
        listed = (match["sep"] in (",", ">") and "<" not in before) or (match["call"] and name.endswith("s"))
        good = _is_quoted_secret(value, family, book) and not (listed and _is_plain_name(value))
        tight = match["sep"] == "=" and not match["gap"]
        good = good or (tight and family == "password" and is_of_words(value, name))
    elif match["sep"] == ">":
        good = "<" in before and family == "password" and has_digit(value)
    elif match["sep"] == "," or match["call"]:
        good = False
    else:
        shouted = name.isupper()
        tight = match["sep"] == ":" or not match["gap"]
        end = start + len(value)
        ends = tight and ends_line(text, end)
        if ends and match["sep"] == ":" and _OF_PROSE.match(text, end):
            ends = False  # "Password: choose something long"
        if before == "{" and match["sep"] == ":" and value.startswith("?"):
            return None  # `${PASSWORD:?must be set}`
        alone = (
            before[:1] in ("?", "&", ";")
            or shouted
            or ends
            or (match["flag"] and (text[end : end + 2] == " -" or not text[end : end + 2].strip()))
            or (text[end : end + 1] == "}" and "${" in text[max(0, name_start - 40) : name_start])
            or (family in ("password", "secret") and ends_line(text, end) and is_setting(text, name_start))
        )
        shouted = shouted or (family == "secret" and match["sep"] == "=" and is_setting(text, name_start))
        good = _is_bare_secret(value, family, shouted, bool(alone), book)
    return (start, start + len(value)) if good else None


def _is_made_of_words(made, value):
    """Whether what is built from a string is a name: `Secret::new("db-credentials")`; the input of a digest is not."""
    return bool(made) and not made.lower().startswith(("crypt", "md5")) and (is_slug(value) or not has_digit(value))


def _is_pass_value(match, value, quoted, name):
    """`pass` by itself is a verb more often than a password; `db_pass` is none."""
    if not match["sep"] or match["sep"] in (",", ">") or is_code(value) or " " in value:
        return False
    if name.lower() == "pw" and match["sep"] == ":" and _is_drawn_password(value):
        return True
    if name.lower() in _VERBS:
        return (quoted and not value.isalpha()) or (is_mixed(value) and not value.isidentifier())
    return has_digit(value) or quoted or name.isupper() or not value.replace("_", "").isalnum()


def _is_plain_name(value):
    """`password1`, `client_secret_basic`: members of a list of names."""
    return value.replace("/", "_").replace("-", "_").isidentifier() and sum(c.isdigit() for c in value) < 2


def _is_quoted_secret(value, family, book):
    if value.isidentifier() and value[0].islower() and is_type_name(value) and book.family(value):
        return False  # `challengePassword` is a field
    if " " in value:  # a pass phrase of small words; a sentence is none
        words = value.split()
        plain = 3 < len(words) < 9 and all(w.isalpha() and w.islower() for w in words)
        return family == "password" and (plain or is_phrase(value))
    if family in ("password", "secret"):
        return len(value) >= (3 if family == "password" else 6)
    return len(value) >= 8 and not is_slug(value) and (has_digit(value) or is_mixed_case(value))


def _is_bare_secret(value, family, shouted, alone, book):
    if (is_code(value) and not _is_of_groups(value)) or (not value.isascii() and value.isalpha()):
        return False
    named = value.isidentifier() and (book.family(value) or ("_" in value and not has_digit(value)))
    drawn = is_mixed_case(value) and sum(map(str.isdigit, value)) > 2  # `x7k2q9Pw` only ends like a name
    if (named and not shouted and not drawn) or _PAIR.fullmatch(value):
        return False  # `password=password1`, `tokens: input=100`: names, no values
    if value.isdigit():
        return family == "password" and len(value) >= 4
    if family == "key" and is_written_out(value) and not shouted:
        return False  # `private_key: PKCS7PrivateKeyTypes`
    if family in ("token", "key"):
        drawn = has_digit(value) or (shouted and is_mixed_case(value))
        return len(value) >= 8 and not is_slug(value) and drawn
    if has_digit(value) or not value.replace("_", "").replace("-", "").replace(".", "").isalnum():
        return len(value) >= (4 if family == "password" else 6)
    return alone and len(value) >= 6 and not is_type_name(value) and (family == "password" or shouted)


def _is_of_groups(value):
    """Two groups of small letters and digits in disorder, as in a token of `kubeadm`; a path of names is none."""
    return all(sum(map(str.isdigit, group)) > 1 and group.isalnum() for group in value.split("."))


def _stated(text, match, name, family, book):
    start, value, quoted = _value(text, match, _ESCAPE)
    # "The password's length" owns what follows as often as it is that.
    linked = bool(match["link"] or match["colon"]) and match["link"] not in _OWNS
    if match["dash"]:
        good = not quoted and family in ("password", "pass") and is_mixed(value) and not book.is_harmless(value)
        return (start, start + len(value)) if good and not is_code(value) else None
    short = family == "pass" and not is_mixed(value) and not (match["link"] and _is_drawn_password(value))
    colon = match["colon"] and name.lower() == "pw" and _is_drawn_password(value)
    short = (short and not colon) or (not linked and value.startswith("--"))  # "pass --parallel=1": an option
    if book.is_harmless(value) or is_code(value) or short:
        return None
    if quoted:
        told = family == "password" and (linked or name.isupper() or is_directive(text, match, name, start, value))
        good = (told or is_mixed(value)) if " " not in value else (told and is_phrase(value))
    elif family not in ("password", "pass"):
        good = has_digit(value) and len(value) >= 8 and not is_slug(value) and (linked or _is_drawn(value))
    elif not linked or family == "pass":
        login = "login " in text[max(0, match.start() - 60) : match.start()]
        drawn = _is_drawn_password(value) and (family == "pass" or not text[start + len(value) :][:1].strip(" .,;!)\n"))
        good = is_mixed(value) or (login and has_digit(value)) or drawn
    else:
        good = _is_stated_password(text, value, start + len(value), match["link"], book)
    return (start, start + len(value)) if good else None


def _is_drawn(value):
    """Sixteen and more letters and digits in disorder need no "is" before them."""
    digits = sum(character.isdigit() for character in value)
    return len(value) >= 16 and value.isalnum() and digits >= 3 and len(value) - digits >= 3


def _is_drawn_password(value):
    """Letters with digits at their end, as in `hunter2`: more than a slug, a version or the name of a hash."""
    lettered = sum(character.isalpha() for character in value) >= 4
    return len(value) >= 6 and lettered and has_digit(value) and value.isalnum() and not is_slug(value)


def _is_stated_password(text, value, end, link, book):
    """ "The password is swordfish." gives one away; "is hashed", "is base64-encoded", "is wrong" do not."""
    if value.endswith(book.described):
        return False
    if not value.isalpha():
        words = value.count("-") >= 2 and len(value) >= 10 and _ends_sentence(text, end)
        return len(value) >= 4 and (has_digit(value) or not is_slug(value) or words)
    return link not in ("to", "as") and len(value) >= 5 and value.isascii() and _ends_sentence(text, end)


def _value(text, match, cut):
    """`(start, value, quoted)`: up to the closing quote, or without what only follows the value."""
    start, opening = match.end("value"), match["value"]
    if opening.strip("\\") in _QUOTES:
        if len(opening) == 1 and text.startswith(opening * 2, start):
            return _in_three_quotes(text, start + 2, opening * 3)
        end = text.find(_CLOSING.get(opening, opening), start, start + 400)
        while end > 0 and len(opening) == 1 and text[end - 1] == "\\":
            end = text.find(opening, end + 1, start + 400)
        value = text[start:end] if end >= 0 else _UNBROKEN.match(text, start)[0]
        return start, "" if "\n" in value else value, True
    found = cut.search(opening) if any(sign in opening for sign in ",;&\\") else None
    value = (opening[: found.start()] if found else opening).rstrip(".,;:)]}*\\")
    return match.start("value"), value, False


def _in_three_quotes(text, start, quotes):
    """`_value` of a string of Python or TOML, on one line of its own."""
    end = text.find(quotes, start, start + 400)
    inner = text[start:end] if end >= 0 else ""
    start += len(inner) - len(inner.lstrip())
    value = inner.strip()
    return start, "" if "\n" in value else value, True


def _ends_sentence(text, end):
    closed = text[end : end + 1] in tuple(".,;!)\n") and not text[end + 1 : end + 2].strip()
    return closed or not text[end : end + 2].strip()
