DO $$
BEGIN
    EXECUTE replace(pg_get_functiondef('cairn_question_terms'::regproc),
                    'cairn_base_forms(to_tsvector(config, left(question, 8000)), config)',
                    'to_tsvector(config, left(question, 8000))');
END
$$;

CREATE OR REPLACE FUNCTION cairn_lexemes(content text, config regconfig) RETURNS tsvector
LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
    SELECT to_tsvector(
               config,
               regexp_replace(
                   regexp_replace(
                       regexp_replace(left(content, 200000), '([a-z0-9])([A-Z])', '\1 \2', 'g'),
                       '([A-Z])([A-Z][a-z][a-z])', '\1 \2', 'g'
                   ),
                   '[_./\\:@#=+*~<>|&%$^`\u3000-\u303f\uff01-\uff65\u3041-\u30ff\u3400-\u9fff\uac00-\ud7af\uf900-\ufaff\uff66-\uff9f-]+', ' ', 'g'
               )
           )
        || array_to_tsvector(ARRAY(
               SELECT DISTINCT left(lower(found.part[1]), 200)
               FROM regexp_matches(
                   left(content, 200000),
                   '([[:alnum:]]+(?:[_./\\:@-]+[[:alnum:]]+)+|[[:alpha:]]*(?:[a-z][A-Z]|[A-Z]{2}[a-z]{2})[[:alnum:]]*)',
                   'g'
               ) AS found(part)
           ))
        || CASE WHEN content ~ '[\u3041-\u30ff\u3400-\u9fff\uac00-\ud7af\uf900-\ufaff\uff66-\uff9f]' THEN array_to_tsvector(cairn_letter_pairs(left(content, 200000))) ELSE '' END
$$;

DROP FUNCTION cairn_base_forms(tsvector, regconfig);

-- Which rows had other forms their lexemes do not tell any more.
ALTER INDEX memory_vectors_384 SET (ef_construction = 32);
ALTER INDEX message_vectors_384 SET (ef_construction = 32);
UPDATE memory_memory SET content = content WHERE tsv <> cairn_lexemes(content, 'english');
UPDATE memory_message SET content = content WHERE tsv <> cairn_lexemes(content, 'english');
ALTER INDEX memory_vectors_384 SET (ef_construction = 400);
ALTER INDEX message_vectors_384 SET (ef_construction = 400);
