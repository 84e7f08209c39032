-- Replace irregular English forms, and nouns made from verbs, by their base form: the stemmer leaves "broke" apart
-- from "break" and "failure" from "fail". Lexemes are written as the stemmer gives them. Words that mean something
-- else as often are left out (left, bit, bound, rose, wound). A table in SQL, because a synonym dictionary of Postgres
-- would be a file in the server's folder, which no migration can write.
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
        CREATE OR REPLACE FUNCTION cairn_irregular_forms(words tsvector, config regconfig) RETURNS tsvector
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
