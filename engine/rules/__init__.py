"""The types a ruleset is made of, and the texts of its clauses, options and elements."""
