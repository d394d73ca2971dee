-- Route tests: requests, and what is expected of their resolutions.
--
-- A row of test_case is one version of a thing, as those of v0001 are.

-- The request and what is expected are JSON objects, as Docs/testing.md describes them.
CREATE TABLE test_case (
    version_id INTEGER PRIMARY KEY,
    id         INTEGER NOT NULL CHECK (id >= 1),
    name       TEXT CHECK (name <> ''),
    request    TEXT NOT NULL CHECK (request <> ''),
    expected   TEXT NOT NULL CHECK (expected <> ''),
    made_by    INTEGER NOT NULL REFERENCES revision (number),
    ended_by   INTEGER REFERENCES revision (number) CHECK (ended_by > made_by)
) STRICT;

CREATE UNIQUE INDEX test_case_live_id ON test_case (id) WHERE ended_by IS NULL;
CREATE UNIQUE INDEX test_case_live_name ON test_case (name)
    WHERE ended_by IS NULL AND name IS NOT NULL;
CREATE INDEX test_case_live_request ON test_case (request) WHERE ended_by IS NULL;
CREATE INDEX test_case_history ON test_case (id, made_by);
CREATE INDEX test_case_made ON test_case (made_by);
CREATE INDEX test_case_ended ON test_case (ended_by) WHERE ended_by IS NOT NULL;
