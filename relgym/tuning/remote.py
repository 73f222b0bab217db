"""Thresholds of environments that a service plays."""

CONNECT_SECONDS = 10.0
"""Seconds in which a service must take a connection. Judged: on a busy machine it takes well under one."""

RECONNECT_SECONDS = 30.0
"""Seconds for which a broken connection is tried again. Judged: a service is ready a second or two after its start."""

RECONNECT_PAUSE_SECONDS = 0.1
"""Seconds between two tries to connect again. Judged: a start takes ten times as long."""

SENT_DRAWS = 8
"""Random numbers that are sent with a step of PPDDL, and four times as many where they do not suffice. Judged: most
actions draw one or two; each takes about 20 bytes."""
