"""The rows and their QuerySets, one noun a file; import them from here."""

from memory.models.audit import AuditEvent, AuditHead
from memory.models.blocks import Block
from memory.models.comments import Comment
from memory.models.contradictions import Contradiction
from memory.models.lexicon import LexemeFrequency, LexiconSize, SessionWeights
from memory.models.lines import LineMove
from memory.models.memories import Evidence, Memory, MemoryProject, Supersession
from memory.models.observations import Observation
from memory.models.passages import MemoryPassage, MessagePassage
from memory.models.people import AccessToken, Agent, Invitation, Membership, Team, User
from memory.models.projects import Project, ProjectAlias
from memory.models.recalls import Recall, SavedSearch
from memory.models.review import ApprovalRule, Assignment, Feedback
from memory.models.sessions import CodingSession, Message, ToolCall, Turn
from memory.models.usage import ClientUsage, Usage
from memory.models.webhooks import Delivery, Webhook

__all__ = [
    "AccessToken",
    "Agent",
    "ApprovalRule",
    "Assignment",
    "AuditEvent",
    "AuditHead",
    "Block",
    "ClientUsage",
    "CodingSession",
    "Comment",
    "Contradiction",
    "Delivery",
    "Evidence",
    "Feedback",
    "Invitation",
    "LexemeFrequency",
    "LexiconSize",
    "LineMove",
    "Membership",
    "Memory",
    "MemoryPassage",
    "MemoryProject",
    "Message",
    "MessagePassage",
    "Observation",
    "Project",
    "ProjectAlias",
    "Recall",
    "SavedSearch",
    "SessionWeights",
    "Supersession",
    "Team",
    "ToolCall",
    "Turn",
    "Usage",
    "User",
    "Webhook",
]
