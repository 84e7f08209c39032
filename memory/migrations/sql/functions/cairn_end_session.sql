-- Delete one sign-in by its key. The server's role cannot read or change django_session itself (see cairn_session).
CREATE OR REPLACE FUNCTION cairn_end_session(key text) RETURNS void
LANGUAGE sql VOLATILE SECURITY DEFINER SET search_path = public, pg_temp AS
    $$ DELETE FROM django_session WHERE session_key = key $$;
