"""Worker processes, in which engines run: a worker gets its work in frames over a socket."""
