-- A question as the memory search looks it up (cairn_read_question makes it). `lexical` is a memory's share of what the
-- question's words and pairs can reach, of the heaviest twelve at most (`attainable`): no answer has every word of a
-- long question. `attainable_here`: the same for the words that are known here. `light`, `heavy`, `enough`: see
-- cairn_best_worded. `narrow`: the filters keep so few memories that each is looked at. `worded`: what the arm of words
-- has found.
CREATE TYPE cairn_question AS (
    config regconfig, known double precision, narrow boolean, weights sparsevec, attainable double precision,
    pairs tsquery[], pair_weights double precision[],
    light text, heavy text[], heavy_weights double precision[], enough double precision, worded bigint[],
    attainable_here double precision
);
