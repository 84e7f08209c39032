"""Events and transcripts become rows, once each."""
