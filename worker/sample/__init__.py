"""The sample project: some days of a small team's work, told as the hook events that a client would send."""
