-- Replace irregular forms by their base form, then spell out abbreviations. Every search for base forms needs both.
CREATE OR REPLACE FUNCTION cairn_base_forms(words tsvector, config regconfig) RETURNS tsvector
LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
    SELECT cairn_spelt_out(cairn_irregular_forms(words, config), config)
$$;
