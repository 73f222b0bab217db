"""Thresholds of environments that a service plays."""

CONNECT_SECONDS = 10.0
"""Seconds in which a service must take a connection. Judged: on a busy machine it takes well under one."""

CALL_SECONDS = 60.0
"""Seconds that a call may take, if `timeout` gives no others. Judged: a service ends a call after 30 seconds, and may
let it wait for ten more."""

CLOSE_SECONDS = 2.0
"""Seconds in which a service must agree to the end of a connection, or remove a session before it. Judged: it takes
milliseconds, and nobody waits for a service that hangs."""

ANSWER_BYTES_LIMIT = 2**26
"""Bytes of an answer. Judged: batches end at four million bytes, and the largest state of the catalogue has some
thousands."""

SMALL_CHARACTERS = 16_384
"""Characters of a request that the system takes at once, so that nothing needs to watch over it. Judged: the buffers of
a socket have at least as much."""

RECONNECT_SECONDS = 30.0
"""Seconds for which a broken connection is tried again. Judged: a service is ready a second or two after its start."""

RECONNECT_PAUSE_SECONDS = 0.1
"""Seconds between two tries to connect again. Judged: a start takes ten times as long."""

SENT_DRAWS = 8
"""Random numbers that are sent with a step of PPDDL, and four times as many where they do not suffice. Judged: most
actions draw one or two; each takes about 20 bytes."""

SENT_DRAWS_LIMIT = 131_072
"""The most random numbers that are sent with a step. Judged: no domain of the catalogue draws more than a hundred, and
they take three million bytes."""
