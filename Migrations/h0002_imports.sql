-- Logs that were imported: how far, and what of them could not be kept.

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
