"""MCP over streamable HTTP: the same verbs for a model as REST has for programs.

`mcp_app` is an ASGI application for the paths `/mcp` and `/mcp/`, to be mounted without stripping them. It
also takes the server's `lifespan` scope, and needs it: without a running lifespan it answers nothing.
Django must be set up before this is imported. `build_mcp_app()` makes another one, since each runs only once.
"""

from api.mcp.server import build_mcp_app

mcp_app = build_mcp_app()

__all__ = ["build_mcp_app", "mcp_app"]
