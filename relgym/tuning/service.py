"""Thresholds of the service and its workers."""

WORKER_TASKS_LIMIT = 64
"""Tasks that a worker keeps; one that it lacks is sent again. Judged: a read task takes some kilobytes to megabytes."""

WORKER_ENGINES_LIMIT = 64
"""Tasks on engines that a worker keeps. Judged by memory: a reasoner of Logistics takes 0.1 to 0.4 MB, by engine."""

WORKER_SESSIONS_LIMIT = 5000
"""Sessions whose states a worker keeps; one that it lacks is sent again. Judged: a state takes less than a kilobyte."""

SERVICE_SESSIONS_LIMIT = 20_000
"""Sessions whose present nodes the service keeps in memory; others are read from the database. Judged by memory."""

SERVICE_TEXTS_BYTES_LIMIT = 64_000_000
"""Bytes of the texts of tasks that the service keeps in memory; others are read from the database. Judged by memory."""

COUNT_INTERVAL_SECONDS = 10.0
"""Seconds between two counts of the sessions in the database. Judged: a count reads an index of all of them."""

BATCH_CALLS_LIMIT = 1000
"""Calls of a batch. Judged: a client waits for all of them."""

BATCHES_AT_ONCE = 4
"""Batches of one owner that are carried out at once; further ones wait. Judged: their answers are held in memory."""

BATCH_CALLS_AT_ONCE = 8
"""Calls of a batch that are carried out at once. Judged: enough for all workers, and nobody waits long behind them."""

ANSWER_BYTES_LIMIT = 4_000_000
"""Bytes of the answer of a batch, or of several steps, after which nothing more is carried out. Judged: as many as the
largest request has; 64 such answers that clients read slowly take a quarter of a gigabyte."""

ANSWER_UNIT_BYTES = 65_536
"""Bytes of an answer that count as a further request of the token. Judged: to read and send them takes as long."""

ACTIVE_OWNER_SECONDS = 10.0
"""Seconds after its last call for which an owner is about, so that no other one takes all workers. Judged: who plays
sends a call each second."""

SHARE_BURST_SECONDS = 0.02
"""Seconds of the server that an owner may use at once, if it has used none for a while. Judged: some usual answers."""

SPARE_SHARE = 0.5
"""Share of the server's time up to which owners may use more than their own parts. Measured: beside a flood, the
steps of others take 1.2 to 1.5 times as long (99th percentile), and 3 times where the server is never idle."""

SHARE_LOOK_SECONDS = 0.001
"""Seconds between two looks at requests that wait for their owner's part. Judged: as many as a request takes."""

SHARE_MEASURED_SECONDS = 0.02
"""Seconds of requests after which they are compared with those of the process. Judged: those of twenty."""

SHARE_FACTOR_LIMIT = 4.0
"""The most seconds of the process for each measured one. Measured: 2 to 3; other work may come between."""

LONG_CALL_SECONDS = 1.0
"""Seconds of the processor in a call after which its worker gives way to other processes, if other owners are about, or
ends, if nobody waits for the call. Measured: on two processors, two calls that hang make others' steps ten times as
slow without it; the first call of a worker takes 0.2 s with its imports."""

STUCK_SECONDS = 20.0
"""Seconds of the clock beyond those of the processor that a call may take, at which its worker is replaced although it
has had less of the processor: it may sleep for ever. Measured: beside 15 busy loops on two processors, the 0.26 s of a
worker's first call take 2 to 7 s; with 1 or 5 s in place of 20, each worker may be replaced before its first answer."""

LONG_CALL_NICENESS = 10
"""Priority that such a worker gives up. It cannot have it back, so that another worker takes its place after the call.
Judged: it gets a tenth of what others get where processors are short."""

SOCKET_FRAMES_LIMIT = 64
"""Frames of one socket that are carried out at once; the next one is read when one of them is answered. Judged."""

QUEUED_FRAMES_LIMIT = 32
"""Frames of one socket that are read ahead, each of at most 64 kB. Judged: more would only wait here."""

LISTED_ACTIONS_LIMIT = 1000
"""Combinations of RDDL action values that are listed; beyond it the list is `null`. Judged by the size of an answer."""

PATIENCE_SECONDS = 0.02
"""Seconds of one call after which the requests behind it go to other workers. Judged: most calls take under a
millisecond, and none should wait much longer than 50 ms for another one."""

GRACE_SECONDS = 0.015
"""Seconds beyond the limit of a call at which it is answered, and its worker killed unless it merely had no processor;
engines stop at the limit by themselves. Measured: a call that hangs at a limit of 200 ms, beside 63 clients, is
answered after 228 ms (median), after 240 ms with 0.03."""

WATCH_INTERVAL_SECONDS = 0.005
"""Seconds between two looks at how long workers have been busy with one call. Judged: a look takes 5 us."""

STALL_SECONDS = 0.1
"""Seconds by which such a look is late at which calls get this time in addition. Judged: 64 clients make it late by 10
to 50 ms; a machine that is short of processors stops service and workers for longer."""

SENT_AHEAD_LIMIT = 16
"""Requests that a worker has at hand. Judged: one write carries at most as many, and they may be done twice when one of
them is slow."""

SENT_AHEAD_SECONDS = 0.002
"""Seconds that these requests take together, as far as the last ones of their owners tell; one may always be sent
ahead. Judged: others wait as long for their turn, and to wait for the service takes a worker a tenth of it."""

WARMED_TASKS_LIMIT = 8
"""Tasks on engines that a worker reads and asks first when it replaces another one. Judged: those in use at a time."""

WARMING_SECONDS = 1.0
"""Seconds that a new worker may take for the first question about one of these tasks. Judged: most take 10 ms."""

WORKER_DEATHS_LIMIT = 2
"""Workers that may die of one request before it is refused. Judged: one may be killed for another reason."""

START_PAUSE_SECONDS = 0.05
"""Seconds before a worker is started again, once as many as there are have died before any answer; twice as many after
each further one. Judged: what is missing, such as files or processes, may be there again soon."""

START_PAUSE_LIMIT_SECONDS = 5.0
"""The longest of these pauses. Judged: nobody likes to wait longer after the cause has gone."""

WAITING_SECONDS = 10.0
"""Seconds that a call may wait for all but its own work: after these and its limit it ends. Judged: clients give up
later."""

INNER_DEADLINE_SECONDS = 0.25
"""Seconds by which the calls of a batch end before it, so that it can answer with the others. Judged: to gather the
answers takes milliseconds."""

DATABASE_SECONDS = 10.0
"""Seconds that a request waits until the database says which tokens there are. Judged: reading them takes 1 ms."""

MEMORY_INTERVAL_SECONDS = 0.5
"""Seconds between two looks at the memory of the workers. Judged: a look reads one small file for each worker."""

COMMIT_BATCH_LIMIT = 256
"""Requests that share a transaction of the database. Judged: each waits for all of them."""

COMMIT_DELAY_SECONDS = 0.0002
"""Seconds that a transaction of the database waits for more requests to share it, for each request of the last one, if
there were several. Measured: a transaction of 8 nodes takes 17 us of a processor for each, one of 32 nodes 11 us."""

COMMIT_DELAY_LIMIT_SECONDS = 0.005
"""Seconds that a transaction waits at most. Judged: a tenth of what a step may take under load."""

IDLE_SOCKET_SECONDS = 600.0
"""Seconds without a frame after which a socket is closed; its session stays. Judged."""

PING_SECONDS = 20.0
"""Seconds after which a socket is asked for a sign of life, and in which it must give one, else it is closed. Judged: a
client that is gone holds its place for less than a minute."""

FRAME_BYTES_LIMIT = 100_000
"""Largest frame of an episode that a client may send. Judged: an action takes less than a kilobyte."""

DATABASE_LOCK_SECONDS = 30.0
"""Seconds that a process waits for others that write to the same SQLite database. Judged: a transaction takes
milliseconds, a migration of a large database seconds."""

DATABASE_CONNECT_SECONDS = 5
"""Seconds that a connection to PostgreSQL may take to open, unless its address has `connect_timeout`. Judged: all
requests wait for it, and a server that runs answers in milliseconds."""

DATABASE_PAUSE_SECONDS = 0.2
"""Seconds after a failure to connect to the database in which requests are refused without another attempt. Judged: an
attempt may take seconds, and a server that is started again is noticed soon enough."""

LOOK_SECONDS = 1.0
"""Seconds for which holds what was last seen of tokens, of the bytes of an owner, of the header of an SQLite database,
of whether the database answers, and of whether the service is ready. Judged: a look takes at most some milliseconds,
and a revoked token ends soon."""

DATABASE_SIZE_SECONDS = 60.0
"""Seconds for which the size of a database is told without another look. Judged: PostgreSQL looks at all its files."""

DATABASE_LOOKS_LIMIT = 10
"""Looks without an answer of the database after which all that waits is refused. Judged: a transaction takes
milliseconds, the removal of a large session seconds."""

PLAIN_VIEW_BYTES = 2000
"""Bytes of a node's view from which on it is compressed. Judged: nodes of Blocks have 0.3 to 1 kB, and to compress one
takes as long as to write it."""

DIFFERENCE_VIEW_BYTES = 20_000
"""Bytes of a node's view from which on it is kept as a difference from another one. Measured: nodes of Logistics, of
1.5 kB, take 490 bytes and 40 us compressed, 300 bytes and 2 ms as differences; nodes of 600 kB take 98 kB and 8 ms
compressed, 3 kB and 2 ms as differences."""

DIFFERENCE_TRIES_LIMIT = 8192
"""Places at which two views are looked at for where they agree again. Judged by time: a look takes 0.3 us."""

BASE_VIEWS_BYTES_LIMIT = 64_000_000
"""Bytes of the views in memory from which later nodes differ. Judged by memory: a hundred sessions of 20,000 atoms."""

NODE_BYTES = 100
"""Bytes of a node in the database without its view and its action. Measured: 90 with the index of SQLite."""

LOG_PAGES = 8000
"""Pages of the write-ahead log of SQLite, of 4 kB each, at which they are copied to the database, and to which a longer
log is cut then. Measured: to commit a
node takes 8 us of a processor with 20,000 pages, and 14 us with the 1,000 that SQLite has by itself."""

COLLECTOR_THRESHOLDS = (20_000, 50, 100)
"""Allocations of Python between two collections, and collections of one generation for one of the next. Measured: with
those of Python, collections take a tenth of the processor time of a step."""

SWITCH_SECONDS = 0.0005
"""Seconds for which one thread of the service keeps the interpreter from another. Measured: the thread of the database
asks for it at each row, and a step takes 7 % less processor time than with the 5 ms of Python."""

DIFFERENCE_SPANS_LIMIT = 256
"""Spans of a difference between two nodes; beyond it a node is kept whole. Measured: a step of a session with 20,000
atoms adds 7 spans, each of which takes 10 us to find, and compressing the whole takes 8 ms."""

HEADER_SECONDS = 10.0
"""Seconds in which the header of a request must arrive. Judged: slow networks take one or two."""

HEADER_BYTES_LIMIT = 32_768
"""Largest header of a request. Judged: browsers send one or two kilobytes."""

CLIENT_SECONDS = 30.0
"""Seconds in which the body of a request must arrive, and that an answer waits for a client that does not read. Judged:
4 MB at 1 Mbit/s."""

DISCARDED_BYTES_LIMIT = 64_000_000
"""Bytes of a body that is too large that are read before it is refused, so that clients that send first and read
afterwards get the answer. Judged: nobody sends more by accident."""

LINGER_SECONDS = 1.0
"""Seconds for which a connection that is refused stays open, so that its client can read why. Judged."""

CONNECTIONS_LIMIT = 1000
"""Connections at once, if the process may open as many files. Judged: an agent for each; a connection takes 30 kB."""

LINGERING_LIMIT = 16
"""Connections beyond that limit that are told so before they are closed; further ones are closed at once. Judged: each
of them takes a file for a second."""

LEAST_CONNECTIONS = 4
"""Connections for which there must be files at the start. Judged: a client, and probes of its health."""

RESERVED_FILES = 40
"""Files that are left to the database, to three more workers, to files of the page, and to what is opened for a moment.
Measured: a service with SQLite has 21 files open besides those of its workers and connections, and 5 of them before."""

FILES_OF_A_WORKER = 3
"""Files that a running worker takes. Measured: its socket, and two pipes of multiprocessing."""

PAGE_FILES_LIMIT = 256
"""Files of the page whose contents the service keeps in memory. Judged: the page has fewer than a hundred."""

PAGE_VERSIONS_LIMIT = 4
"""Versions of the page's files that the service keeps in memory. Judged: one takes 1 MB, and there are more only where
somebody changes the files while it runs."""

CONFLICTS_LIMIT = 10
"""Attempts at a change of a session that other servers change at the same time. Judged: each attempt means that another
one has succeeded."""

TOKEN_RATE = 1000.0
"""Requests and frames each second of a token. Judged: a third of what a server carries out."""

TOKEN_CONCURRENCY = 64
"""Requests and sockets at once of a token. Judged: an agent for each of 64 environments."""

SAMPLES_LIMIT = 10_000
"""Draws by which the outcomes of an action are estimated. Judged: a draw takes about as long as a step."""

PLAN_STATES_LIMIT = 100_000
"""States that a search for a plan expands where chance decides. Judged: some seconds; a limit bounds them."""

PLANNING_GRACE_SECONDS = 2.0
"""Seconds beyond the limit of a call at which a worker that plans is killed with its programs. Judged: planners end
their programs at the limit by themselves, and their plan is replayed then."""

PLANNING_WAITING = 16
"""Long requests that wait for workers of their own, such as plans. Judged: each takes seconds."""

PLANNING_NICENESS = 5
"""Priority that workers for long requests give up. Judged: steps go first."""

PLANNING_SECONDS = 10.0
"""Seconds of a search for a plan or a policy that asks for none. Judged: as long as somebody waits for a page."""

SPACE_STATES_LIMIT = 500
"""States of a state space that is drawn. Judged: a picture of more cannot be read."""

PLANS_LIMIT = 10
"""Plans of one request. Judged: a page shows no more."""

QUESTIONS_LIMIT = 200
"""Questions of one request. Judged: they take some hundred milliseconds, and 2 kB each."""

FILM_FRAMES_LIMIT = 200
"""Pictures of one film. Judged: each takes 10 to 50 ms, and 5 to 20 kB."""

PATH_NODES_LIMIT = 1000
"""Steps of a session after which a question about its whole path is refused. Judged: each is unrolled by clingo."""

DRAIN_SECONDS = 45.0
"""Seconds for which a service that ends waits for its requests. Judged: the usual limit of a call and half of it."""

SHUTDOWN_SECONDS = 2
"""Seconds for which open connections, such as half requests, may go on once a service ends. Judged: none is needed."""

READY_SECONDS = 2.0
"""Seconds in which database and workers must answer for the service to be ready. Judged: probes wait a few."""

OWNER_SESSIONS_LIMIT = 10_000
"""Sessions of one owner. Judged: a session of a hundred steps takes some 100 kB."""

OWNER_TASKS_LIMIT = 10_000
"""Tasks of one owner. Judged: generated tasks come in thousands."""

OWNER_BYTES_LIMIT = 4_000_000_000
"""Bytes of the nodes of all sessions of one owner, as they are kept. Judged: a disk should hold several owners; it is
four million steps of Blocks."""

OWNER_TEXTS_BYTES_LIMIT = 200_000_000
"""Bytes of the texts of all tasks of one owner. Judged: a problem takes 1 to 100 kB."""

SESSION_NODES_LIMIT = 100_000
"""Nodes of one session. Judged: a node takes 0.5 to 10 kB."""

EXPIRY_INTERVAL_SECONDS = 3600.0
"""Seconds between two looks for what nobody has used for days. Judged: a look reads all sessions."""

EXPIRED_AT_ONCE_LIMIT = 200
"""Sessions that one transaction removes. Judged: requests wait for it, and a session may have thousands of nodes."""

EXPIRED_BYTES_LIMIT = 50_000_000
"""Bytes of the sessions that one transaction removes; one session more may begin. Judged: requests wait for it."""

WORKER_CACHE_MEGABYTES = 512.0
"""Memory that a worker adds for tasks and engines before it closes half of them. Judged: a reasoner of Logistics takes
0.1 to 0.4 MB, one of a large grounding tens."""

QUICK_DEATH_SECONDS = 0.02
"""Seconds after which a worker that dies has died of its request. Judged: a process that was killed ends sooner."""

QUICK_DEATHS = 8
"""Workers that may die at once for one that dies of a request. Judged: an operator, or a system short of memory,
may kill all workers together."""

PLAN_STEPS_LIMIT = 500
"""Actions that one call carries out or checks. Judged: a plan that a model writes is much shorter."""
