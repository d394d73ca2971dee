-- Apps: which apps open the links of a namespace. They do not affect resolving.
--
-- A row of app is one version of a thing, as those of v0001 are. What is NULL is empty.
CREATE TABLE app (
    version_id   INTEGER PRIMARY KEY,
    namespace    INTEGER NOT NULL,
    platform     TEXT NOT NULL CHECK (platform <> ''),
    -- As in ABCDE12345.com.example.app for iOS, the package for Android.
    app          TEXT NOT NULL CHECK (app <> ''),
    name         TEXT CHECK (name <> ''),
    -- JSON arrays of texts: certificates of an Android app, and which routes it opens for, such as
    -- ["group:shop"].
    fingerprints TEXT CHECK (fingerprints <> ''),
    includes     TEXT CHECK (includes <> ''),
    excludes     TEXT CHECK (excludes <> ''),
    made_by      INTEGER NOT NULL REFERENCES revision (number),
    ended_by     INTEGER REFERENCES revision (number) CHECK (ended_by > made_by)
) STRICT;

CREATE UNIQUE INDEX app_live ON app (namespace, platform, app) WHERE ended_by IS NULL;
CREATE INDEX app_made ON app (made_by);
CREATE INDEX app_ended ON app (ended_by) WHERE ended_by IS NOT NULL;

CREATE VIEW live_app AS
SELECT
    n.name AS namespace,
    a.platform,
    a.app,
    a.name,
    a.fingerprints,
    a.includes,
    a.excludes,
    a.namespace AS namespace_id,
    a.made_by,
    strftime('%Y-%m-%dT%H:%M:%SZ', v.created_at / 1000000, 'unixepoch') AS made_at
FROM app AS a
LEFT JOIN namespace AS n ON n.id = a.namespace AND n.ended_by IS NULL
LEFT JOIN revision AS v ON v.number = a.made_by
WHERE a.ended_by IS NULL;
