"""A domain with actions of all types, invariants and an end."""

DOMAIN = """
domain shop {
    types { item : object; mood : {@low, @high}; };
    pvariables {
        PRICE(item) : { non-fluent, real, default = 2.0 };
        STOCK       : { non-fluent, int, default = 3 };
        here(item)  : { state-fluent, bool, default = true };
        cash        : { state-fluent, real, default = 0.0 };
        days        : { state-fluent, int, default = 0 };
        mood-now    : { state-fluent, mood, default = @low };
        sell(item)  : { action-fluent, bool, default = false };
        discount    : { action-fluent, real, default = 0.0 };
        wait        : { action-fluent, int, default = 0 };
    };
    cpfs {
        here'(?i) = here(?i) ^ ~sell(?i);
        cash' = cash + sum_{?i : item} sell(?i) * (PRICE(?i) - discount);
        days' = days + 1 + wait;
        mood-now' = if (Bernoulli(0.5)) then @high else @low;
    };
    reward = cash' - cash;
    action-preconditions {
        forall_{?i : item} (sell(?i) => here(?i));
        discount >= 0; discount < 1;
        wait >= 0; wait <= STOCK;
    };
    state-invariants { days <= 8; };
    termination { forall_{?i : item} ~here(?i); };
}
"""

INSTANCE = """
instance small {
    domain = shop;
    objects { item : {cup, pot}; };
    non-fluents { PRICE(pot) = 5; };
    init-state { ~here(cup); };
    max-nondef-actions = 2;
    horizon = 6;
    discount = 0.9;
}
"""
