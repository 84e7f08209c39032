"""One conversation as a page shows it: which turns fit, which pieces of them, in which order."""
