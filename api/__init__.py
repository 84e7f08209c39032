"""JSON over HTTP, and MCP: who asks, in what shape, one verb of `memory`, and the answer's shape."""
