"""The bundled model as two ONNX graphs, an exact and a quick one: `python -m worker.onnx_export FOLDER TARGET`."""

import json
import logging
import os
import sys
import warnings
from pathlib import Path
from typing import Any

import torch

from worker.encoders import MAX_TOKENS, load_sentence_transformer, quick_graph

# Short, long past the cut, not English, empty: where two implementations could part ways.
_PROBES = (
    "How does the payment retry handle timeouts?",
    " ".join(f"Worker {n} lost its lease on shard {n * 7} after ERR_CONN_RESET." for n in range(60)),
    "Größe überschritten: 接続が失われました, état inattendu ☃",
    "",
)


class _Pipeline(torch.nn.Module):
    """Transformer, mean over the tokens that are not padding, unit length: as sentence-transformers does.

    The second output has each token's own state, of unit length too.
    """

    def __init__(self, transformer: torch.nn.Module) -> None:
        super().__init__()
        self.transformer = transformer

    def forward(self, input_ids: torch.Tensor, attention_mask: torch.Tensor) -> tuple[torch.Tensor, torch.Tensor]:
        states = self.transformer(input_ids=input_ids, attention_mask=attention_mask).last_hidden_state
        weights = attention_mask.unsqueeze(-1).to(states.dtype)
        mean = (states * weights).sum(1) / weights.sum(1).clamp(min=1e-9)
        return torch.nn.functional.normalize(mean, dim=1), torch.nn.functional.normalize(states, dim=2)


def export_model(folder: Path, target: Path) -> None:
    """Write `target`, the quick graph and the vectors that prove both; two at once, or one interrupted, do no harm."""
    model = load_sentence_transformer(str(folder))
    model.max_seq_length = MAX_TOKENS
    vectors = model.encode(list(_PROBES), normalize_embeddings=True, show_progress_bar=False)
    proof = {probe: vector.tolist() for probe, vector in zip(_PROBES, vectors, strict=True)}
    unfinished = target.with_suffix(f".{os.getpid()}")
    unfinished.write_text(json.dumps(proof), encoding="utf-8")
    unfinished.rename(target.with_suffix(".json"))
    _write_graph(model, unfinished)
    _quantize(unfinished, quick_graph(unfinished))
    quick_graph(unfinished).rename(quick_graph(target))
    unfinished.rename(target)


def _write_graph(model: Any, path: Path) -> None:
    transformer = model[0].auto_model.eval()
    transformer.set_attn_implementation("eager")  # plain matrix products, which ONNX has words for
    example = torch.ones(2, 7, dtype=torch.long)
    axes = {0: "texts", 1: "tokens"}
    with torch.no_grad(), warnings.catch_warnings():
        warnings.simplefilter("ignore")  # the tracer warns of branches that depend on the padding, which is checked
        torch.onnx.export(
            _Pipeline(transformer),
            (example, example.clone()),
            str(path),
            input_names=["input_ids", "attention_mask"],
            output_names=["embedding", "tokens"],
            dynamic_axes={"input_ids": axes, "attention_mask": axes, "embedding": {0: "texts"}, "tokens": axes},
            opset_version=17,
            dynamo=False,
        )


def _quantize(graph: Path, target: Path) -> None:
    """Quantize the weights to seven bits, with a scale for each column; attention itself, which has none, stays exact.

    CPUs without VNNI add two products of a weight and an activation (0 to 255) in sixteen bits, and cut off what is
    more than 32,767. With 64 as the largest weight, no sum reaches that, so every CPU computes the same.
    """
    from onnxruntime.quantization import QuantType, quantize_dynamic

    logging.getLogger().setLevel(logging.ERROR)  # it recommends a step that is for images
    options = {"MatMulConstBOnly": True}
    quantize_dynamic(
        graph, target, weight_type=QuantType.QInt8, per_channel=True, reduce_range=True, extra_options=options
    )


if __name__ == "__main__":
    export_model(Path(sys.argv[1]), Path(sys.argv[2]))
