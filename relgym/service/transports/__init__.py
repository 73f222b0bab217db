"""How requests come in and answers go out: the routes of HTTP, and sockets with their frames and connections."""
