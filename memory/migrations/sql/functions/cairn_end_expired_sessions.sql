-- Delete the sign-ins that have expired. The server's role cannot read or change django_session itself (see
-- cairn_session).
CREATE OR REPLACE FUNCTION cairn_end_expired_sessions() RETURNS void
LANGUAGE sql VOLATILE SECURITY DEFINER SET search_path = public, pg_temp AS
    $$ DELETE FROM django_session WHERE expire_date < clock_timestamp() $$;
