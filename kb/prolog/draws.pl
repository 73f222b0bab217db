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
