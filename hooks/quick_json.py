"""Reads and writes JSON with the interpreter's own C parts, without the package `json`.

Importing that package pulls in `re` and costs a third of a whole hook. Where the C parts are missing (another
interpreter), or more is asked than a hook needs, the package does it.
"""

try:
    from _json import encode_basestring_ascii, make_encoder, make_scanner
except ImportError:
    make_scanner = make_encoder = None  # type: ignore[misc, assignment]

_BLANK = " \t\n\r"


class _Context:
    """What the C scanner asks its decoder for."""

    strict = True
    object_hook = object_pairs_hook = None
    parse_float, parse_int = float, int
    parse_constant = staticmethod(float)  # NaN, Infinity and -Infinity, as Python reads them
    memo = None


def loads(text):
    """The value of a JSON text (str or UTF-8 bytes). Raises ValueError."""
    if isinstance(text, (bytes, bytearray)):
        text = text.decode("utf-8-sig")
    if make_scanner is not None:
        start = len(text) - len(text.lstrip(_BLANK))
        try:
            value, end = make_scanner(_Context)(text, start)  # type: ignore[arg-type]
            if not text[end:].strip(_BLANK):
                return value
        except (StopIteration, SystemError, ValueError, RecursionError):
            pass  # the C part finds its exception only where `json` is loaded; the package says what is wrong
    import json

    try:
        return json.loads(text)
    except RecursionError:
        raise ValueError("it is nested too deeply") from None


def load(file):
    """The value of an open file. Raises ValueError."""
    return loads(file.read())


def dumps(value, **options):
    """The value as JSON, in ASCII. Raises TypeError for what JSON cannot say."""
    if make_encoder is None or options:
        import json

        return json.dumps(value, **options)
    encode = make_encoder({}, _refuse, encode_basestring_ascii, None, ": ", ", ", False, False, True)
    return "".join(encode(value, 0))


def dump(value, file, **options):
    """Writes the value to an open file."""
    file.write(dumps(value, **options))


def _refuse(value):
    raise TypeError(f"{type(value).__name__} cannot be said in JSON")
