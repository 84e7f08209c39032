-- Return whether a text is longer than what the embedding model reads: 256 tokens of about four bytes each.
CREATE OR REPLACE FUNCTION cairn_is_long(content text) RETURNS boolean
LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$ SELECT octet_length(content) > 1000 $$;
