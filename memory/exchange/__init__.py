"""What a team knows, as files that others read, and files of others as what a team knows."""
