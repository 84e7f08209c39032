-- Return the data of one sign-in, by its key, which only its browser has. The server's role cannot read
-- django_session, so no query can list keys: a key signs its reader in.
CREATE OR REPLACE FUNCTION cairn_session(key text) RETURNS text
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = public, pg_temp AS
    $$ SELECT session_data FROM django_session WHERE session_key = key AND expire_date > clock_timestamp() $$;
