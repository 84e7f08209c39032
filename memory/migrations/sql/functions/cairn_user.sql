-- Return the person of this transaction's scope, which memory.access.scope sets. The setting is '' after a
-- transaction.
CREATE OR REPLACE FUNCTION cairn_user() RETURNS bigint
LANGUAGE sql STABLE PARALLEL SAFE AS $$ SELECT nullif(current_setting('cairn.user', true), '')::bigint $$;
