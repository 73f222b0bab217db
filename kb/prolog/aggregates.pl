% What aggregates of RDDL find in lists.

product_of([], 1).
product_of([Number|Numbers], Product) :-
    product_of(Number, Numbers, Product).

product_of(Product, [], Product).
product_of(Before, [Number|Numbers], Product) :-
    After is Before * Number,
    product_of(After, Numbers, Product).

least_of([Number|Numbers], Least) :-
    least_of(Numbers, Number, Least).

least_of([], Least, Least).
least_of([Number|Numbers], Before, Least) :-
    least(Before, Number, After),
    least_of(Numbers, After, Least).

greatest_of([Number|Numbers], Greatest) :-
    greatest_of(Numbers, Number, Greatest).

greatest_of([], Greatest, Greatest).
greatest_of([Number|Numbers], Before, Greatest) :-
    greatest(Before, Number, After),
    greatest_of(Numbers, After, Greatest).

% The item with the least, or the greatest, of some Value-Item; the first of several.
item_of_least([Value-Item|Pairs], Found) :-
    item_of_least(Pairs, Value, Item, Found).

item_of_least([], _, Item, Item).
item_of_least([Value-Item|Pairs], Before, First, Found) :-
    (   less(Value, Before)
    ->  item_of_least(Pairs, Value, Item, Found)
    ;   item_of_least(Pairs, Before, First, Found)
    ).

item_of_greatest([Value-Item|Pairs], Found) :-
    item_of_greatest(Pairs, Value, Item, Found).

item_of_greatest([], _, Item, Item).
item_of_greatest([Value-Item|Pairs], Before, First, Found) :-
    (   less(Before, Value)
    ->  item_of_greatest(Pairs, Value, Item, Found)
    ;   item_of_greatest(Pairs, Before, First, Found)
    ).
