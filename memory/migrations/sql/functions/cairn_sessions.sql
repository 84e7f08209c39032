-- Return all sign-ins, so that erasure can find those of a person. Only the system scope may, and it gets a digest of
-- each key, which signs nobody in.
CREATE OR REPLACE FUNCTION cairn_sessions() RETURNS TABLE (digest text, data text)
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = public, pg_temp AS $$
    SELECT encode(sha256(convert_to(session_key, 'UTF8')), 'hex'), session_data FROM django_session WHERE cairn_system()
$$;
