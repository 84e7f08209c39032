"""Data of the rules: capitalised words that are no person: products, firms, places, languages, and plain words."""

from memory.rules.languages.word_lists import word_list

PRODUCTS = word_list("products", "products")
PLAIN_WORDS = word_list("products", "plain_words")
