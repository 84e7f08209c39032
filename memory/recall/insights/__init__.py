"""What the team's memory comes to, in numbers: reads over a stretch of weeks, one module a subject."""
