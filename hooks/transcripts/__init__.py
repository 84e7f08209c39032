"""Claude Code's transcripts: read, slimmed, sent as they grow, and imported whole."""
