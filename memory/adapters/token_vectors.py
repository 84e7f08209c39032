"""What an embedder makes of a text: one vector for the whole, and where it can, one for each token."""

from abc import ABC, abstractmethod
from dataclasses import dataclass

from memory.rules.late_interaction import AskedTokens


@dataclass(frozen=True, eq=False)
class AskedReading:
    """A question's unit vector, and its tokens if the embedder reads them."""

    vector: list[float]
    tokens: AskedTokens | None = None


@dataclass(frozen=True)
class TextReading:
    """A text's unit vector, and its tokens packed as `late_interaction` has them if the embedder reads them."""

    vector: list[float]
    tokens: bytes | None = None


class WholeTexts(ABC):
    """For embedders that give a text one vector and nothing for its tokens."""

    reads_tokens = False

    @abstractmethod
    def embed_query(self, text: str, timeout: float = 0.15) -> list[float]:
        """See Embedder."""

    @abstractmethod
    def embed_texts(self, texts: list[str]) -> list[list[float]]:
        """See Embedder."""

    def read_query(self, text: str, timeout: float = 0.15) -> AskedReading:
        """See Embedder."""
        return AskedReading(self.embed_query(text, timeout))

    def read_texts(self, texts: list[str]) -> list[TextReading]:
        """See Embedder."""
        return [TextReading(vector) for vector in self.embed_texts(texts)]
