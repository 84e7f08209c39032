"""Block a source and hide what came from it, or lift the block."""

from drf_spectacular.utils import OpenApiResponse, extend_schema
from rest_framework.request import Request
from rest_framework.response import Response

from api.endpoint import Endpoint
from api.serializers.policy import BlockedShape, BlocksQuery, BlocksShape, NewBlock
from memory.knowledge import blocking


class Blocks(Endpoint):
    """GET and POST blocks."""

    scopes = {"GET": "curate", "POST": "curate"}

    @extend_schema(operation_id="list_blocks", parameters=[BlocksQuery], responses=BlocksShape)
    def get(self, request: Request) -> Response:
        """List active blocks, newest first."""
        found = blocking.blocks(actor=self.actor, lifted=self.asked(BlocksQuery)["lifted"])
        return Response(BlocksShape({"results": found}).data)

    @extend_schema(
        operation_id="block",
        request=NewBlock,
        responses={201: BlockedShape, 409: OpenApiResponse(description="`already_blocked`.")},
    )
    def post(self, request: Request) -> Response:
        """Block a token, agent, session or person, and hide memories that come only from blocked sources."""
        done = blocking.block(actor=self.actor, **self.sent(NewBlock).validated_data)
        return Response(BlockedShape(done).data, 201)


class LiftBlock(Endpoint):
    """POST blocks/{id}/lift."""

    scopes = {"POST": "curate"}

    @extend_schema(
        operation_id="lift_block",
        request=None,
        responses={200: BlockedShape, 409: OpenApiResponse(description="`already_lifted`.")},
    )
    def post(self, request: Request, ref: str) -> Response:
        """Lift a block. Memories that it hid get their former status back."""
        return Response(BlockedShape(blocking.lift(ref, actor=self.actor)).data)
