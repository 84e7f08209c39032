"""The insights page in parts: each section turns one subject's numbers into charts, tables and sentences."""
