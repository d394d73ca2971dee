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

INSERT INTO rollup_total
SELECT bucket, namespace, outcome, sum(hits), sum(weight), sum(pruned_hits), sum(pruned_weight)
FROM rollup GROUP BY 1, 2, 3;

-- How long the hits of a quarter of an hour took that are still in the file, as a histogram.
-- DurationHistogram+Bytes.swift describes the bytes.
CREATE TABLE rollup_duration (
    bucket    INTEGER NOT NULL CHECK (bucket % 900 = 0), -- its beginning, in seconds
    namespace INTEGER NOT NULL,
    outcome   INTEGER NOT NULL,
    histogram BLOB NOT NULL,
    PRIMARY KEY (bucket, namespace, outcome)
) STRICT, WITHOUT ROWID;

-- Quarters of an hour whose durations are not summed up, not yet or no longer: they have no rows in
-- rollup_duration, and a report reads their hits.
CREATE TABLE unsummed_bucket (
    bucket INTEGER PRIMARY KEY CHECK (bucket % 900 = 0) -- its beginning, in seconds
) STRICT;

INSERT INTO unsummed_bucket
SELECT DISTINCT bucket FROM rollup
WHERE hits > pruned_hits AND bucket NOT IN (SELECT bucket FROM pruned_bucket);
