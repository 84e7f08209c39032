-- Write one account's password hash, by the account's number (see cairn_password).
CREATE OR REPLACE FUNCTION cairn_set_password(person bigint, hashed text) RETURNS void
LANGUAGE sql VOLATILE SECURITY DEFINER SET search_path = public, pg_temp AS
    $$ UPDATE memory_user SET password = hashed WHERE id = person $$;
