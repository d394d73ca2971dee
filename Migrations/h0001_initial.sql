-- The history: every hit, in a tail of ordinary rows or in sealed segments, and what they sum up to.
--
-- Times are microseconds since 1970-01-01T00:00:00Z. A namespace, route, status, client or source
-- that a hit has not is 0, a duration is -1, a text is NULL.

CREATE TABLE migration (
    version    INTEGER PRIMARY KEY CHECK (version >= 1),
    name       TEXT NOT NULL,
    checksum   TEXT NOT NULL CHECK (length(checksum) = 16),
    applied_at INTEGER NOT NULL
) STRICT;

-- Hits that one machine wrote, whatever its processes, or that another program numbers itself. They are
-- numbered from 1 up to hits; of these, pruned are gone by retention, and forgotten because their import
-- was forgotten. A stream goes on as long as its stamp is that of the lock beside the file
-- (HitsLock+Stamp.swift): a copy of the file, or a backup, has another one, and begins a new stream.
CREATE TABLE stream (
    id        INTEGER PRIMARY KEY CHECK (id >= 1),
    key       BLOB NOT NULL UNIQUE CHECK (length(key) = 16),
    hits      INTEGER NOT NULL CHECK (hits >= 0),
    pruned    INTEGER NOT NULL DEFAULT 0 CHECK (pruned >= 0),
    forgotten INTEGER NOT NULL DEFAULT 0 CHECK (forgotten >= 0),
    stamp     TEXT
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
    client     INTEGER NOT NULL, -- what the user agent tells of it (HitClient.swift)
    weight     INTEGER NOT NULL,
    source     INTEGER NOT NULL,
    stream     INTEGER NOT NULL,
    sequence   INTEGER NOT NULL,
    url        BLOB NOT NULL,
    principal  BLOB,
    parameters BLOB,
    referrer   BLOB,
    kind       BLOB, -- of route that was wanted, such as the method of a request
    attributes BLOB, -- a JSON object: what else of the request decided (HitAttributes.swift)
    user_agent BLOB
) STRICT;

-- Sealed hits by columns. HitSegment.swift describes the bytes.
CREATE TABLE segment (
    id         INTEGER PRIMARY KEY CHECK (id >= 1),
    hits       INTEGER NOT NULL CHECK (hits >= 1),
    first_time INTEGER NOT NULL,
    last_time  INTEGER NOT NULL CHECK (last_time >= first_time),
    columns    BLOB NOT NULL,
    texts      BLOB NOT NULL,
    urls       BLOB NOT NULL,
    parameters BLOB NOT NULL
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

-- Quarters of an hour all of whose hits were pruned: of their roll-ups everything is pruned, whatever
-- the pruned columns say. So a pruning need not change each of them.
CREATE TABLE pruned_bucket (
    bucket INTEGER PRIMARY KEY CHECK (bucket % 900 = 0) -- its beginning, in seconds
) STRICT;

-- The roll-ups of whole days in UTC, for every day before that of the newest roll-up: a report on
-- weeks reads them in place of many times as many roll-ups of quarters of an hour.
CREATE TABLE rollup_day (
    day           INTEGER NOT NULL CHECK (day % 86400 = 0), -- its beginning, in seconds
    namespace     INTEGER NOT NULL,
    route         INTEGER NOT NULL,
    outcome       INTEGER NOT NULL,
    hits          INTEGER NOT NULL,
    weight        INTEGER NOT NULL,
    pruned_hits   INTEGER NOT NULL,
    pruned_weight INTEGER NOT NULL,
    PRIMARY KEY (day, namespace, route, outcome)
) STRICT, WITHOUT ROWID;

-- Roll-ups without routes, for reports that do not ask about any: a quarter of an hour has a few of
-- them, and as many roll-ups by route as routes had hits.
CREATE TABLE rollup_total (
    bucket        INTEGER NOT NULL CHECK (bucket % 900 = 0), -- its beginning, in seconds
    namespace     INTEGER NOT NULL,
    outcome       INTEGER NOT NULL,
    hits          INTEGER NOT NULL,
    weight        INTEGER NOT NULL,
    pruned_hits   INTEGER NOT NULL,
    pruned_weight INTEGER NOT NULL,
    PRIMARY KEY (bucket, namespace, outcome)
) STRICT, WITHOUT ROWID;

-- How long the hits of a quarter of an hour took that are still in the file, as a histogram.
-- DurationHistogram+Bytes.swift describes the bytes.
CREATE TABLE rollup_duration (
    bucket    INTEGER NOT NULL CHECK (bucket % 900 = 0), -- its beginning, in seconds
    namespace INTEGER NOT NULL,
    outcome   INTEGER NOT NULL,
    histogram BLOB NOT NULL,
    PRIMARY KEY (bucket, namespace, outcome)
) STRICT, WITHOUT ROWID;

-- Parameters of queries whose values are summed up, such as utm_campaign.
CREATE TABLE summed_parameter (
    id   INTEGER PRIMARY KEY CHECK (id >= 1),
    name TEXT NOT NULL UNIQUE
) STRICT;

-- How many hits of a quarter of an hour that are still in the file have a value: of the parameter, or, where
-- the parameter is 0, of the client, by its number.
CREATE TABLE rollup_value (
    parameter INTEGER NOT NULL CHECK (parameter >= 0),
    bucket    INTEGER NOT NULL CHECK (bucket % 900 = 0), -- its beginning, in seconds
    value     TEXT NOT NULL,
    namespace INTEGER NOT NULL,
    outcome   INTEGER NOT NULL,
    hits      INTEGER NOT NULL,
    weight    INTEGER NOT NULL,
    PRIMARY KEY (parameter, bucket, value, namespace, outcome)
) STRICT, WITHOUT ROWID;

-- Quarters of an hour that have too many values of a parameter for rollup_value: a report reads their hits.
CREATE TABLE crowded_value (
    parameter INTEGER NOT NULL CHECK (parameter >= 1),
    bucket    INTEGER NOT NULL CHECK (bucket % 900 = 0), -- its beginning, in seconds
    PRIMARY KEY (parameter, bucket)
) STRICT, WITHOUT ROWID;

-- Quarters of an hour whose durations and values are not summed up, not yet or no longer: they have no rows
-- in rollup_duration, rollup_value and crowded_value, and a report reads their hits.
CREATE TABLE unsummed_bucket (
    bucket INTEGER PRIMARY KEY CHECK (bucket % 900 = 0) -- its beginning, in seconds
) STRICT;

-- What retention took away, and when.
CREATE TABLE pruning (
    id        INTEGER PRIMARY KEY,
    pruned_at INTEGER NOT NULL,
    rule      TEXT NOT NULL,
    hits      INTEGER NOT NULL CHECK (hits >= 1)
) STRICT;

-- A log, known by its lines and not by its name. Its hits have its id as their source. Of its
-- lines, those in duplicate are another log's as well, and are its hits; skipped are blank ones
-- and comments.
CREATE TABLE import (
    id          INTEGER PRIMARY KEY CHECK (id >= 1),
    name        TEXT NOT NULL,                       -- of the file that it was last read from
    first       INTEGER NOT NULL,                    -- the digest of its first line
    lines       INTEGER NOT NULL CHECK (lines >= 1), -- how many were dealt with
    bytes       INTEGER NOT NULL,                    -- how many these lines have, with their ends
    cut         INTEGER,                             -- how many the last has, if it had no end
    imported    INTEGER NOT NULL CHECK (imported >= 0),
    duplicate   INTEGER NOT NULL CHECK (duplicate >= 0),
    rejected    INTEGER NOT NULL CHECK (rejected >= 0),
    skipped     INTEGER NOT NULL CHECK (skipped >= 0),
    imported_at INTEGER NOT NULL,
    CHECK (lines = imported + duplicate + rejected + skipped)
) STRICT;

CREATE INDEX import_first ON import (first);

-- The digests of the lines of a log, 4 bytes for each, in runs of up to 4,096.
CREATE TABLE import_lines (
    import  INTEGER NOT NULL REFERENCES import (id),
    line    INTEGER NOT NULL CHECK (line >= 1), -- the number of the first one
    digests BLOB NOT NULL CHECK (length(digests) % 4 = 0),
    PRIMARY KEY (import, line)
) STRICT;

-- Lines that say nothing which could be kept.
CREATE TABLE reject (
    import      INTEGER NOT NULL REFERENCES import (id),
    line        INTEGER NOT NULL CHECK (line >= 1),
    offset      INTEGER NOT NULL, -- of the line's first byte in the log, decompressed
    place       INTEGER NOT NULL, -- of the mistake in the line, in bytes
    reason      TEXT NOT NULL,
    text        BLOB NOT NULL,    -- the beginning of the line
    rejected_at INTEGER NOT NULL,
    PRIMARY KEY (import, line)
) STRICT;

-- Hits that a recording process could not keep, because its queue was full: how many in a quarter of
-- an hour. They are in no other table.
CREATE TABLE loss (
    stream INTEGER NOT NULL REFERENCES stream (id),
    bucket INTEGER NOT NULL CHECK (bucket % 900 = 0), -- its beginning, in seconds
    hits   INTEGER NOT NULL CHECK (hits >= 1),
    PRIMARY KEY (stream, bucket)
) STRICT, WITHOUT ROWID;

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

-- Views for people who read the file with other programs: the roll-ups by hour and by day in UTC,
-- with texts instead of numbers. Docs/history.md describes them. RouteDB itself reads the tables
-- only.
--
-- A column that the table `hits` of `routedb sql` has too has the same name here. Hits without a
-- namespace or a route have NULL. The sums are those of `rollup`. The file does not hold the names
-- of routes: the view `live_route` of the registry does.

CREATE VIEW hits_by_hour AS
SELECT
    strftime('%Y-%m-%dT%H:00:00Z', rollup.bucket, 'unixepoch') AS hour,
    CASE outcome
        WHEN 1 THEN 'matched' WHEN 2 THEN 'unmatched' WHEN 3 THEN 'denied'
        WHEN 4 THEN 'challenged' WHEN 5 THEN 'invalid'
    END AS outcome,
    nullif(namespace, 0) AS namespace_id,
    nullif(route, 0) AS route_id,
    sum(hits) AS hits,
    sum(weight) AS weight,
    sum(duration) AS duration,
    sum(timed) AS timed,
    sum(iif(pruned_bucket.bucket IS NULL, pruned_hits, hits)) AS pruned_hits,
    sum(iif(pruned_bucket.bucket IS NULL, pruned_weight, weight)) AS pruned_weight
FROM rollup LEFT JOIN pruned_bucket ON pruned_bucket.bucket = rollup.bucket
GROUP BY 1, 2, 3, 4;

CREATE VIEW hits_by_day AS
SELECT
    strftime('%Y-%m-%d', rollup.bucket, 'unixepoch') AS day,
    CASE outcome
        WHEN 1 THEN 'matched' WHEN 2 THEN 'unmatched' WHEN 3 THEN 'denied'
        WHEN 4 THEN 'challenged' WHEN 5 THEN 'invalid'
    END AS outcome,
    nullif(namespace, 0) AS namespace_id,
    nullif(route, 0) AS route_id,
    sum(hits) AS hits,
    sum(weight) AS weight,
    sum(duration) AS duration,
    sum(timed) AS timed,
    sum(iif(pruned_bucket.bucket IS NULL, pruned_hits, hits)) AS pruned_hits,
    sum(iif(pruned_bucket.bucket IS NULL, pruned_weight, weight)) AS pruned_weight
FROM rollup LEFT JOIN pruned_bucket ON pruned_bucket.bucket = rollup.bucket
GROUP BY 1, 2, 3, 4;
