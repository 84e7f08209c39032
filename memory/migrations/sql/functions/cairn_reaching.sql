-- Return which rows can reach `threshold`: those with words whose weights add up to it, as a tsquery of nested ANDs
-- and ORs that begins each branch with its rarest word, so that the index reads short lists. `words` are quoted, the
-- heaviest first.
CREATE OR REPLACE FUNCTION cairn_reaching(
    words text[], weights double precision[], threshold double precision
) RETURNS text
LANGUAGE plpgsql IMMUTABLE STRICT PARALLEL SAFE AS $$
DECLARE
    branches text[] := '{}';
    alone text[] := '{}';
    rest double precision := (SELECT sum(w) FROM unnest(weights) AS w);
    further text;
BEGIN
    FOR n IN 1 .. coalesce(cardinality(words), 0) LOOP
        EXIT WHEN rest < threshold;
        rest := rest - weights[n];
        IF weights[n] >= threshold THEN
            alone := alone || words[n];
        ELSE
            further := cairn_reaching(words[n + 1 :], weights[n + 1 :], threshold - weights[n]);
            IF further IS NOT NULL THEN branches := branches || (words[n] || ' & (' || further || ')'); END IF;
        END IF;
    END LOOP;
    RETURN nullif(array_to_string(alone || branches, ' | '), '');
END
$$;
