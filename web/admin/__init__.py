"""Every row in Django's admin, one noun a module; importing this registers them all."""

from web.admin import contradictions, memories, people, projects, questions, records, review, sessions
from web.admin.site import site

__all__ = ["contradictions", "memories", "people", "projects", "questions", "records", "review", "sessions", "site"]
