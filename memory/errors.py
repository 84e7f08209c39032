"""Errors. `Refused`: the caller must change the request. `Unavailable`: try again later."""


class CairnError(Exception):
    """An error with a stable `code` for programs and a `detail` that tells people what to do."""

    code = "error"
    status = 500

    def __init__(self, code: str, detail: str, **extra: object) -> None:
        super().__init__(detail)
        self.code = code
        self.detail = detail
        self.extra = extra


class Refused(CairnError):
    """The request is wrong; retrying it unchanged fails again."""

    def __init__(self, code: str, detail: str, *, status: int = 400, **extra: object) -> None:
        super().__init__(code, detail, **extra)
        self.status = status


class Forbidden(Refused):
    """The actor has no permission. For rows that they cannot see, raise `NotFound` instead."""

    def __init__(self, detail: str, **extra: object) -> None:
        super().__init__("forbidden", detail, status=403, **extra)


class NotFound(Refused):
    """The row is missing or hidden. Both give the same answer, so that ids reveal nothing."""

    def __init__(self, detail: str = "This id does not exist, or you cannot see it.") -> None:
        super().__init__("not_found", detail, status=404)


class Conflict(Refused):
    """Another person changed the row first, or the same fact is already stored."""

    def __init__(self, code: str, detail: str, **extra: object) -> None:
        super().__init__(code, detail, status=409, **extra)


class Unavailable(CairnError):
    """A service does not answer or a model is loading. Tasks retry only this error."""

    status = 503

    def __init__(self, detail: str, **extra: object) -> None:
        super().__init__("unavailable", detail, **extra)


def is_disk_full(error: BaseException) -> bool:
    """Return whether Postgres could not write because its disk is full (SQLSTATE 53100). Retrying does not help."""
    return "53100" in (getattr(error, "sqlstate", None), getattr(error.__cause__, "sqlstate", None))
