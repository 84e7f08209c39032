-- Return the lexemes of a text. Postgres stems the words. Identifiers, paths, versions and error codes are kept whole
-- (in lower case) and are split into their parts as well. Scripts without spaces are split into pairs of letters.
CREATE OR REPLACE FUNCTION cairn_lexemes(content text, config regconfig) RETURNS tsvector
LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
    SELECT cairn_base_forms(to_tsvector(
               config,
               regexp_replace(
                   regexp_replace(
                       regexp_replace(left(content, 200000), '([a-z0-9])([A-Z])', '\1 \2', 'g'),
                       '([A-Z])([A-Z][a-z][a-z])', '\1 \2', 'g'
                   ),
                   '[_./\\:@#=+*~<>|&%$^`\u3000-\u303f\uff01-\uff65\u3041-\u30ff\u3400-\u9fff\uac00-\ud7af\uf900-\ufaff\uff66-\uff9f-]+', ' ', 'g'
               )
           ), config)
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
