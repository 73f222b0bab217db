% Functions of matrices, which are lists of rows. The entries come row by row after the size, and after the places of the
% entry that is wanted.

computed(det, [Size|Entries], Determinant) :-
    !,
    matrix_rows(Entries, Size, Rows),
    matrix_determinant(Rows, 1.0, Determinant).
computed(inverse, [Size, Row, Column|Entries], Entry) :-
    matrix_rows(Entries, Size, Rows),
    matrix_beside(Rows, 1, Column, Wide),
    matrix_solved(Wide, Solution),
    !,
    matrix_at(Row, Solution, Entry).
computed(cholesky, [Size, Row, Column|Entries], Entry) :-
    matrix_rows(Entries, Size, Rows),
    matrix_triangle(Rows, [], Triangle),
    !,
    matrix_at(Row, Triangle, Found),
    (   Column > Row
    ->  Entry = 0.0
    ;   matrix_at(Column, Found, Entry)
    ).

matrix_rows([], _, []) :-
    !.
matrix_rows(Entries, Size, [Row|Rows]) :-
    matrix_row(Size, Entries, Row, Rest),
    matrix_rows(Rest, Size, Rows).

matrix_row(0, Rest, [], Rest) :-
    !.
matrix_row(Size, [Entry|Entries], [Entry|Row], Rest) :-
    Less is Size - 1,
    matrix_row(Less, Entries, Row, Rest).

matrix_at(1, [Entry|_], Entry) :-
    !.
matrix_at(Place, [_|Entries], Entry) :-
    Before is Place - 1,
    matrix_at(Before, Entries, Entry).

% Gaussian elimination. The pivot is the row with the greatest first entry; taking it away from place N, from 0 on, turns
% the sign N times.
matrix_determinant([], Determinant, Determinant).
matrix_determinant([Row|Rows], Before, Determinant) :-
    matrix_pivot([Row|Rows], Place, [Pivot|Entries], Others),
    (   Pivot =:= 0
    ->  Determinant = 0.0
    ;   After is Before * Pivot * (-1) ** Place,
        matrix_eliminated(Others, Pivot, Entries, Reduced),
        matrix_determinant(Reduced, After, Determinant)
    ).

matrix_pivot(Rows, Place, Pivot, Others) :-
    matrix_greatest(Rows, 0, -1, 0, Place),
    matrix_taken(Place, Rows, Pivot, Others).

matrix_greatest([], _, _, Place, Place).
matrix_greatest([[Entry|_]|Rows], Number, Most, Best, Place) :-
    Next is Number + 1,
    (   abs(Entry) > Most
    ->  More is abs(Entry),
        matrix_greatest(Rows, Next, More, Number, Place)
    ;   matrix_greatest(Rows, Next, Most, Best, Place)
    ).

matrix_taken(0, [Row|Rows], Row, Rows) :-
    !.
matrix_taken(Place, [Row|Rows], Taken, [Row|Others]) :-
    Before is Place - 1,
    matrix_taken(Before, Rows, Taken, Others).

matrix_eliminated([], _, _, []).
matrix_eliminated([[First|Row]|Rows], Pivot, Entries, [Reduced|Others]) :-
    Factor is First / float(Pivot),
    matrix_less(Row, Factor, Entries, Reduced),
    matrix_eliminated(Rows, Pivot, Entries, Others).

matrix_less([], _, [], []).
matrix_less([Entry|Row], Factor, [Other|Others], [Less|Reduced]) :-
    Less is Entry - Factor * Other,
    matrix_less(Row, Factor, Others, Reduced).

% A column of the inverse is what the matrix maps to a column of the unit matrix.
matrix_beside([], _, _, []).
matrix_beside([Row|Rows], Number, Column, [Wide|Others]) :-
    ( Number =:= Column -> Unit = 1.0 ; Unit = 0.0 ),
    matrix_longer(Row, Unit, Wide),
    Next is Number + 1,
    matrix_beside(Rows, Next, Column, Others).

matrix_longer([], Last, [Last]).
matrix_longer([Entry|Row], Last, [Entry|Wide]) :-
    matrix_longer(Row, Last, Wide).

matrix_solved([], []).
matrix_solved([Row|Rows], [Value|Values]) :-
    matrix_pivot([Row|Rows], _, [Pivot|Entries], Others),
    Pivot =\= 0,
    matrix_eliminated(Others, Pivot, Entries, Reduced),
    matrix_solved(Reduced, Values),
    matrix_rest(Entries, Values, Rest),
    Value is Rest / float(Pivot).

matrix_rest([Last], [], Last).
matrix_rest([Entry|Entries], [Value|Values], Rest) :-
    matrix_rest(Entries, Values, Before),
    Rest is Before - Entry * Value.

% The lower triangle whose product with its transpose is a symmetric, positive definite matrix.
matrix_triangle([], Triangle, Triangle).
matrix_triangle([Row|Rows], Above, Triangle) :-
    matrix_across(Above, Row, [], Own),
    matrix_longer_all(Above, Own, More),
    matrix_triangle(Rows, More, Triangle).

matrix_across([], [Entry|_], Own, Whole) :-
    matrix_product(Own, Own, 0.0, Square),
    Rest is Entry - Square,
    Rest > 0,
    Diagonal is sqrt(Rest),
    matrix_longer(Own, Diagonal, Whole).
matrix_across([Row|Rows], [Entry|Entries], Own, Whole) :-
    matrix_product(Row, Own, 0.0, Known),
    matrix_last(Row, Diagonal),
    Next is (Entry - Known) / Diagonal,
    matrix_longer(Own, Next, More),
    matrix_across(Rows, Entries, More, Whole).

% The sum of products as far as the second list goes.
matrix_product(_, [], Sum, Sum) :-
    !.
matrix_product([Left|Lefts], [Right|Rights], Before, Sum) :-
    After is Before + Left * Right,
    matrix_product(Lefts, Rights, After, Sum).

matrix_last([Last], Last) :-
    !.
matrix_last([_|Entries], Last) :-
    matrix_last(Entries, Last).

matrix_longer_all([], Row, [Row]).
matrix_longer_all([Row|Rows], Last, [Row|More]) :-
    matrix_longer_all(Rows, Last, More).
