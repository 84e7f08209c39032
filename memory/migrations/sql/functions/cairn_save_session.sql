-- Save a sign-in by its key; false if a new key is taken. The server's role cannot read or change django_session
-- itself (see cairn_session).
CREATE OR REPLACE FUNCTION cairn_save_session(key text, data text, until timestamptz, as_new boolean)
RETURNS boolean
LANGUAGE plpgsql VOLATILE SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
    IF as_new THEN
        INSERT INTO django_session (session_key, session_data, expire_date) VALUES (key, data, until)
        ON CONFLICT (session_key) DO NOTHING;
    ELSE
        UPDATE django_session SET session_data = data, expire_date = until WHERE session_key = key;
    END IF;
    RETURN FOUND;
END
$$;
