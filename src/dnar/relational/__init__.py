"""Programs as queries over tables: one plan, for any database that speaks SQL."""
