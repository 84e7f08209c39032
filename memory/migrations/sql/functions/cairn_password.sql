-- Return one account's password hash, by the account's number. The server's role cannot select the column, so no query
-- can filter, sort or list hashes.
CREATE OR REPLACE FUNCTION cairn_password(person bigint) RETURNS text
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = public, pg_temp AS
    $$ SELECT password FROM memory_user WHERE id = person $$;
