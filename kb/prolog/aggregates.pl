% What aggregates of RDDL find in lists.

product_of([], 1).
product_of([Number|Numbers], Product) :-
    product_of(Number, Numbers, Product).

product_of(Product, [], Product).
product_of(Before, [Number|Numbers], Product) :-
    After is Before * Number,
    product_of(After, Numbers, Product).

% The item of the best of some Value-Item; the first is kept where it compares so with another.
best_of(Keeps, [Value-Item|Pairs], Best) :-
    best_of(Pairs, Value, Item, Keeps, Best).

best_of([], _, Best, _, Best).
best_of([Value-Item|Pairs], Before, First, Keeps, Best) :-
    (   call(Keeps, Before, Value)
    ->  best_of(Pairs, Before, First, Keeps, Best)
    ;   best_of(Pairs, Value, Item, Keeps, Best)
    ).
