-- Presentation: the values that a route requires, how its target is shown, and routes that are
-- reached by name alone. Those have the empty text for pattern, written and syntax.

-- A JSON object: the kind of each required value by its key.
ALTER TABLE route ADD COLUMN requirements TEXT CHECK (requirements <> '');
-- A JSON object, as Docs/plans.md describes it.
ALTER TABLE route ADD COLUMN presentation TEXT CHECK (presentation <> '');
