-- Imports that can be taken back: what each run of an import did, which of the pruned hits were an
-- import's, and which imports were forgotten.

-- What a run brought of a log. Its lines are those that were new to the history, and those in
-- duplicate the ones that it met again.
CREATE TABLE import_run (
    import     INTEGER NOT NULL REFERENCES import (id),
    run        INTEGER NOT NULL CHECK (run >= 1),  -- from 1, in the order of the runs
    started_at INTEGER NOT NULL,
    name       TEXT NOT NULL,                      -- of the file that was read
    format     TEXT NOT NULL,
    options    TEXT NOT NULL,                      -- a JSON object, without what is usual
    imported   INTEGER NOT NULL CHECK (imported >= 0),
    duplicate  INTEGER NOT NULL CHECK (duplicate >= 0),
    rejected   INTEGER NOT NULL CHECK (rejected >= 0),
    skipped    INTEGER NOT NULL CHECK (skipped >= 0),
    first_time INTEGER,                            -- of its hits
    last_time  INTEGER,
    PRIMARY KEY (import, run)
) STRICT, WITHOUT ROWID;

-- What of the pruned part of the roll-ups, and of the pruned hits of the streams, is an import's.
-- Hits that were pruned before this table was there are not in it.
CREATE TABLE import_pruned (
    import    INTEGER NOT NULL,
    stream    INTEGER NOT NULL,
    bucket    INTEGER NOT NULL,
    namespace INTEGER NOT NULL,
    route     INTEGER NOT NULL,
    outcome   INTEGER NOT NULL,
    hits      INTEGER NOT NULL CHECK (hits >= 1),
    weight    INTEGER NOT NULL,
    duration  INTEGER NOT NULL,
    timed     INTEGER NOT NULL,
    PRIMARY KEY (import, stream, bucket, namespace, route, outcome)
) STRICT, WITHOUT ROWID;

-- The imports that were forgotten, and those that are being forgotten, which have no finished_at.
-- Their ids are not used again.
CREATE TABLE forgotten (
    id          INTEGER PRIMARY KEY CHECK (id >= 1),
    begun_at    INTEGER NOT NULL,
    finished_at INTEGER,
    hits        INTEGER NOT NULL DEFAULT 0 CHECK (hits >= 0) -- how many went, the pruned ones too
) STRICT;

-- How many hits of a stream are gone because their import was forgotten: they are not in pruned.
ALTER TABLE stream ADD COLUMN forgotten INTEGER NOT NULL DEFAULT 0 CHECK (forgotten >= 0);
