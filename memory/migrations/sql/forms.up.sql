-- Base forms: who asks why builds fail finds which failure it was, and who broke them what breaks. The English stemmer
-- leaves the forms of irregular words apart, and many a noun from its verb.

-- In lexemes as the stemmer gives them. What means something else as often is left out (left, bit, bound, rose, wound).
DO $$
DECLARE
    forms constant jsonb := '{
    "acquisit": "acquir", "admiss": "admit", "advocaci": "advoc", "analys": "analyz", "analysi": "analyz",
    "assumpt": "assum", "becam": "becom", "began": "begin", "begun": "begin", "belief": "believ", "bitten": "bite",
    "blew": "blow", "blown": "blow", "breakag": "break", "broke": "break", "broken": "break", "brought": "bring",
    "built": "build", "bought": "buy", "caught": "catch", "children": "child", "choic": "choos", "chose": "choos",
    "chosen": "choos", "collis": "collid", "came": "come", "comparison": "compar", "complaint": "complain",
    "conclus": "conclud", "consumpt": "consum", "convers": "convert", "crept": "creep", "dealt": "deal",
    "decis": "decid", "defenc": "defend", "defens": "defend", "deliveri": "deliv", "departur": "depart",
    "descript": "describ", "destruct": "destroy", "diagnosi": "diagnos", "dug": "dig", "discoveri": "discov",
    "divis": "divid", "drawn": "draw", "drew": "draw", "drank": "drink", "drunk": "drink", "driven": "drive",
    "drove": "drive", "ate": "eat", "eaten": "eat", "erasur": "eras", "exclus": "exclud", "expans": "expand",
    "expiri": "expir", "explan": "explain", "explos": "explod", "exposur": "expos", "extens": "extend",
    "failur": "fail", "fallen": "fall", "fell": "fall", "fed": "feed", "felt": "feel", "fought": "fight",
    "found": "find", "flew": "fli", "flown": "fli", "feet": "foot", "forgot": "forget", "forgotten": "forget",
    "froze": "freez", "frozen": "freez", "got": "get", "gotten": "get", "gave": "give", "given": "give",
    "gone": "go", "went": "go", "grew": "grow", "grown": "grow", "growth": "grow", "hung": "hang", "heard": "hear",
    "hid": "hide", "hidden": "hide", "held": "hold", "inclus": "includ", "inquiri": "inquir", "intent": "intend",
    "introduct": "introduc", "invas": "invad", "kept": "keep", "knew": "know", "known": "know", "led": "lead",
    "lent": "lend", "loss": "lose", "lost": "lose", "mainten": "maintain", "made": "make", "men": "man",
    "marriag": "marri", "meant": "mean", "met": "meet", "mice": "mous", "omiss": "omit", "overridden": "overrid",
    "overrod": "overrid", "paid": "pay", "percept": "perceiv", "permiss": "permit", "peopl": "person",
    "photographi": "photograph", "proof": "prove", "pursuit": "pursu", "rebuilt": "rebuild", "recoveri": "recov",
    "redempt": "redeem", "reduct": "reduc", "reran": "rerun", "resent": "resend", "resolut": "resolv",
    "respons": "respond", "restraint": "restrain", "retent": "retain", "rewritten": "rewrit", "rewrot": "rewrit",
    "ridden": "ride", "rode": "ride", "risen": "rise", "ran": "run", "said": "say", "saw": "see", "seen": "see",
    "sought": "seek", "seizur": "seiz", "sold": "sell", "sent": "send", "shaken": "shake", "shook": "shake",
    "shone": "shine", "shown": "show", "shrank": "shrink", "shrunk": "shrink", "sang": "sing", "sung": "sing",
    "sank": "sink", "sunk": "sink", "sat": "sit", "slept": "sleep", "slid": "slide", "spoke": "speak",
    "spoken": "speak", "spent": "spend", "spun": "spin", "sprang": "spring", "sprung": "spring", "stood": "stand",
    "stole": "steal", "stolen": "steal", "stuck": "stick", "struck": "strike", "submiss": "submit",
    "subscript": "subscrib", "success": "succeed", "suspens": "suspend", "swore": "swear", "sworn": "swear",
    "swept": "sweep", "swam": "swim", "swum": "swim", "swung": "swing", "synthesi": "synthes", "taken": "take",
    "took": "take", "taught": "teach", "tore": "tear", "torn": "tear", "told": "tell", "thought": "think",
    "threw": "throw", "thrown": "throw", "teeth": "tooth", "transmiss": "transmit", "understood": "understand",
    "undid": "undo", "undon": "undo", "usag": "use", "woke": "wake", "woken": "wake", "wore": "wear",
    "worn": "wear", "wept": "weep", "won": "win", "withdrawn": "withdraw", "withdrew": "withdraw", "women": "woman",
    "written": "write", "wrote": "write"
    }';
    any_form constant text := (SELECT string_agg(form, ' | ') FROM jsonb_object_keys(forms) AS form);
BEGIN
    EXECUTE format($create$
        CREATE FUNCTION cairn_base_forms(words tsvector, config regconfig) RETURNS tsvector
        LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $body$
            SELECT CASE WHEN config = 'english'::regconfig AND words @@ %L::tsquery THEN (
                SELECT string_agg(
                    cairn_quoted(coalesce(%L::jsonb ->> w.lexeme, w.lexeme))
                    || coalesce(':' || array_to_string(w.positions, ','), ''), ' ')::tsvector
                FROM unnest(words) AS w
            ) ELSE words END
        $body$ $create$, any_form, forms);
END
$$;

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

-- What a question alone has is known by its words, and by their base forms.
DO $$
DECLARE
    stood constant text := pg_get_functiondef('cairn_question_terms'::regproc);
    wanted constant text := replace(stood, 'to_tsvector(config, left(question, 8000))',
                                    'cairn_base_forms(to_tsvector(config, left(question, 8000)), config)');
BEGIN
    IF wanted = stood THEN RAISE EXCEPTION 'cairn_question_terms reads in another way than this expects'; END IF;
    EXECUTE wanted;
END
$$;

-- Rows whose lexemes are others now. Their frequencies follow with the next refresh of the lexicon. Their vectors stay,
-- so the graph needs no care to find the place where they are.
ALTER INDEX memory_vectors_384 SET (ef_construction = 32);
ALTER INDEX message_vectors_384 SET (ef_construction = 32);
UPDATE memory_memory SET content = content WHERE tsv <> cairn_base_forms(tsv, 'english');
UPDATE memory_message SET content = content WHERE tsv <> cairn_base_forms(tsv, 'english');
ALTER INDEX memory_vectors_384 SET (ef_construction = 400);
ALTER INDEX message_vectors_384 SET (ef_construction = 400);
