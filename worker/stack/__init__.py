"""The embedded stack: the database, the queue and the processes that `manage.py up` keeps alive."""
