"""People: roles, tokens, invitations, and sign-in by an identity provider."""
