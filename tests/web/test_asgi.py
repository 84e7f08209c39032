"""The one process: static files, MCP and pages behind one port."""

import pytest
from django.templatetags.static import static
from starlette.testclient import TestClient

from web.asgi import application


@pytest.fixture
def port() -> TestClient:
    """The whole ASGI application, asked without a network."""
    return TestClient(application, base_url="http://127.0.0.1:8787")


def test_pages_come_from_django(port: TestClient) -> None:
    assert port.get("/healthz").text == "ok\n"


def test_mcp_asks_for_a_token(port: TestClient, db: None) -> None:
    assert port.post("/mcp", json={}).status_code == 401


def test_a_versioned_file_is_kept_for_a_year(port: TestClient) -> None:
    address = static("web/css/cairn.css")
    assert "?v=" in address
    response = port.get(address)
    assert response.status_code == 200
    assert response.headers["content-type"].startswith("text/css")
    assert response.headers["cache-control"] == "public, max-age=31536000, immutable"


def test_a_file_without_version_is_revalidated(port: TestClient) -> None:
    response = port.get("/static/web/css/cairn.css")
    assert response.headers["cache-control"] == "no-cache"
    again = port.get("/static/web/css/cairn.css", headers={"If-None-Match": response.headers["etag"]})
    assert again.status_code == 304


def test_the_admins_files_are_served_without_collecting_them(port: TestClient) -> None:
    assert port.get(static("admin/css/base.css")).status_code == 200


@pytest.mark.parametrize("path", ["nothing.css", "../settings.py", "%2e%2e/urls.py", "web/../../urls.py", "web", "%00"])
def test_nothing_but_static_files_is_served(port: TestClient, path: str) -> None:
    assert port.get(f"/static/{path}").status_code == 404
    assert port.post("/static/web/css/cairn.css").status_code == 405


def test_the_vendored_scripts_are_the_pinned_ones(port: TestClient) -> None:
    assert 'version="4.0.1"' in port.get("/static/web/vendor/htmx-4.0.1.min.js").text.replace("'", '"')
