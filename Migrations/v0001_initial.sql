-- The registry: revisions, and what each of them made and ended.
--
-- A row of namespace, namespace_binding, route and default_value is one version of a thing. It is
-- there for every revision r with made_by <= r and (ended_by IS NULL or r < ended_by). A committed
-- row is never changed but for ended_by, once. Docs/schema.md numbers the invariants.

CREATE TABLE migration (
    version    INTEGER PRIMARY KEY CHECK (version >= 1),
    name       TEXT NOT NULL,
    checksum   TEXT NOT NULL CHECK (length(checksum) = 16),
    applied_at INTEGER NOT NULL
) STRICT;

CREATE TABLE revision (
    number     INTEGER PRIMARY KEY CHECK (number >= 1),
    created_at INTEGER NOT NULL,
    author     TEXT NOT NULL,
    message    TEXT NOT NULL,
    source     TEXT NOT NULL
) STRICT;

CREATE TABLE namespace (
    version_id       INTEGER PRIMARY KEY,
    id               INTEGER NOT NULL CHECK (id >= 1),
    name             TEXT NOT NULL CHECK (name <> ''),
    profile          TEXT NOT NULL,
    choice           TEXT,
    registration     TEXT,
    host             TEXT,
    fragment         TEXT,
    plus             TEXT,
    repeated_slashes TEXT,
    trailing_slash   TEXT,
    letter_case      TEXT,
    fallback         INTEGER CHECK (fallback <> id),
    fallback_target  TEXT,
    made_by          INTEGER NOT NULL REFERENCES revision (number),
    ended_by         INTEGER REFERENCES revision (number) CHECK (ended_by > made_by)
) STRICT;

CREATE UNIQUE INDEX namespace_live_id ON namespace (id) WHERE ended_by IS NULL;
CREATE UNIQUE INDEX namespace_live_name ON namespace (name) WHERE ended_by IS NULL;
CREATE INDEX namespace_history ON namespace (id, made_by);

-- One row for each pair of a scheme and a host; NULL takes any.
CREATE TABLE namespace_binding (
    version_id INTEGER PRIMARY KEY,
    namespace  INTEGER NOT NULL,
    scheme     TEXT CHECK (scheme <> ''),
    host       TEXT CHECK (host <> ''),
    made_by    INTEGER NOT NULL REFERENCES revision (number),
    ended_by   INTEGER REFERENCES revision (number) CHECK (ended_by > made_by),
    CHECK (scheme IS NOT NULL OR host IS NOT NULL)
) STRICT;

CREATE UNIQUE INDEX namespace_binding_live
    ON namespace_binding (ifnull(scheme, ''), ifnull(host, '')) WHERE ended_by IS NULL;
CREATE INDEX namespace_binding_history ON namespace_binding (namespace, made_by);

CREATE TABLE route (
    version_id  INTEGER PRIMARY KEY,
    id          INTEGER NOT NULL CHECK (id >= 1),
    namespace   INTEGER NOT NULL,
    name        TEXT CHECK (name <> ''),
    route_group TEXT CHECK (route_group <> ''),
    pattern     TEXT NOT NULL,
    written     TEXT NOT NULL,
    syntax      TEXT NOT NULL,
    target      TEXT NOT NULL CHECK (target <> ''),
    priority    INTEGER NOT NULL CHECK (priority BETWEEN -2147483648 AND 2147483647),
    is_enabled  INTEGER NOT NULL CHECK (is_enabled IN (0, 1)),
    made_by     INTEGER NOT NULL REFERENCES revision (number),
    ended_by    INTEGER REFERENCES revision (number) CHECK (ended_by > made_by)
) STRICT;

CREATE UNIQUE INDEX route_live_id ON route (id) WHERE ended_by IS NULL;
CREATE INDEX route_live_pattern ON route (namespace, pattern) WHERE ended_by IS NULL;
CREATE UNIQUE INDEX route_live_name
    ON route (name, namespace, ifnull(route_group, ''))
    WHERE ended_by IS NULL AND name IS NOT NULL;
CREATE INDEX route_history ON route (id, made_by);
CREATE INDEX route_made ON route (made_by);
CREATE INDEX route_ended ON route (ended_by) WHERE ended_by IS NOT NULL;

-- The scope is a route, or a namespace, or a group of a namespace.
CREATE TABLE default_value (
    version_id  INTEGER PRIMARY KEY,
    namespace   INTEGER,
    route_group TEXT CHECK (route_group <> ''),
    route       INTEGER,
    key         TEXT NOT NULL CHECK (key <> ''),
    value       TEXT NOT NULL,
    made_by     INTEGER NOT NULL REFERENCES revision (number),
    ended_by    INTEGER REFERENCES revision (number) CHECK (ended_by > made_by),
    CHECK ((route IS NULL) = (namespace IS NOT NULL)),
    CHECK (route_group IS NULL OR namespace IS NOT NULL)
) STRICT;

CREATE UNIQUE INDEX default_value_live_route
    ON default_value (route, key) WHERE ended_by IS NULL AND route IS NOT NULL;
CREATE UNIQUE INDEX default_value_live_scope
    ON default_value (namespace, ifnull(route_group, ''), key)
    WHERE ended_by IS NULL AND namespace IS NOT NULL;
CREATE INDEX default_value_made ON default_value (made_by);
CREATE INDEX default_value_ended ON default_value (ended_by) WHERE ended_by IS NOT NULL;
