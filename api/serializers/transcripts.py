"""A piece of a transcript: where it belongs, and the receipt that says what became of its lines."""

from rest_framework import serializers

from api.serializers.fields import Name

LONGEST_ID = 100
# Beyond any file, and within what JSON's readers hold exactly.
_FARTHEST = 2**53 - 1
_LONGEST_PATH = 4000


class TranscriptQuery(serializers.Serializer):
    """Where the body stands in the client's file, and whose session it is; without a project the lines' own `cwd`."""

    offset = serializers.IntegerField(
        min_value=0, max_value=_FARTHEST, default=0, help_text="Bytes of the file before this body."
    )
    project = Name(help_text="A project that the team has, by name or identity; overrules what follows.")
    remote = Name(max_length=2000, help_text="As `git remote get-url origin` prints it, no credentials.")
    git_dir = Name(max_length=_LONGEST_PATH, help_text="The absolute git common dir.")
    root = Name(max_length=_LONGEST_PATH, help_text="The folder of the session.")
    branch = Name(max_length=1000)
    path = Name(max_length=_LONGEST_PATH, help_text="Where the client keeps the file.")
    subagent = Name(max_length=LONGEST_ID, help_text="Whose file it is, if it is a subagent's.")
    agent_id = Name(max_length=LONGEST_ID, help_text="The agent that the developer runs, as with events.")


class TranscriptReceiptShape(serializers.Serializer):
    """What became of the lines; the next request starts at `next_offset`, behind the last complete line."""

    accepted = serializers.IntegerField(help_text="Messages that were stored now.")
    duplicates = serializers.IntegerField(help_text="Messages that were stored before.")
    skipped = serializers.SerializerMethodField(help_text="Lines of which nothing is kept.")
    skipped_by_kind = serializers.DictField(child=serializers.IntegerField(), source="skipped")
    next_offset = serializers.IntegerField()

    def get_skipped(self, receipt: object) -> int:
        """All kinds together."""
        return sum(receipt.skipped.values())  # type: ignore[attr-defined]
