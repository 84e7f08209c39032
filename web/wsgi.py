"""The pages and the API for a WSGI server; MCP and the live timeline need web.asgi."""

import os

from django.core.wsgi import get_wsgi_application

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "memory.settings")
application = get_wsgi_application()
