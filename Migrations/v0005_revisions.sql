-- Revisions: what proves that nobody changed the past, and names for single revisions.

-- A SHA-256 hash, as 64 hexadecimal digits, over the digest of the revision before and everything
-- that the revision made and ended. Docs/revisions.md says what exactly. The program computes it
-- for the revisions that are there already, in the transaction of this script.
ALTER TABLE revision ADD COLUMN digest TEXT CHECK (length(digest) = 64);

CREATE INDEX namespace_made ON namespace (made_by);
CREATE INDEX namespace_ended ON namespace (ended_by) WHERE ended_by IS NOT NULL;
CREATE INDEX namespace_binding_made ON namespace_binding (made_by);
CREATE INDEX namespace_binding_ended
    ON namespace_binding (ended_by) WHERE ended_by IS NOT NULL;

-- A tag belongs to no revision: it may be set, moved and removed at any time.
CREATE TABLE tag (
    name       TEXT NOT NULL PRIMARY KEY CHECK (name <> ''),
    revision   INTEGER NOT NULL REFERENCES revision (number),
    created_at INTEGER NOT NULL,
    author     TEXT NOT NULL,
    message    TEXT NOT NULL
) STRICT;
