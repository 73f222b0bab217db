% What the swipl engine asks of Prolog. Every predicate takes a list of character codes and gives one.
% A program lives in a module of its own; `wipe` makes the module as good as new, for modules cannot be freed.

:- module(relgym, []).

% The version of Prolog, as major.minor.patch.
version(_, Codes) :-
    current_prolog_flag(version, Version),
    Major is Version // 10000,
    Minor is Version // 100 mod 100,
    Patch is Version mod 100,
    format(codes(Codes), "~w.~w.~w", [Major, Minor, Patch]).

% "Thread": make the call that runs in a thread give up.
interrupt(Input, []) :-
    number_codes(Thread, Input),
    thread_signal(Thread, throw(relgym(late))).

% "Thread": let Python take in signals of the system in the midst of the call that runs in a thread.
heed(Input, []) :-
    number_codes(Thread, Input),
    thread_signal(Thread, relgym:heed).

heed :-
    (   heeded
    ->  true
    ;   throw(relgym(struck))
    ).

% An exception in words.
describe(Exception, Codes) :-
    message_to_codes(Exception, Codes),
    !.
describe(Exception, Codes) :-
    format(codes(Codes), "~q", [Exception]).

message_to_codes(Exception, Codes) :-
    message_to_lines(Exception, Lines),
    with_output_to(codes(Codes), print_message_lines(current_output, '', Lines)).

message_to_lines(Exception, Lines) :-
    '$messages':translate_message(Exception, Lines, []).

% "Module 1 Clauses": add clauses, and obey directives, in a module. Arithmetic is compiled in line.
load(Input, []) :-
    module_and_rest(Input, Module, Text),
    string_codes(String, Text),
    current_prolog_flag(optimise, Before),
    setup_call_cleanup(
        ( open_string(String, Stream), set_prolog_flag(optimise, true) ),
        load_all(Stream, Module),
        ( set_prolog_flag(optimise, Before), close(Stream) )).

load_all(Stream, Module) :-
    repeat,
    read_term(Stream, Clause, [module(Module)]),
    (   Clause == end_of_file
    ->  !
    ;   load_clause(Clause, Module),
        fail
    ).

load_clause((:- Goal), Module) :-
    !,
    call(Module:Goal).
load_clause(Clause, Module) :-
    assertz(Module:Clause).

% "Module": take every clause out of a module.
wipe(Input, []) :-
    atom_codes(Module, Input),
    forall(current_predicate(Module:Name/Arity), abolish(Module:Name/Arity)),
    garbage_collect_clauses.

% "Module 1 Rest" taken apart.
module_and_rest(Input, Module, Rest) :-
    append_codes(Name, [1|Rest], Input),
    !,
    atom_codes(Module, Name).

append_codes([], Rest, Rest).
append_codes([Code|Codes], Rest, [Code|All]) :-
    append_codes(Codes, Rest, All).

% A number at the start of codes, up to a code 1.
number_and_rest(All, Number, Rest) :-
    append_codes(Codes, [1|Rest], All),
    !,
    number_codes(Number, Codes).

% End a question that was cut off: its rows go.
give_up(Error) :-
    '$destroy_findall_bag',
    throw(Error).
