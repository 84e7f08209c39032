"""Every page of the server: its URL name, and how it is reached where the sample project is loaded."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass

from django.urls import URLPattern, reverse
from django.utils import timezone

from tests.access.samples_web import WEB
from tests.browser.ground import Ground
from web.admin import site
from web.insights.sections import SUBJECTS
from web.urls import urlpatterns

WIDTHS = (1280, 390)
Reach = Callable[[Ground], str]


@dataclass(frozen=True)
class Page:
    """One page as one person sees it; `label` tells pages of one address apart, nobody (`who=""`) is signed out."""

    name: str
    reach: Reach
    label: str = ""
    who: str = "alice"
    status: int = 200
    widths: tuple[int, ...] = WIDTHS
    themes: tuple[str, ...] = ("light", "dark")
    # Drawn as another page of the table is: only its speed is a question of its own.
    alike: bool = False

    def __str__(self) -> str:
        return f"{self.name} ({self.label})" if self.label else self.name


def _plain(name: str, query: str = "", label: str = "", **more: object) -> Page:
    return Page(name, lambda ground: reverse(name) + query, label, **more)  # type: ignore[arg-type]


def _memory(status: str, *, alike: bool = False) -> Page:
    return Page("memory-detail", lambda ground: ground.memory(status), status, alike=alike)


def _subject(slug: str) -> Page:
    return Page("insights-subject", lambda ground: reverse("insights-subject", args=[slug]), slug, alike=slug != "gaps")


def _session(name: str, query: str = "") -> Page:
    return Page(name, lambda ground: reverse(name, args=[ground.session]) + query.format(turn=ground.turn), query[1:5])


# In the order of web.urls; a page that has several faces stands here with each of them.
PAGES: tuple[Page, ...] = (
    _plain("timeline"),
    Page("timeline", lambda ground: f"/?type=failure&project={ground.named}", "filtered", alike=True),
    _plain("search"),
    Page("search", lambda ground: f"/search?q={ground.question}", "hits"),
    _plain("search", "?q=quantum+chromodynamics+lattice", "no answer"),
    _plain("search", "?q=401&tab=conversations", "conversations"),
    _plain("search", "?q=invoice+worker+memory&status=draft", "drafts"),
    Page("search-explain", lambda ground: f"/search/explain?q={ground.question}"),
    *(_memory(status) for status in ("active", "draft", "disputed", "forgotten")),
    *(_memory(status, alike=True) for status in ("quarantined", "private", "stale")),
    _plain("memories-merge", label="empty", alike=True),
    Page("memories-merge", lambda ground: f"/memories/merge?ids={ground.memories['active']}&q=gateway", "words"),
    Page("memories-merge", lambda ground: ground.merge("disputed", "contradicting", "active"), "preview"),
    Page("memories-merge", lambda ground: ground.merge("active", "private", "forgotten"), "refused"),
    Page("memory-split", lambda ground: f"{ground.memory()}/split"),
    _plain("sessions"),
    _session("session-detail"),
    _session("session-detail", "?turn={turn}"),
    _session("session-conversation", "?turn={turn}"),
    _plain("log"),
    Page("log-day", lambda ground: reverse("log-day", args=[timezone.localdate()])),
    _plain("review"),
    _plain("insights"),
    *(_subject(slug) for slug in SUBJECTS),
    _plain("digest"),
    _plain("webhooks"),
    _plain("connect"),
    _plain("team"),
    Page("person-remove", lambda ground: reverse("person-remove", args=["bob"])),
    _plain("projects"),
    Page("project", lambda ground: reverse("project", args=[ground.project])),
    Page("project-merge", lambda ground: reverse("project-merge", args=[ground.other]) + f"?into={ground.project}"),
    _plain("policy"),
    _plain("export"),
    _plain("tokens"),
    _plain("account"),
    Page("invitation", lambda ground: reverse("invitation", args=[ground.invitation]), who=""),
    _plain("login", who=""),
)

# Not of web.urls, but people see it.
ERRORS: tuple[Page, ...] = (Page("no such page", lambda ground: "/nothing/here", status=404),)

# Asked by GET, but no pages: streams, probes, and what a page fetches for itself.
NO_PAGES = {"live", "healthz", "readyz", "metrics", "connect-heard", "memory-similar"}
# Two pages of the admin site stand for all: where they fit a phone and the dark, the others do.
ADMIN_FRONT = ("admin:index", "admin:memory_memory_changelist")
_ADMIN_ROW = "admin:memory_contradiction_change"
# Pages that list rows; each has words for the case that there are none.
LISTS = ("timeline", "search", "sessions", "log", "review", "insights", "digest", "projects")


def everything() -> tuple[Page, ...]:
    """Every page that looks like no other, those of the admin site among them."""
    return (*(page for page in PAGES if not page.alike), *ERRORS, *admin_pages())


def admin_pages() -> Iterator[Page]:
    """The admin site, from its registry: its front page, one row, and every list, which is one page for all."""
    yield _plain("admin:index")
    yield Page(_ADMIN_ROW, lambda ground: reverse(_ADMIN_ROW, args=[ground.contradiction]))
    for admin in site._registry.values():
        name = f"admin:memory_{admin.opts.model_name}_changelist"
        yield _plain(name) if name in ADMIN_FRONT else _plain(name, widths=WIDTHS[:1], themes=("light",))


def missing() -> set[str]:
    """Addresses of web.urls that answer GET and are not in the table."""
    asked_by_get = {name for name, method in WEB if method == "GET"}
    named = {str(entry.name) for entry in urlpatterns if isinstance(entry, URLPattern)}
    only_by_post = {name for name, method in WEB if method == "POST"} - asked_by_get
    return named - only_by_post - NO_PAGES - {page.name for page in PAGES}
