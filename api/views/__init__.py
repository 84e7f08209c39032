"""REST views, one per noun: find the actor, parse the input, call one function, serialize the result."""
