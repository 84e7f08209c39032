-- Cut a long text into passages of about 400 bytes that end at a line, else at a word. The first passage is left out:
-- the text's own vector stands for it. There are a hundred at most; words alone find what comes after those.
CREATE OR REPLACE FUNCTION cairn_passages(content text) RETURNS TABLE (first integer, length integer)
LANGUAGE plpgsql IMMUTABLE PARALLEL SAFE AS $$
DECLARE
    whole constant integer := char_length(content);
    longest constant integer := 400 * whole / greatest(octet_length(content), 1);
    backwards text;
    tail integer; -- what is left for the next one
BEGIN
    IF NOT cairn_is_long(content) THEN RETURN; END IF;
    first := 1;
    FOR number IN 0 .. 100 LOOP
        EXIT WHEN first > whole;
        length := least(longest, whole - first + 1);
        IF first + length <= whole THEN
            backwards := reverse(substr(content, first, length));
            tail := strpos(backwards, chr(10)) - 1;
            IF tail NOT BETWEEN 0 AND length / 2 THEN tail := strpos(backwards, ' ') - 1; END IF;
            IF tail BETWEEN 0 AND length / 2 THEN length := length - tail; END IF;
        END IF;
        IF number > 0 AND substr(content, first, length) ~ '\w' THEN RETURN NEXT; END IF;
        first := first + length;
    END LOOP;
END
$$;
