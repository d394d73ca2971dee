-- Suppressions: findings of lint that somebody has looked at and wants to keep.
--
-- A row of suppression is one version of a thing, as those of v0001 are. What is NULL does not
-- matter; a name is that of a parameter, key or converter, or the number of an access rule.
CREATE TABLE suppression (
    version_id  INTEGER PRIMARY KEY,
    id          INTEGER NOT NULL CHECK (id >= 1),
    code        TEXT NOT NULL CHECK (code <> ''),
    route       INTEGER,
    other_route INTEGER,
    namespace   INTEGER,
    name        TEXT CHECK (name <> ''),
    reason      TEXT NOT NULL CHECK (reason <> ''),
    made_by     INTEGER NOT NULL REFERENCES revision (number),
    ended_by    INTEGER REFERENCES revision (number) CHECK (ended_by > made_by),
    CHECK (route IS NOT NULL OR namespace IS NOT NULL OR name IS NOT NULL),
    CHECK (other_route IS NULL OR route IS NOT NULL)
) STRICT;

CREATE UNIQUE INDEX suppression_live_id ON suppression (id) WHERE ended_by IS NULL;
CREATE INDEX suppression_live_route ON suppression (route) WHERE ended_by IS NULL;
CREATE INDEX suppression_live_other ON suppression (other_route) WHERE ended_by IS NULL;
CREATE INDEX suppression_history ON suppression (id, made_by);
CREATE INDEX suppression_made ON suppression (made_by);
CREATE INDEX suppression_ended ON suppression (ended_by) WHERE ended_by IS NOT NULL;
