-- Return whether the scope's actor has one of these scopes. '*' is the server's own work; without a setting nothing is
-- allowed.
CREATE OR REPLACE FUNCTION cairn_may(VARIADIC wanted text[]) RETURNS boolean
LANGUAGE sql STABLE PARALLEL SAFE AS $$
    SELECT coalesce(current_setting('cairn.scopes', true), '') = '*'
        OR string_to_array(coalesce(current_setting('cairn.scopes', true), ''), ',') && wanted
$$;
