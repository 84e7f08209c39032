"""The two ways a verb can fail: the caller must change, or the world must."""


class CairnError(Exception):
    """A failure with a stable `code` for machines and a `detail` that tells people what to do."""

    code = "error"
    status = 500

    def __init__(self, code: str, detail: str, **extra: object) -> None:
        super().__init__(detail)
        self.code = code
        self.detail = detail
        self.extra = extra


class Refused(CairnError):
    """The caller must change something; trying the same again will fail the same way."""

    def __init__(self, code: str, detail: str, *, status: int = 400, **extra: object) -> None:
        super().__init__(code, detail, **extra)
        self.status = status


class Forbidden(Refused):
    """The actor may not do this; what they may not even see is `NotFound` instead."""

    def __init__(self, detail: str, **extra: object) -> None:
        super().__init__("forbidden", detail, status=403, **extra)


class NotFound(Refused):
    """Missing and hidden are the same answer, so that ids reveal nothing."""

    def __init__(self, detail: str = "This id does not exist, or you cannot see it.") -> None:
        super().__init__("not_found", detail, status=404)


class Conflict(Refused):
    """Somebody else changed the row first, or the same fact is stored already."""

    def __init__(self, code: str, detail: str, **extra: object) -> None:
        super().__init__(code, detail, status=409, **extra)


class Unavailable(CairnError):
    """The world must change (a door is closed, a model is loading); the only failure that tasks retry."""

    status = 503

    def __init__(self, detail: str, **extra: object) -> None:
        super().__init__("unavailable", detail, **extra)


def is_disk_full(error: BaseException) -> bool:
    """Whether Postgres could not write because its disk is full (SQLSTATE 53100); trying again is vain."""
    return "53100" in (getattr(error, "sqlstate", None), getattr(error.__cause__, "sqlstate", None))
