-- Abbreviations: who asks for the db config finds what is told of the database's configuration, and the other way round.

ALTER FUNCTION cairn_base_forms(tsvector, regconfig) RENAME TO cairn_irregular_forms;

-- In lexemes, as the stemmer gives them and irregular forms stand. What is as often a word of its own, an ending or a
-- folder is left out (info, spec, temp, py, js, src, lib, init).
DO $$
DECLARE
    forms constant jsonb := '{
    "admin": "administr", "app": "applic", "arg": "argument", "async": "asynchron", "attr": "attribut",
    "auth": "authent", "bool": "boolean", "btn": "button", "cert": "certif", "cfg": "configur", "cmd": "command",
    "cmds": "command", "conf": "configur", "config": "configur", "cred": "credenti", "ctx": "context",
    "db": "databas", "dbs": "databas", "dep": "depend", "dev": "develop", "dir": "directori", "doc": "document",
    "env": "environ", "err": "error", "fn": "function", "freq": "frequenc", "func": "function",
    "i18n": "internation", "idx": "index", "impl": "implement", "infra": "infrastructur", "k8s": "kubernet",
    "lang": "languag", "mgmt": "manag", "msg": "messag", "msgs": "messag", "nav": "navig", "num": "number",
    "obj": "object", "param": "paramet", "perf": "perform", "pg": "postgr", "postgresql": "postgr",
    "pref": "prefer", "prio": "prioriti", "prod": "product", "pwd": "password", "regexp": "regex",
    "repo": "repositori", "req": "request", "resp": "respond", "svc": "servic", "sync": "synchron",
    "tbl": "tabl", "tmp": "temporari"
    }';
    any_form constant text := (SELECT string_agg(form, ' | ') FROM jsonb_object_keys(forms) AS form);
BEGIN
    EXECUTE format($create$
        CREATE FUNCTION cairn_spelt_out(words tsvector, config regconfig) RETURNS tsvector
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

-- Whatever asks for base forms gets both.
CREATE FUNCTION cairn_base_forms(words tsvector, config regconfig) RETURNS tsvector
LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
    SELECT cairn_spelt_out(cairn_irregular_forms(words, config), config)
$$;

-- Rows whose lexemes are others now. Their frequencies follow with the next refresh of the lexicon. Their vectors stay,
-- so the graph needs no care to find the place where they are.
ALTER INDEX memory_vectors_384 SET (ef_construction = 32);
ALTER INDEX message_vectors_384 SET (ef_construction = 32);
UPDATE memory_memory SET content = content WHERE tsv <> cairn_base_forms(tsv, 'english');
UPDATE memory_message SET content = content WHERE tsv <> cairn_base_forms(tsv, 'english');
ALTER INDEX memory_vectors_384 SET (ef_construction = 400);
ALTER INDEX message_vectors_384 SET (ef_construction = 400);
