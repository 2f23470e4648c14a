"""How much a site carries: many real players at once, who know no rules, and a stopwatch."""
