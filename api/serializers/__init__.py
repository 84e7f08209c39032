"""The shapes of the API: what may be asked or sent, and what comes back; no rules, nothing is saved here."""
