% What equations of RDDL ask of Prolog beyond its own arithmetic. A truth value is 0 or 1, an item its number from 1 on.
% Three predicates more are Python's (relgym/backends/swipl_equations.py): given/1 and answered/1, the values of a
% question and of its answer, and called/3, what a function of Python gives for a list of numbers.

:- module(relgym_rddl, []).

% "U is below a probability."
bernoulli(Probability, U, Value) :-
    (   Probability >= 0, Probability =< 1
    ->  ( U < Probability -> Value = 1 ; Value = 0 )
    ;   computed('Bernoulli', [Probability, U], Value)
    ).

% The first item whose cumulative probability is above U. What is not plain is left to Python to decide, or to refuse.
discrete(Probabilities, U, Item) :-
    (   cumulative(Probabilities, 0, Sums, Total),
        abs(Total - 1) < 1.0e-9,
        Place is U * Total,
        first_above(Sums, Place, 1, Found)
    ->  Item = Found
    ;   computed(discrete, [U|Probabilities], Item)
    ).

unnormalised(Weights, U, Item) :-
    (   cumulative(Weights, 0, Sums, Total),
        Total > 0,
        Place is U * Total,
        first_above(Sums, Place, 1, Found)
    ->  Item = Found
    ;   computed(unnormalised, [U|Weights], Item)
    ).

cumulative([], Total, [], Total).
cumulative([Weight|Weights], Before, [Sum|Sums], Total) :-
    Weight >= 0,
    Sum is Before + Weight,
    cumulative(Weights, Sum, Sums, Total).

first_above([Sum|Sums], Place, Number, Found) :-
    (   Sum > Place
    ->  Found = Number
    ;   Next is Number + 1,
        first_above(Sums, Place, Next, Found)
    ).

% What probabilities leave to 1; their sum is rounded once.
missing(Probabilities, Missing) :-
    exact_sum(Probabilities, 0, Sum),
    Rest is 1 - float(Sum),
    (   Rest >= 0
    ->  Missing = Rest
    ;   computed(missing, Probabilities, Missing)
    ).

exact_sum([], Sum, Sum).
exact_sum([Number|Numbers], Before, Sum) :-
    Next is Before + rational(Number),
    exact_sum(Numbers, Next, Sum).

% Comparisons of whole numbers with reals. Prolog's own make a double of a whole number, which may round it; only beyond
% 2**53 does that matter.
less(One, Other) :-
    exact(One, Left),
    exact(Other, Right),
    Left < Right.

same(One, Other) :-
    exact(One, Left),
    exact(Other, Right),
    Left =:= Right.

least(One, Other, Least) :-
    (   less(Other, One)
    ->  Least = Other
    ;   Least = One
    ).

greatest(One, Other, Greatest) :-
    (   less(One, Other)
    ->  Greatest = Other
    ;   Greatest = One
    ).

% The quotient of two whole numbers, rounded once.
quotient(Dividend, Divisor, Quotient) :-
    (   abs(Dividend) =< 9007199254740992, abs(Divisor) =< 9007199254740992
    ->  Quotient is Dividend / float(Divisor)
    ;   Quotient is float(Dividend rdiv Divisor)
    ).

exact(Number, Exact) :-
    (   float(Number), abs(Number) >= 9007199254740992.0, abs(Number) < inf
    ->  Exact is rational(Number)
    ;   Exact = Number
    ).

% The nearest whole number, the even one of two. SWI-Prolog rounds 2.0**63 to 2**63 - 1, but truncates it exactly.
round_even(Number, Rounded) :-
    Whole is truncate(Number),
    (   Number =:= Whole
    ->  Rounded = Whole
    ;   abs(Number - Whole) =:= 0.5
    ->  Rounded is Whole + Whole mod 2 * sign(Whole)
    ;   Rounded is round(Number)
    ).

% The remainder that has the sign of the divisor; of doubles, it is rounded once.
fmod(Dividend, Divisor, Rest) :-
    (   integer(Dividend), integer(Divisor)
    ->  Rest is Dividend mod Divisor
    ;   Exact is rational(float(Dividend)),
        By is rational(float(Divisor)),
        Rest is float(Exact - floor(Exact rdiv By) * By)
    ).

finite(Number) :-
    (   abs(Number) < inf
    ->  true
    ;   throw(fault('it is infinite'))
    ).

% The natural logarithm of a whole number, which may be beyond all doubles.
ln_of_whole(Number, Logarithm) :-
    (   Number >= 1 << 1023
    ->  Bits is msb(Number) - 63,
        Logarithm is log(Number >> Bits) + Bits * log(2)
    ;   Logarithm is log(Number)
    ).

% --- what the engine's clauses need besides ---

% What a function of Python gives for a list of numbers. It fails only where a signal has ended it before its first line;
% that the condition around it does not hold would be a wrong answer.
computed(Function, Numbers, Target) :-
    (   called(Function, Numbers, Target)
    ->  true
    ;   throw(struck)
    ).

% One of the rows of a list, by and by.
row(Row, [First|Rows]) :-
    row(Rows, First, Row).

row([], Row, Row).
row([_|_], Row, Row).
row([Next|Rows], _, Row) :-
    row(Rows, Next, Row).

% An exception in words, if it says that a value cannot be computed.
reason(error(evaluation_error(What), _), Codes) :-
    !,
    (   wording(What, Words)
    ->  true
    ;   Words = What
    ),
    atom_codes(Words, Codes).
reason(fault(Message), Codes) :-
    !,
    atom_codes(Message, Codes).
reason(Exception, _) :-
    throw(Exception).

wording(zero_divisor, 'division by zero').
wording(undefined, 'a function is not defined for this number').
wording(float_overflow, 'a number is too large').
