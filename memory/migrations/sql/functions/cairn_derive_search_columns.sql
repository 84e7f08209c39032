-- Derive the search columns of memories and messages from their content. A trigger does it, so that no writer can
-- forget it.
CREATE OR REPLACE FUNCTION cairn_derive_search_columns() RETURNS trigger
LANGUAGE plpgsql AS $$
DECLARE
    config regconfig;
    average double precision;
BEGIN
    SELECT t.search_config::regconfig, s.average_length INTO config, average
    FROM memory_team t
    LEFT JOIN memory_lexiconsize s ON s.team_id = t.id AND s.collection = TG_ARGV[0] AND s.owner_id IS NULL
    WHERE t.id = NEW.team_id;
    NEW.tsv := cairn_lexemes(NEW.content, coalesce(config, 'english'::regconfig));
    NEW.bm25 := cairn_document_weights(NEW.tsv, coalesce(average, 12), TG_ARGV[0]);
    RETURN NEW;
END
$$;
CREATE OR REPLACE TRIGGER memory_search_columns BEFORE INSERT OR UPDATE OF content ON memory_memory
    FOR EACH ROW EXECUTE FUNCTION cairn_derive_search_columns('memory');
CREATE OR REPLACE TRIGGER message_search_columns BEFORE INSERT OR UPDATE OF content ON memory_message
    FOR EACH ROW EXECUTE FUNCTION cairn_derive_search_columns('message');
