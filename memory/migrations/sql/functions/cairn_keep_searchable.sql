-- Keep `memory_searchable` equal to the current memories. It runs as the owner because the server's role may not write
-- that table. A new memory gets its projects with its links (cairn_keep_projects).
CREATE OR REPLACE FUNCTION cairn_keep_searchable() RETURNS trigger
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
    IF TG_OP = 'TRUNCATE' THEN
        TRUNCATE memory_searchable;
    ELSIF TG_OP = 'DELETE' OR NEW.status NOT IN ('active', 'disputed') THEN
        DELETE FROM memory_searchable WHERE id = OLD.id;
    ELSE
        INSERT INTO memory_searchable
            (id, team_id, author_id, agent_id, occurred_at, type, visibility, tags, bm25, tsv, projects)
        VALUES (NEW.id, NEW.team_id, NEW.author_id, NEW.agent_id, NEW.occurred_at, NEW.type, NEW.visibility, NEW.tags,
                NEW.bm25, strip(NEW.tsv), CASE TG_OP WHEN 'INSERT' THEN '{0}' ELSE cairn_projects_of(NEW.id) END)
        ON CONFLICT (id) DO UPDATE SET team_id = excluded.team_id, author_id = excluded.author_id,
            agent_id = excluded.agent_id, occurred_at = excluded.occurred_at, type = excluded.type,
            visibility = excluded.visibility, tags = excluded.tags, bm25 = excluded.bm25, tsv = excluded.tsv;
    END IF;
    RETURN NULL;
END
$$;
CREATE OR REPLACE TRIGGER memory_is_searchable AFTER INSERT OR DELETE
    OR UPDATE OF team_id, author_id, agent_id, occurred_at, type, visibility, tags, status, content, bm25, tsv
    ON memory_memory FOR EACH ROW EXECUTE FUNCTION cairn_keep_searchable();
CREATE OR REPLACE TRIGGER memory_is_emptied AFTER TRUNCATE ON memory_memory
    EXECUTE FUNCTION cairn_keep_searchable();
