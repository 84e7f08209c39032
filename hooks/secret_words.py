"""What redaction knows of words: the rule file, which names stand for a secret, and which values are none."""

import os

from hooks import quick_json as json
from hooks.patterns import Lazily

MARKER = "[REDACTED:"

_PLACEHOLDER = Lazily(
    r"[x*•.#_?-]{3,}|\\{1,4}u003c.*|[<\[$@%].*|\{(?!s?sha|s?md5|crypt|pbkdf2|argon2).*|"
    r"(?:your|insert|replace|enter|fake|sample|mock|dummy)[-_ ].*|"
    r"[12][0-9]{3}-[0-9]{2}-[0-9]{2}.*|v?[0-9]{1,4}(?:\.[0-9]+){1,3}|~?\.{0,2}/[^+=]*|(?!base64:)[a-z][a-z0-9+.-]{1,20}:/.*|"
    r"(?:arn|vault|ssm|env|file|ref|op|secretref|keychain):.*"
)
_FILL_IN = Lazily(r"\[redacted|\.\.\.|(?<![a-z0-9])(?:placeholder|example|change[-_]?me|goes[-_]here|here)(?![a-z0-9])")
_CODE = Lazily(
    r"[!&*]?[A-Za-z_$][\w$]*(?:\[|\(|(?:\.|::|->|\?\.)[A-Za-z_$][\w$]*(?:[.(\[:]|$)).*|"
    r"(?:self|this|os|process|config|settings|env|request|args|options|props|params)[.\[].*"
)
_CAMEL = Lazily(r"[A-Za-z][a-z]+(?:[A-Z][a-z]*)+|[A-Z][a-z]+|[A-Z]{2,}(?:_[A-Z]+)+")
_SLUG = Lazily(r"(?i)(?:[a-z]+|[0-9]{1,4})(?:[-_.:](?:[a-z]+|[0-9]{1,4}))*")
_DIGIT = Lazily(r"[0-9]")
_LETTER = Lazily(r"[^\W\d_]")
_ODD = Lazily(r"[^\w./:-]|(?<=.)[A-Z]")
_NAME_WORDS = Lazily(r"[A-Z]+(?![a-z])|[A-Z]?[a-z]+|[0-9]+")
_FORMAT = Lazily(
    r"(?i)(?:base|sha|md|utf|argon|oauth|ed|rsa|aes|uuid|hs|rs|es|ec|ecdsa|x|p|v|hmac|scrypt|pbkdf|bcrypt|char|int|varchar|char|text|secp|curve|chacha|poly|tls|http|k|s|id|key|token|password|user)"
    r"[-_ ]?[0-9]{1,4}(?:[-_ ]?[a-z]{1,9}[0-9]?)?"
)
_GLUED = ("password", "passwd", "passphrase", "pwd", "pass", "secret", "token")
_REMEMBERED = 5000


class Book:
    """The rule file, read once, with what it already judged: texts repeat themselves."""

    def __init__(self, path):
        with open(path, encoding="utf-8") as file:
            data = json.load(file)
        self.tokens, self.marks = data["tokens"], data["marks"]
        self.commands, self.anchors = data["commands"], data["anchors"]
        self.stems, self.alike, self.flags = data["stems"], data["alike"], data["flags"]
        self._tongues = tuple(data["words"]["tongue"])
        self.spoken = frozenset((*data["spoken"], *self._tongues))
        self.described = tuple(data["description_endings"])
        self.key_kinds = tuple(kind + gap for kind in data["key_kinds"] for gap in ("", "_", "-", " "))
        self._families = {word: family for family, words in data["words"].items() for word in words}
        self._endings, self._whole = frozenset(data["harmless_endings"]), frozenset(data["whole_words"])
        self._harmless = frozenset(data["harmless_words"])
        self._places = frozenset(data["places"])
        self._names, self._values = {}, {}

    def family(self, name):
        """Which of password, secret, token, key a name stands for; None where its ending makes it harmless.

        "pass" is a password or a verb, "tongue" a password in a language whose other words nobody listed here.
        """
        if name not in self._names:
            if len(self._names) > _REMEMBERED:
                self._names.clear()
            words = _NAME_WORDS.findall(name) if name.isascii() else [name]
            self._names[name] = self._family_of([word.lower() for word in words])
        return self._names[name]

    def is_harmless(self, value):
        """Whether a value opens no door: a plain word, a form to fill in, what redaction left behind."""
        if value not in self._values:
            if len(self._values) > _REMEMBERED:
                self._values.clear()
            self._values[value] = self._is_harmless(value.lower())
        return self._values[value]

    def is_word(self, value):
        """Whether a value is one of the words that stand after "password is" without being one."""
        return value.lower() in self._harmless

    def _is_harmless(self, folded):
        word = folded
        if folded[:1] in "&*" or folded[-1:] == "!" or "|" in folded:  # `&str`, `String!`, `required|min:8`
            word = folded.lstrip("&*").rstrip("!").partition("|")[0]
        known = word in self._harmless or folded in self._families
        return known or len(folded) < 3 or len(set(folded)) < 3 or is_placeholder(folded)

    def _family_of(self, words):
        if "existing" in words:
            return None  # `existingSecret` names one
        kinds = [self._word_family(word) for word in words]
        for at in range(1, len(words)):
            if words[at] == "key" and words[at - 1] in self.key_kinds:
                kinds[at] = "key"
        known = max((at for at, kind in enumerate(kinds) if kind), default=None)
        if known is None or self._endings.intersection(words[known + 1 :]):
            return None
        if kinds[known] == "pass" and words[known] == "pw" and known:
            return "password"  # `olcRootPW`
        if kinds[known] == "pass" and not self._places.issuperset(words[known + 1 :]):
            return None  # `pass_height` is what is passed
        return kinds[known]

    def _word_family(self, word):
        single = word if word == "pass" else word.rstrip("s")
        if word in self._whole:
            return None
        found = self._families.get(word) or self._families.get(single)
        if found:
            return found
        if word.endswith("key") and word[:-3] in self.key_kinds:
            return "key"
        if word.startswith(self._tongues) or (not word.isascii() and any(stem in word for stem in self._tongues)):
            return "tongue"
        glued = next((end for end in _GLUED if word.endswith(end) or single.endswith(end)), None)
        return self._families[glued] if glued else None


_loaded: list[Book] = []


def book():
    """The rule file beside this module; reading it costs half a millisecond, once."""
    if not _loaded:
        _loaded.append(Book(os.path.join(os.path.dirname(os.path.abspath(__file__)), "redaction_rules.json")))
    return _loaded[0]


def kind_of(family):
    """The kind by which a secret of this family is told."""
    return "password" if family in ("pass", "tongue") else family


def is_placeholder(folded):
    """Whether a value in small letters is a form to fill in (`<password>`, `$TOKEN`, `xxxx`), a path or a date."""
    return bool(_PLACEHOLDER.fullmatch(folded) or _FILL_IN.search(folded))


def is_code(value):
    """Whether a value is an expression (`os.environ[…]`, `self.password`), not a literal."""
    return bool(_CODE.fullmatch(value)) or value.startswith(("(", "!"))


def is_slug(value):
    """Whether a value is made of plain words and short numbers: `next-page-2`."""
    return bool(_SLUG.fullmatch(value))


def is_type_name(value):
    """Whether a value is written like a class or a constant: `SecretStr`, `MY_TOKEN`; its words have some length."""
    short = len(value) < 12 or len(value) > 3 * len(_NAME_WORDS.findall(value))
    return short and bool(_CAMEL.fullmatch(value))


def is_written_out(value):
    """Whether a value is a name with a capital in front, of words of some length: `PKCS7PrivateKeyTypes`."""
    named = value[:1].isupper() and value.isidentifier()
    return named and len(value) >= 3 * len(_NAME_WORDS.findall(value))


def has_digit(value):
    return bool(_DIGIT.search(value))


def is_mixed_case(value):
    return value != value.lower() and value != value.upper() and not is_type_name(value)


def is_mixed(value):
    """Letters and digits, and a capital or a sign: what nobody writes for anything but a password."""
    return len(value) >= 6 and bool(_DIGIT.search(value) and _LETTER.search(value) and _ODD.search(value))


def is_lettered(value):
    """Letters and a digit that are no word, version or name of a format: a password wherever one is spoken of."""
    known = is_slug(value) or is_code(value) or is_placeholder(value.lower()) or _FORMAT.fullmatch(value)
    return len(value) >= 6 and bool(_DIGIT.search(value) and _LETTER.search(value)) and not known


def is_random(body):
    """Whether the body of a token looks drawn by lot; `xxxxxxxx` and plain words do not."""
    return (has_digit(body) or is_mixed_case(body)) and len(set(body)) >= 5 and MARKER not in body


def is_drawn(value):
    """Whether a value without context reads like a password or token: no word, name of a format, form or code."""
    digits = sum(character.isdigit() for character in value)
    letters = sum(character.isalpha() for character in value)
    mixed = is_mixed(value) or (digits >= 2 and letters >= 2 and len(value) >= 8)
    known = is_placeholder(value.lower()) or is_code(value) or is_slug(value) or _FORMAT.fullmatch(value)
    return mixed and not known and len(set(value)) >= 5


def is_harmful(value):
    """Whether a value may open a door: no plain word, form to fill in, expression, nor left by redaction."""
    return not book().is_harmless(value) and not is_code(value) and MARKER not in value


def is_disordered(value):
    """Whether a value has letters and digits as no word of prose has; names of hashes and short slugs are none."""
    mixed = has_digit(value) and any(character.isalpha() for character in value) and len(value) >= 5
    return mixed and not is_slug(value) and is_harmful(value)
