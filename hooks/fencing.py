"""Makes text safe to show to a model: nothing in it can read as a tag, hide, or end the frame that it stands in.

The server and the plugin share this file, so that there is one such function (`leaving`).
"""

from __future__ import annotations

import os
import re

from hooks.printing import without_controls

# Angle brackets, and what a model or a person takes for one.
LOOKALIKES = "<＜﹤‹〈〈⟨❬❮❰ᐸ˂⋖⧼᚜≺⪡⟪"
# Letters of other alphabets that look Latin, and these.
TWINS = str.maketrans(
    "аеорсухікѕјԁһоВМНТКАЕОРСХіοανρτυικΑΒΕΖΗΙΚΜΝΟΡΤΥΧ", "aeopcyxiksjdhoBMHTKAEOPCXioavptuikABEZHIKMNOPTYX"
)
_CLOSERS = ">＞﹥›〉〉⟩"
_HARMLESS = "‹"
_SLASHES = "/／⁄∕⧸"
# Unicode's Default_Ignorable_Code_Point, less the two joiners.
_NEVER_SHOWN = (
    "\u00ad\u034f\u061c\u115f\u1160\u17b4\u17b5\u180b-\u180f\u200b\u200e\u200f"
    "\u202a-\u202e\u2060-\u206f\u3164\ufe00-\ufe0f\ufeff\uffa0\ufff0-\ufffb\U0001bca0-\U0001bca3"
    "\U0001d173-\U0001d17a\U000e0000-\U000e0fff"
    # What else is for layout, and two signs that are defined to be blank: a note without a head, and a filler.
    "\U00013430-\U0001343f\U0001d159\U00016fe4"
)
# Joiners belong to the spelling of scripts from Arabic to Malayalam and Khmer, and to nothing else that matters here.
_JOINED = "\u0600-\u0dff\u0f00-\u109f\u1780-\u18af"
_HIDDEN = re.compile(rf"[{_NEVER_SHOWN}]|(?<![{_JOINED}])[\u200c\u200d]|[\u200c\u200d](?![{_JOINED}])")
_NEWLINES = re.compile(r"\r\n?|[\x0b\x0c\x85\u2028\u2029]")
# Names that mean something to a client or a model, for brackets that stand apart from their name.
_NAMES = (
    "cairn|memor(?:y|ies)|match|turn|data|system|command|local|user|human|assistant|developer|agent|model|claude|tool"
    "|function|result|output|invoke|parameter|antml|instruction|prompt|context|document|search|source|thinking|query"
)
# What stands apart, and accents that stand alone, which in their plain form are a space with an accent on it.
_APART = (
    r"[\s\u2800\u00a8\u00af\u00b4\u00b8\u02d8-\u02dd\u037a\u0384\u0385\u1fbd\u1fbf-\u1fc1\u1fcd-\u1fcf"
    r"\u1fdd-\u1fdf\u1fed\u1fee\u1ffd\u1ffe\u2017\u203e\u309b\u309c\ufc5e-\ufc63\ufe49-\ufe4c\ufe70-\ufe7e\uffe3]"
)
# Set in `tag`, replaced in `leaving`: it is new in each process and never leaves it.
_OURS = os.urandom(16).hex()
_BARS = "|｜"
# Between a bracket and its name nothing holds a tag apart that is neither ASCII nor a letter or a digit: most of it is
# drawn over the sign before, or not at all.
_BETWEEN = rf"[^\w\s\x00-\x7f{LOOKALIKES}{_CLOSERS}{_SLASHES}{_BARS}]"
_NAMELIKE = rf"{_BETWEEN}*+(?:[{_SLASHES}!?{_BARS}\\%]|[^\W\d])"
_TAG = re.compile(
    rf"[{LOOKALIKES}]"
    rf"(?!{_SLASHES[0]}?[a-z-]+-{_OURS}\b)"
    rf"(?={_NAMELIKE}|{_APART}+[{_SLASHES}!?{_BARS}]|{_APART}+(?:{_NAMES})|{_APART}*[\w:.-]+{_APART}*/?[{_CLOSERS}])",
    re.IGNORECASE,
)
# Not an angle bracket, but a frame to some models.
_INSTRUCTION = re.compile(r"\[(?=\s*+(?:/\s*+)?INST\s*+\])", re.IGNORECASE)
# What begins a turn where a conversation is one text, as it was for the first models and is in their training.
_GAP = rf"(?:(?!\n){_APART})*"
# In small letters it is how we name who said what.
_TURN = re.compile(rf"^({_GAP}(?:H(?i:uman)|A(?i:ssistant)){_GAP}):", re.MULTILINE)
_OUTSIDE = re.compile(rf'[{LOOKALIKES}{_CLOSERS}"\s\u2800]+')


def visible(text: str) -> str:
    """`text` without what is not shown: terminal escapes, control and zero-width characters, direction marks,
    variation selectors, tag characters. Every line break becomes a newline. Linear."""
    return _HIDDEN.sub("", without_controls(_NEWLINES.sub("\n", text)))


def leaving(text: str) -> str:
    """`text` as it may leave for a model: visible, no tag in it but those that `tag` made, which get a random name.

    All answers to models go through here, whole, as the last step. Linear, and idempotent where `tag` made none of it.
    """
    shown = _TAG.sub(_HARMLESS, _INSTRUCTION.sub("［", visible(text)))
    shown = _TURN.sub(r"\1：", shown)
    return shown.replace(_OURS, os.urandom(4).hex())


def inert(text: str) -> str:
    """`text` as data: like `leaving`, but no tag at all survives."""
    return leaving(text.replace(_OURS, ""))


def label(text: str) -> str:
    """One visible line without brackets and quotes, for a place among our own words."""
    return _OUTSIDE.sub(" ", visible(text)).strip()


def tag(name: str, **attributes: str) -> str:
    """The opening tag of a frame, as only `leaving` lets it pass; attributes that are empty are left out."""
    told = "".join(f' {key}="{label(value)}"' for key, value in attributes.items() if value)
    return f"<{name}-{_OURS}{told}>"


def end(name: str) -> str:
    """The closing tag."""
    return f"</{name}-{_OURS}>"


def framed(name: str, body: str, **attributes: str) -> str:
    """`body` between the two tags, each on a line of its own."""
    return f"{tag(name, **attributes)}\n{body}\n{end(name)}"


def reframed(name: str, text: str) -> str:
    """A frame that another machine made, made anew: what stands in it is data, whoever sent it."""
    lines = text.strip().split("\n")
    if lines[0].startswith(f"<{name}") and lines[-1].startswith(f"</{name}"):
        lines = lines[1:-1]
    return leaving(framed(name, "\n".join(lines).replace(_OURS, "")))
