"""What the asker may do: every view names the scope that each of its methods needs, and silence means no."""

from typing import TYPE_CHECKING

from rest_framework.exceptions import MethodNotAllowed, NotAuthenticated
from rest_framework.permissions import BasePermission
from rest_framework.request import Request

from memory.access import Actor

if TYPE_CHECKING:
    from rest_framework.views import APIView

ANYONE = "anyone with a token"


class HasScope(BasePermission):
    """Looks the method up in the view's `scopes`, e.g. `{"GET": "read", "POST": "write"}`."""

    def has_permission(self, request: Request, view: "APIView") -> bool:
        """True when role and token allow it. Raises NotAuthenticated, MethodNotAllowed or Forbidden."""
        method = "GET" if request.method == "HEAD" else str(request.method)
        if method.lower() not in view.http_method_names or not hasattr(view, method.lower()):
            raise MethodNotAllowed(method)
        if not isinstance(request.auth, Actor):
            raise NotAuthenticated("Send a token as `Authorization: Bearer cairn_…`, or sign in.")
        scope = getattr(view, "scopes", {}).get(method)
        if scope is None:
            return False
        if scope != ANYONE:
            request.auth.require(scope)
        return True
