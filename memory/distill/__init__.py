"""The pipeline from raw observations to memories: claim, gather, distill, scan, classify, embed, dedup, save."""
