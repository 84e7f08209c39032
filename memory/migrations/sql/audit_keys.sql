-- When a person, an agent or a token is deleted, Postgres itself blanks it in the audit log: the server's role may not
-- change audit rows. This is not in 0001_initial because Django adds the keys when that migration ends.
DO $$
DECLARE
    link record;
BEGIN
    FOR link IN
        SELECT c.conname, a.attname, c.confrelid::regclass AS target
        FROM pg_constraint c JOIN pg_attribute a ON a.attrelid = c.conrelid AND a.attnum = c.conkey[1]
        WHERE c.conrelid = 'memory_auditevent'::regclass AND c.contype = 'f'
          AND a.attname IN ('actor_id', 'agent_id', 'token_id')
    LOOP
        EXECUTE format('ALTER TABLE memory_auditevent DROP CONSTRAINT %1$I, ADD CONSTRAINT %1$I FOREIGN KEY (%2$I)
                        REFERENCES %3$s (id) ON DELETE SET NULL DEFERRABLE INITIALLY DEFERRED',
                       link.conname, link.attname, link.target);
    END LOOP;
END
$$;
