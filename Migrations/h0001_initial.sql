-- The history: every hit, in a tail of ordinary rows or in sealed segments, and what they sum up to.
--
-- Times are microseconds since 1970-01-01T00:00:00Z. A namespace, route, status or source that a
-- hit has not is 0, a duration is -1, a text is NULL.

CREATE TABLE migration (
    version    INTEGER PRIMARY KEY CHECK (version >= 1),
    name       TEXT NOT NULL,
    checksum   TEXT NOT NULL CHECK (length(checksum) = 16),
    applied_at INTEGER NOT NULL
) STRICT;

-- A recording process. Its hits are numbered from 1 up to hits; of these, pruned are gone.
CREATE TABLE stream (
    id     INTEGER PRIMARY KEY CHECK (id >= 1),
    key    BLOB NOT NULL UNIQUE CHECK (length(key) = 16),
    hits   INTEGER NOT NULL CHECK (hits >= 0),
    pruned INTEGER NOT NULL DEFAULT 0 CHECK (pruned >= 0)
) STRICT;

-- The newest hits, each a row, until there are enough for a segment.
CREATE TABLE tail (
    id         INTEGER PRIMARY KEY,
    time       INTEGER NOT NULL,
    namespace  INTEGER NOT NULL,
    route      INTEGER NOT NULL,
    revision   INTEGER NOT NULL,
    outcome    INTEGER NOT NULL,
    duration   INTEGER NOT NULL,
    status     INTEGER NOT NULL,
    weight     INTEGER NOT NULL,
    source     INTEGER NOT NULL,
    stream     INTEGER NOT NULL,
    sequence   INTEGER NOT NULL,
    url        BLOB NOT NULL,
    principal  BLOB,
    parameters BLOB,
    referrer   BLOB
) STRICT;

-- Sealed hits by columns. HitSegment.swift describes the bytes.
CREATE TABLE segment (
    id         INTEGER PRIMARY KEY CHECK (id >= 1),
    hits       INTEGER NOT NULL CHECK (hits >= 1),
    first_time INTEGER NOT NULL,
    last_time  INTEGER NOT NULL CHECK (last_time >= first_time),
    columns    BLOB NOT NULL,
    texts      BLOB NOT NULL
) STRICT;

-- Finds segments by time, and counts their hits, without a look at their pages.
CREATE INDEX segment_time ON segment (last_time, first_time, hits);

-- Sums of the hits of a quarter of an hour: their number, weight and duration, and the number of
-- those that have a duration. The pruned ones are those of the sums that are no longer in the file.
CREATE TABLE rollup (
    bucket          INTEGER NOT NULL CHECK (bucket % 900 = 0), -- its beginning, in seconds
    namespace       INTEGER NOT NULL,
    route           INTEGER NOT NULL,
    outcome         INTEGER NOT NULL,
    hits            INTEGER NOT NULL,
    weight          INTEGER NOT NULL,
    duration        INTEGER NOT NULL,
    timed           INTEGER NOT NULL,
    pruned_hits     INTEGER NOT NULL DEFAULT 0,
    pruned_weight   INTEGER NOT NULL DEFAULT 0,
    pruned_duration INTEGER NOT NULL DEFAULT 0,
    pruned_timed    INTEGER NOT NULL DEFAULT 0,
    PRIMARY KEY (bucket, namespace, route, outcome)
) STRICT, WITHOUT ROWID;

-- What retention took away, and when.
CREATE TABLE pruning (
    id        INTEGER PRIMARY KEY,
    pruned_at INTEGER NOT NULL,
    rule      TEXT NOT NULL,
    hits      INTEGER NOT NULL CHECK (hits >= 1)
) STRICT;
