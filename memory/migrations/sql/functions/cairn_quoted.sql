-- Return a lexeme quoted for the type tsquery.
CREATE OR REPLACE FUNCTION cairn_quoted(lexeme text) RETURNS text
LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE AS
    $$ SELECT '''' || replace(replace(lexeme, '\', '\\'), '''', '''''') || '''' $$;
