-- Back to words alone.

DROP FUNCTION cairn_asked_words(text);
DROP FUNCTION cairn_explain_memories(text, bigint[]);

-- The lexemes of a text. Words are stemmed as Postgres does; identifiers, paths, versions and error codes
-- are kept whole (lower case) and are split into their parts as well.
CREATE OR REPLACE FUNCTION cairn_lexemes(content text, config regconfig) RETURNS tsvector
LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
    SELECT to_tsvector(
               config,
               regexp_replace(
                   regexp_replace(left(content, 200000), '([a-z0-9])([A-Z])', '\1 \2', 'g'),
                   '[_./\\:@#=+*~<>|&%$^`-]+', ' ', 'g'
               )
           )
        || array_to_tsvector(ARRAY(
               SELECT DISTINCT left(lower(found.part[1]), 200)
               FROM regexp_matches(
                   left(content, 200000),
                   '([[:alnum:]]+(?:[_./\\:@-]+[[:alnum:]]+)+|[[:alpha:]]*[a-z][A-Z][[:alnum:]]*)', 'g'
               ) AS found(part)
           ))
$$;

DROP FUNCTION cairn_question_terms(text, regconfig);
DROP FUNCTION cairn_quoted(text);
DROP FUNCTION cairn_letter_pairs(text);
UPDATE memory_memory SET content = content WHERE content ~ '[\u3041-\u30ff\u3400-\u9fff\uac00-\ud7af\uf900-\ufaff\uff66-\uff9f]|[A-Z]{2}[a-z]{2}';
UPDATE memory_message SET content = content WHERE content ~ '[\u3041-\u30ff\u3400-\u9fff\uac00-\ud7af\uf900-\ufaff\uff66-\uff9f]|[A-Z]{2}[a-z]{2}';
