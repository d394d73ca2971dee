-- Dialects: every policy of a namespace, the kinds of routes, and the converters of namespaces.
--
-- A row of converter is one version of a thing, as those of v0001 are.

ALTER TABLE namespace ADD COLUMN refusal TEXT;
ALTER TABLE namespace ADD COLUMN groups TEXT;
ALTER TABLE namespace ADD COLUMN scheme TEXT;
ALTER TABLE namespace ADD COLUMN query TEXT;
ALTER TABLE namespace ADD COLUMN decoding TEXT;
ALTER TABLE namespace ADD COLUMN repeated_keys TEXT;
ALTER TABLE namespace ADD COLUMN empty_values TEXT;
ALTER TABLE namespace ADD COLUMN cast_failure TEXT;
ALTER TABLE namespace ADD COLUMN marks TEXT;
ALTER TABLE namespace ADD COLUMN cast_mark TEXT;

ALTER TABLE route ADD COLUMN kind TEXT CHECK (kind <> '');

-- The argument is JSON: a list of texts for allow, an object for map and affix, else NULL.
CREATE TABLE converter (
    version_id INTEGER PRIMARY KEY,
    namespace  INTEGER NOT NULL,
    name       TEXT NOT NULL CHECK (name <> ''),
    rule       TEXT NOT NULL CHECK (rule <> ''),
    argument   TEXT,
    made_by    INTEGER NOT NULL REFERENCES revision (number),
    ended_by   INTEGER REFERENCES revision (number) CHECK (ended_by > made_by)
) STRICT;

CREATE UNIQUE INDEX converter_live ON converter (namespace, name) WHERE ended_by IS NULL;
CREATE INDEX converter_made ON converter (made_by);
CREATE INDEX converter_ended ON converter (ended_by) WHERE ended_by IS NOT NULL;
