"""Search at scale: seeded facts, their bulk load, and what is measured over them."""
