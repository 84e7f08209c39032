DROP FUNCTION cairn_base_forms(tsvector, regconfig);
DROP FUNCTION cairn_spelt_out(tsvector, regconfig);
ALTER FUNCTION cairn_irregular_forms(tsvector, regconfig) RENAME TO cairn_base_forms;

-- Which rows had other forms their lexemes do not tell any more.
ALTER INDEX memory_vectors_384 SET (ef_construction = 32);
ALTER INDEX message_vectors_384 SET (ef_construction = 32);
UPDATE memory_memory SET content = content WHERE tsv <> cairn_lexemes(content, 'english');
UPDATE memory_message SET content = content WHERE tsv <> cairn_lexemes(content, 'english');
ALTER INDEX memory_vectors_384 SET (ef_construction = 400);
ALTER INDEX message_vectors_384 SET (ef_construction = 400);
