% Numbers are exact as long as all of them are; what a float takes part in is a float.

% Quotient is Left / Right; there is none where Right is 0.
divide(Left, Right, Quotient) :-
    Divisor is Right,
    Divisor =\= 0,
    Dividend is Left,
    (   rational(Dividend), rational(Divisor)
    ->  Quotient is Dividend rdiv Divisor
    ;   Quotient is float(Dividend) / float(Divisor)
    ).
