% What the engine leaves to Python, for programs that run without relgym: computed(Function, Arguments, Value). A draw has
% its parameters as arguments, and last the number U in [0, 1) that decides it: its value is the quantile of U. Where
% there is no least value, a smaller U counts as 2 ** -54.

computed(hypot, [X, Y], Length) :-
    !,
    Length is sqrt(X * X + Y * Y).
computed(lngamma, [X], Value) :-
    !,
    Value is lgamma(X).
computed(gamma, [X], Value) :-
    X > 0,
    !,
    Value is exp(lgamma(X)).
computed('Uniform', [Low, High, U], X) :-
    Low =< High,
    !,
    X is Low + (High - Low) * U.
computed('Normal', [Mean, Variance, U], X) :-
    Variance >= 0,
    !,
    standard_normal(U, Z),
    X is Mean + sqrt(Variance) * Z.
computed('Exponential', [Scale, U], X) :-
    Scale >= 0,
    !,
    waiting(U, W),
    X is Scale * W.
computed('Weibull', [Shape, Scale, U], X) :-
    Shape > 0, Scale > 0,
    !,
    waiting(U, W),
    X is Scale * W ** (1 / float(Shape)).
computed('Pareto', [Shape, Scale, U], X) :-
    Shape > 0, Scale > 0,
    !,
    waiting(U, W),
    X is Scale * exp(W / float(Shape)).
computed('Gompertz', [Shape, Scale, U], X) :-
    Shape > 0, Scale > 0,
    !,
    waiting(U, W),
    Share is W / float(Shape),
    log_of_one_and(Share, Log),
    X is Log / float(Scale).
computed('Kumaraswamy', [A, B, U], X) :-
    A > 0, B > 0,
    !,
    waiting(U, W),
    Share is W / float(B),
    chance_within(Share, Chance),
    X is Chance ** (1 / float(A)).
computed('Laplace', [Mean, Scale, U], X) :-
    Scale > 0,
    !,
    (   U < 0.5
    ->  X is Mean + Scale * log(2 * max(U, 2.0 ** -54))
    ;   X is Mean - Scale * log(2 * (1 - U))
    ).
computed('Gumbel', [Mean, Scale, U], X) :-
    Scale > 0,
    !,
    X is Mean - Scale * log(-log(max(U, 2.0 ** -54))).
computed('Cauchy', [Mean, Scale, U], X) :-
    Scale > 0,
    !,
    (   U < 0.5
    ->  X is Mean - Scale / tan(pi * max(U, 2.0 ** -54))
    ;   X is Mean + Scale / tan(pi * (1 - U))
    ).
computed('Geometric', [Probability, U], Trials) :-
    Probability > 0, Probability =< 1,
    !,
    (   Probability =:= 1
    ->  Trials = 1
    ;   waiting(U, W),
        waiting(Probability, One),
        Trials is floor(W / One) + 1
    ).
computed('Poisson', [Rate, U], Count) :-
    Rate >= 0, Rate < 700,
    !,
    Term is exp(-Rate),
    poisson(0, Term, Term, Rate, U, Count).
computed('Binomial', [Trials, Probability, U], Count) :-
    integer(Trials), Trials >= 0, Probability >= 0, Probability =< 1,
    !,
    (   Probability =:= 1
    ->  Count = Trials
    ;   Odds is Probability / (1 - float(Probability)),
        Term is (1 - float(Probability)) ** Trials,
        binomial(0, Term, Term, Trials, Odds, U, Count)
    ).

computed('NegativeBinomial', [Successes, Probability, U], Count) :-
    Successes > 0, Probability > 0, Probability =< 1,
    !,
    Failure is 1 - Probability,
    Term is float(Probability) ** Successes,
    negative_binomial(0, Term, Term, Successes, Failure, U, Count).
computed('Gamma', [Shape, Scale, U], X) :-
    Shape > 0, Scale > 0,
    !,
    inverse(gamma_within(Shape), 0.0, Shape, U, Found),
    X is Scale * Found.
computed('ChiSquare', [Degrees, U], X) :-
    Degrees > 0,
    !,
    Shape is Degrees / 2.0,
    inverse(gamma_within(Shape), 0.0, Shape, U, Found),
    X is 2 * Found.
computed('Beta', [A, B, U], X) :-
    A > 0, B > 0,
    !,
    bisected(beta_within(A, B), 0.0, 1.0, U, X).
computed('Student', [Degrees, U], X) :-
    Degrees > 0,
    !,
    (   U =:= 0.5
    ->  X = 0.0
    ;   Side is 2 * min(max(U, 2.0 ** -54), 1 - U),
        Half is Degrees / 2.0,
        bisected(beta_within(Half, 0.5), 0.0, 1.0, Side, Share),
        X is sign(U - 0.5) * sqrt(Degrees * (1 - Share) / Share)
    ).

% The least count whose cumulative probability, Sum so far, is above U.
poisson(Count, Term, Sum, Rate, U, Found) :-
    Next is Count + 1,
    Following is Term * (Rate / Next),
    (   Sum > U
    ->  Found = Count
    ;   Sum + Following =:= Sum
    ->  Found = Next
    ;   Total is Sum + Following,
        poisson(Next, Following, Total, Rate, U, Found)
    ).

binomial(Count, Term, Sum, Trials, Odds, U, Found) :-
    (   ( Sum > U ; Count >= Trials )
    ->  Found = Count
    ;   Next is Count + 1,
        Following is Term * Odds * (Trials - Count) / Next,
        Total is Sum + Following,
        binomial(Next, Following, Total, Trials, Odds, U, Found)
    ).

negative_binomial(Count, Term, Sum, Successes, Failure, U, Found) :-
    Next is Count + 1,
    Following is Term * Failure * (Successes + Count) / Next,
    (   ( Sum > U ; Sum + Following =:= Sum, Following =< Term )
    ->  Found = Count
    ;   Total is Sum + Following,
        negative_binomial(Next, Following, Total, Successes, Failure, U, Found)
    ).

% The number up to which a distribution has the probability Y: it is looked for from Low on, first beyond High.
% call(Distribution, X, Within, Beyond) gives the probabilities of up to X and of more, each exactly where it is small.
inverse(Function, Low, High, Y, X) :-
    (   is_below(Function, High, Y)
    ->  Double is 2 * High,
        inverse(Function, High, Double, Y, X)
    ;   bisected(Function, Low, High, Y, X)
    ).

bisected(Function, Low, High, Y, X) :-
    Middle is (Low + High) / 2.0,
    (   ( Middle =:= Low ; Middle =:= High )
    ->  X = Middle
    ;   is_below(Function, Middle, Y)
    ->  bisected(Function, Middle, High, Y, X)
    ;   bisected(Function, Low, Middle, Y, X)
    ).

is_below(Function, X, Y) :-
    call(Function, X, Within, Beyond),
    (   Y =< 0.5
    ->  Within < Y
    ;   Beyond > 1 - Y
    ).

% The regularised lower incomplete gamma function: a series for small X, a continued fraction for large.
gamma_within(Shape, X, Within, Beyond) :-
    (   X =< 0
    ->  Within = 0.0, Beyond = 1.0
    ;   Scale is exp(Shape * log(X) - X - lgamma(Shape)),
        (   X < Shape + 1
        ->  Term is 1.0 / Shape,
            gamma_series(Shape, X, Term, Term, Sum),
            Within is Scale * Sum,
            Beyond is 1 - Within
        ;   First is X + 1 - Shape,
            Start is 1.0 / First,
            gamma_fraction(1, Shape, First, 1.0e300, Start, Start, Fraction),
            Beyond is Scale * Fraction,
            Within is 1 - Beyond
        )
    ).

gamma_series(Shape, X, Term, Sum, Value) :-
    Next is Shape + 1,
    Following is Term * X / Next,
    Total is Sum + Following,
    (   Total =:= Sum
    ->  Value = Sum
    ;   gamma_series(Next, X, Following, Total, Value)
    ).

% Continued fractions by the method of W. J. Lentz, Applied Optics 15 (1976).
gamma_fraction(N, Shape, B, C, D, H, Value) :-
    Factor is -N * (N - Shape),
    NextB is B + 2,
    NextD is 1.0 / (Factor * D + NextB),
    NextC is NextB + Factor / C,
    Change is NextD * NextC,
    NextH is H * Change,
    (   ( abs(Change - 1) < 1.0e-16 ; N > 10000 )
    ->  Value = NextH
    ;   Next is N + 1,
        gamma_fraction(Next, Shape, NextB, NextC, NextD, NextH, Value)
    ).

% The regularised incomplete beta function.
beta_within(A, B, X, Within, Beyond) :-
    Other is 1 - X,
    (   X > (A + 1) / float(A + B + 2)
    ->  beta_part(B, A, Other, X, Beyond),
        Within is 1 - Beyond
    ;   beta_part(A, B, X, Other, Within),
        Beyond is 1 - Within
    ).

beta_part(A, B, X, Other, Value) :-
    (   X =< 0
    ->  Value = 0.0
    ;   Scale is exp(lgamma(A + B) - lgamma(A) - lgamma(B) + A * log(X) + B * log(Other)) / A,
        Start is 1.0 / (1 - (A + B) * X / (A + 1)),
        beta_fraction(1, A, B, X, 1.0, Start, Start, Fraction),
        Value is Scale * Fraction
    ).

beta_fraction(M, A, B, X, C, D, H, Value) :-
    Even is M * (B - M) * X / ((A + 2 * M - 1) * (A + 2 * M)),
    D1 is 1.0 / (1 + Even * D),
    C1 is 1 + Even / C,
    H1 is H * D1 * C1,
    Odd is -(A + M) * (A + B + M) * X / ((A + 2 * M) * (A + 2 * M + 1)),
    D2 is 1.0 / (1 + Odd * D1),
    C2 is 1 + Odd / C1,
    Change is D2 * C2,
    H2 is H1 * Change,
    (   ( abs(Change - 1) < 1.0e-16 ; M > 10000 )
    ->  Value = H2
    ;   Next is M + 1,
        beta_fraction(Next, A, B, X, C2, D2, H2, Value)
    ).

% -log(1 - U), the quantile of a waiting time with the mean 1.
waiting(U, W) :-
    Negative is -U,
    log_of_one_and(Negative, Log),
    W is -Log.

% log(1 + X), exact for small X, too.
log_of_one_and(X, Log) :-
    Sum is 1 + X,
    (   Sum =:= 1
    ->  Log is float(X)
    ;   Log is log(Sum) * (X / float(Sum - 1))
    ).

% 1 - exp(-X), exact for small X, too.
chance_within(X, Chance) :-
    Rest is exp(-X),
    (   Rest =:= 1
    ->  Chance is float(X)
    ;   Rest =:= 0
    ->  Chance = 1.0
    ;   Chance is (1 - Rest) * X / -log(Rest)
    ).

% The quantiles of the standard normal distribution: algorithm AS 241 of M. J. Wichura, Applied Statistics 37 (1988).
standard_normal(U, Z) :-
    P is max(U, 2.0 ** -54),
    Q is P - 0.5,
    (   abs(Q) =< 0.425
    ->  R is 0.180625 - Q * Q,
        polynomial([2509.0809287301226727, 33430.575583588128105, 67265.770927008700853, 45921.953931549871457,
                    13731.693765509461125, 1971.5909503065514427, 133.14166789178437745, 3.387132872796366608], R, Above),
        polynomial([5226.495278852854561, 28729.085735721942674, 39307.89580009271061, 21213.794301586595867,
                    5394.1960214247511077, 687.1870074920579083, 42.313330701600911252, 1.0], R, Below),
        Z is Above * Q / Below
    ;   Tail is min(P, 1 - P),
        Root is sqrt(-log(Tail)),
        (   Root =< 5.0
        ->  R is Root - 1.6,
            polynomial([7.7454501427834140764e-4, 2.27238449892691845833e-2, 0.24178072517745061177,
                        1.27045825245236838258, 3.64784832476320460504, 5.7694972214606914055,
                        4.6303378461565452959, 1.42343711074968357734], R, Above),
            polynomial([1.05075007164441684324e-9, 5.475938084995344946e-4, 1.51986665636164571966e-2,
                        0.14810397642748007459, 0.68976733498510000455, 1.6763848301838038494,
                        2.05319162663775882187, 1.0], R, Below)
        ;   R is Root - 5.0,
            polynomial([2.01033439929228813265e-7, 2.71155556874348757815e-5, 1.2426609473880784386e-3,
                        2.65321895265761230930e-2, 0.29656057182850489123, 1.7848265399172913358,
                        5.4637849111641143699, 6.6579046435011037772], R, Above),
            polynomial([2.04426310338993978564e-15, 1.4215117583164458887e-7, 1.8463183175100546818e-5,
                        7.868691311456132591e-4, 1.48753612908506148525e-2, 0.13692988092273580531,
                        0.59983220655588793769, 1.0], R, Below)
        ),
        Z is sign(Q) * Above / Below
    ).

% The value at X of a polynomial, by its coefficients, that of the highest power first.
polynomial(Coefficients, X, Value) :-
    polynomial(Coefficients, X, 0.0, Value).

polynomial([], _, Value, Value).
polynomial([Coefficient|Coefficients], X, Before, Value) :-
    After is Before * X + Coefficient,
    polynomial(Coefficients, X, After, Value).
