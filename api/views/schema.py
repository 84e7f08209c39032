"""The OpenAPI schema, without authentication."""

from functools import cache

from django.http import HttpResponse
from drf_spectacular.settings import spectacular_settings
from drf_spectacular.views import SpectacularAPIView
from rest_framework.renderers import BaseRenderer
from rest_framework.request import Request


class Schema(SpectacularAPIView):
    """GET schema: written once a format and process, because anybody may ask and writing takes a fifth of a second."""

    def get(self, request: Request, *args: object, **kwargs: object) -> HttpResponse:
        """Return the schema as YAML, or as JSON with `?format=json`."""
        kind = type(request.accepted_renderer)
        return HttpResponse(_written(kind), content_type=kind.media_type)


@cache
def _written(renderer: type[BaseRenderer]) -> bytes:
    schema = spectacular_settings.DEFAULT_GENERATOR_CLASS().get_schema(request=None, public=True)
    return bytes(renderer().render(schema, renderer_context={}))
