-- Segments of a second format, which have their URLs and their parameters in BLOBs of their own, so
-- that numbers, principals and referrers are read without them. HitSegment.swift describes the bytes.
-- A segment of the first format has neither, and all its texts in texts.
ALTER TABLE segment ADD COLUMN urls BLOB;
ALTER TABLE segment ADD COLUMN parameters BLOB;

-- Quarters of an hour all of whose hits were pruned: of their roll-ups everything is pruned, whatever
-- the pruned columns say. So a pruning need not change each of them.
CREATE TABLE pruned_bucket (
    bucket INTEGER PRIMARY KEY CHECK (bucket % 900 = 0) -- its beginning, in seconds
) STRICT;

-- The views of h0005_views.sql, with what is pruned in such quarters.
DROP VIEW hits_by_hour;

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

DROP VIEW hits_by_day;

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

-- A remainder is negative before 1970.
INSERT INTO rollup_day
SELECT bucket - (bucket % 86400 + 86400) % 86400, namespace, route, outcome,
    sum(hits), sum(weight), sum(pruned_hits), sum(pruned_weight)
FROM rollup
WHERE bucket < (SELECT max(bucket) - (max(bucket) % 86400 + 86400) % 86400 FROM rollup)
GROUP BY 1, 2, 3, 4;
