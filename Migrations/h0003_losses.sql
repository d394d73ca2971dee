-- Hits that a recording process could not keep, because its queue was full: how many in a quarter of
-- an hour. They are in no other table.
CREATE TABLE loss (
    stream INTEGER NOT NULL REFERENCES stream (id),
    bucket INTEGER NOT NULL CHECK (bucket % 900 = 0), -- its beginning, in seconds
    hits   INTEGER NOT NULL CHECK (hits >= 1),
    PRIMARY KEY (stream, bucket)
) STRICT, WITHOUT ROWID;
