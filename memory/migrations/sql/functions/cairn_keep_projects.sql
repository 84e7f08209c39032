-- Keep the projects of `memory_searchable` equal to the memories' links.
CREATE OR REPLACE FUNCTION cairn_keep_projects() RETURNS trigger
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
    UPDATE memory_searchable s SET projects = cairn_projects_of(s.id) WHERE s.id IN (SELECT memory_id FROM changed);
    RETURN NULL;
END
$$;
CREATE OR REPLACE TRIGGER projects_are_added AFTER INSERT ON memory_memoryproject
    REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION cairn_keep_projects();
CREATE OR REPLACE TRIGGER projects_are_changed AFTER UPDATE ON memory_memoryproject
    REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION cairn_keep_projects();
CREATE OR REPLACE TRIGGER projects_are_removed AFTER DELETE ON memory_memoryproject
    REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION cairn_keep_projects();
