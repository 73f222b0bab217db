"""Worker processes, in which engines run: what a worker does is told to it in frames over a socket."""
