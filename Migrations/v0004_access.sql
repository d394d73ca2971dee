-- Access: who may reach what.
--
-- A row of access_rule is one version of a thing, as those of v0001 are.

ALTER TABLE namespace ADD COLUMN access TEXT NOT NULL DEFAULT 'open' CHECK (access <> '');

-- The scope is a route, or a namespace, or a group of a namespace. The name of the subject is that
-- of the principal, role or claim, and the value, as JSON, that of the claim. The conditions are a
-- JSON list of texts, as Docs/access.md describes them.
CREATE TABLE access_rule (
    version_id    INTEGER PRIMARY KEY,
    id            INTEGER NOT NULL CHECK (id >= 1),
    namespace     INTEGER,
    route_group   TEXT CHECK (route_group <> ''),
    route         INTEGER,
    effect        TEXT NOT NULL CHECK (effect <> ''),
    target        TEXT CHECK (target <> ''),
    subject       TEXT NOT NULL CHECK (subject <> ''),
    subject_name  TEXT CHECK (subject_name <> ''),
    subject_value TEXT,
    conditions    TEXT NOT NULL,
    is_shadow     INTEGER NOT NULL CHECK (is_shadow IN (0, 1)),
    until         INTEGER,
    code          TEXT CHECK (code <> ''),
    message       TEXT CHECK (message <> ''),
    made_by       INTEGER NOT NULL REFERENCES revision (number),
    ended_by      INTEGER REFERENCES revision (number) CHECK (ended_by > made_by),
    CHECK ((route IS NULL) = (namespace IS NOT NULL)),
    CHECK (route_group IS NULL OR namespace IS NOT NULL)
) STRICT;

CREATE UNIQUE INDEX access_rule_live_id ON access_rule (id) WHERE ended_by IS NULL;
CREATE INDEX access_rule_live_scope
    ON access_rule (ifnull(namespace, 0), ifnull(route_group, ''), ifnull(route, 0), subject,
        ifnull(subject_name, ''), conditions)
    WHERE ended_by IS NULL;
CREATE INDEX access_rule_history ON access_rule (id, made_by);
CREATE INDEX access_rule_made ON access_rule (made_by);
CREATE INDEX access_rule_ended ON access_rule (ended_by) WHERE ended_by IS NOT NULL;
