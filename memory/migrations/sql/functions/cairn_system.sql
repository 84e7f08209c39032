-- Return whether the scope is the server's maintenance (retention, the embedder's backlog), which sees everybody's
-- private rows of its team.
CREATE OR REPLACE FUNCTION cairn_system() RETURNS boolean
LANGUAGE sql STABLE PARALLEL SAFE AS $$ SELECT coalesce(current_setting('cairn.system', true), '') = 'on' $$;
