-- Return Chinese, Japanese and Korean runs of a text as pairs of letters, because these scripts have no spaces between
-- words. Pairs of hiragana are endings, and particles only join or ask; they say as little as stop words and are left
-- out.
CREATE OR REPLACE FUNCTION cairn_letter_pairs(content text) RETURNS text[]
LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
    SELECT ARRAY(
        SELECT DISTINCT substr(run[1], place, 2)
        FROM regexp_matches(content, '([\u3041-\u30ff\u3400-\u9fff\uac00-\ud7af\uf900-\ufaff\uff66-\uff9f]+)', 'g') AS run,
             generate_series(1, greatest(length(run[1]) - 1, 1)) AS place
        WHERE substr(run[1], place, 2) !~ '^[\u3041-\u309f]+$|[をのはがにでと的了吗呢么吧是嗎麼]'
    )
$$;
