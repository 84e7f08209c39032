"""The team's policy: status of captured memories, approval rules, projects without capture."""

from django.db import transaction
from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response

from api.endpoint import Endpoint
from api.serializers.policy import NewRule, PolicyChange, PolicyShape, RuleShape
from memory.knowledge import policy


class Policy(Endpoint):
    """GET and PATCH policy."""

    scopes = {"GET": "read", "PATCH": "admin"}

    @extend_schema(operation_id="get_policy", responses=PolicyShape)
    def get(self, request: Request) -> Response:
        """Return the policy, its approval rules, and the projects without capture."""
        return Response(PolicyShape(policy.policy_of(actor=self.actor)).data)

    @extend_schema(operation_id="set_policy", request=PolicyChange, responses=PolicyShape)
    def patch(self, request: Request) -> Response:
        """Change the given settings. They apply to what is captured from now on."""
        told = dict(self.sent(PolicyChange).validated_data)
        with transaction.atomic():
            for project in told.pop("projects"):
                policy.set_captured(project["project"], project["captured"], actor=self.actor)
            changed = policy.set_policy(actor=self.actor, **told)
        return Response(PolicyShape(changed).data)


class Rules(Endpoint):
    """POST policy/rules."""

    scopes = {"POST": "admin"}

    @extend_schema(operation_id="add_rule", request=NewRule, responses={201: RuleShape})
    def post(self, request: Request) -> Response:
        """Add a rule that approves drafts that meet all its conditions."""
        return Response(RuleShape(policy.add_rule(actor=self.actor, **self.sent(NewRule).validated_data)).data, 201)


class OneRule(Endpoint):
    """DELETE policy/rules/{id}."""

    scopes = {"DELETE": "admin"}

    @extend_schema(operation_id="remove_rule", responses={204: None})
    def delete(self, request: Request, ref: str) -> Response:
        """Remove a rule. Memories that it approved stay approved."""
        policy.remove_rule(ref, actor=self.actor)
        return Response(status=204)
