-- Delete sign-ins by the digests of their keys (see cairn_sessions), when a person is erased. Only the system scope
-- may.
CREATE OR REPLACE FUNCTION cairn_end_sessions(digests text[]) RETURNS void
LANGUAGE sql VOLATILE SECURITY DEFINER SET search_path = public, pg_temp AS $$
    DELETE FROM django_session
    WHERE cairn_system() AND encode(sha256(convert_to(session_key, 'UTF8')), 'hex') = ANY (digests)
$$;
