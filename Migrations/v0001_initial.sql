-- The registry: revisions, and what each of them made and ended.
--
-- A row of a table with version_id is one version of a thing. It is there for every revision r with
-- made_by <= r and (ended_by IS NULL OR r < ended_by). A committed row is never changed but for
-- ended_by, once. Docs/schema.md numbers the invariants.

CREATE TABLE migration (
    version    INTEGER PRIMARY KEY CHECK (version >= 1),
    name       TEXT NOT NULL,
    checksum   TEXT NOT NULL CHECK (length(checksum) = 16),
    applied_at INTEGER NOT NULL
) STRICT;

-- The digest proves that nobody changed the past: a SHA-256 hash, as 64 hexadecimal digits, over
-- the digest of the revision before and everything that the revision made and ended.
-- Docs/revisions.md says what exactly.
CREATE TABLE revision (
    number     INTEGER PRIMARY KEY CHECK (number >= 1),
    created_at INTEGER NOT NULL,
    author     TEXT NOT NULL,
    message    TEXT NOT NULL,
    source     TEXT NOT NULL,
    digest     TEXT CHECK (length(digest) = 64) -- NULL until the revision is complete
) STRICT;

-- A tag belongs to no revision: it may be set, moved and removed at any time.
CREATE TABLE tag (
    name       TEXT NOT NULL PRIMARY KEY CHECK (name <> ''),
    revision   INTEGER NOT NULL REFERENCES revision (number),
    created_at INTEGER NOT NULL,
    author     TEXT NOT NULL,
    message    TEXT NOT NULL
) STRICT;

-- The policies, from choice to cast_mark, are NULL where the profile sets them.
CREATE TABLE namespace (
    version_id       INTEGER PRIMARY KEY,
    id               INTEGER NOT NULL CHECK (id >= 1),
    name             TEXT NOT NULL CHECK (name <> ''),
    profile          TEXT NOT NULL,
    choice           TEXT,
    refusal          TEXT,
    registration     TEXT,
    groups           TEXT,
    scheme           TEXT,
    host             TEXT,
    query            TEXT,
    fragment         TEXT,
    decoding         TEXT,
    plus             TEXT,
    repeated_keys    TEXT,
    repeated_slashes TEXT,
    trailing_slash   TEXT,
    letter_case      TEXT,
    empty_values     TEXT,
    cast_failure     TEXT,
    marks            TEXT,
    cast_mark        TEXT,
    fallback         INTEGER CHECK (fallback <> id),
    fallback_target  TEXT,
    access           TEXT NOT NULL DEFAULT 'open' CHECK (access <> ''),
    made_by          INTEGER NOT NULL REFERENCES revision (number),
    ended_by         INTEGER REFERENCES revision (number) CHECK (ended_by > made_by)
) STRICT;

CREATE UNIQUE INDEX namespace_live_id ON namespace (id) WHERE ended_by IS NULL;
CREATE UNIQUE INDEX namespace_live_name ON namespace (name) WHERE ended_by IS NULL;
CREATE INDEX namespace_history ON namespace (id, made_by);
CREATE INDEX namespace_made ON namespace (made_by);
CREATE INDEX namespace_ended ON namespace (ended_by) WHERE ended_by IS NOT NULL;

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
CREATE INDEX namespace_binding_made ON namespace_binding (made_by);
CREATE INDEX namespace_binding_ended
    ON namespace_binding (ended_by) WHERE ended_by IS NOT NULL;

-- A route that is reached by name alone has the empty text for pattern, written and syntax. Labels
-- and the note do not affect resolving.
CREATE TABLE route (
    version_id   INTEGER PRIMARY KEY,
    id           INTEGER NOT NULL CHECK (id >= 1),
    namespace    INTEGER NOT NULL,
    name         TEXT CHECK (name <> ''),
    route_group  TEXT CHECK (route_group <> ''),
    kind         TEXT CHECK (kind <> ''),
    pattern      TEXT NOT NULL,
    written      TEXT NOT NULL,
    syntax       TEXT NOT NULL,
    target       TEXT NOT NULL CHECK (target <> ''),
    priority     INTEGER NOT NULL CHECK (priority BETWEEN -2147483648 AND 2147483647),
    is_enabled   INTEGER NOT NULL CHECK (is_enabled IN (0, 1)),
    -- A JSON object: the kind of each required value by its key.
    requirements TEXT CHECK (requirements <> ''),
    -- A JSON object: how the target is shown, as Docs/plans.md describes it.
    presentation TEXT CHECK (presentation <> ''),
    -- A JSON object of texts, sorted by key: {"owner":"growth","tier":"1"}.
    labels       TEXT CHECK (labels <> ''),
    note         TEXT CHECK (note <> ''),
    -- A JSON object: {"to":"/people/{id}","status":301}, or {"status":410} for what is gone.
    redirect     TEXT CHECK (redirect <> ''),
    -- The time in which the route takes requests, in microseconds since 1970.
    starts       INTEGER,
    ends         INTEGER CHECK (ends > starts),
    made_by      INTEGER NOT NULL REFERENCES revision (number),
    ended_by     INTEGER REFERENCES revision (number) CHECK (ended_by > made_by)
) STRICT;

CREATE UNIQUE INDEX route_live_id ON route (id) WHERE ended_by IS NULL;
-- The kind finds a route among those of a pattern; methods of HTTP are written in any case.
CREATE INDEX route_live_pattern ON route (namespace, pattern, kind COLLATE NOCASE)
    WHERE ended_by IS NULL;
CREATE UNIQUE INDEX route_live_name
    ON route (name, namespace, ifnull(route_group, ''))
    WHERE ended_by IS NULL AND name IS NOT NULL;
-- The routes of a group, and whether a scope covers any route.
CREATE INDEX route_live_group ON route (route_group, namespace)
    WHERE ended_by IS NULL AND route_group IS NOT NULL;
-- The routes to a target, and to those below it.
CREATE INDEX route_live_target ON route (target) WHERE ended_by IS NULL;
-- The routes of a namespace in the order of registration, page by page; with the column of its condition, it
-- counts routes without reading them.
CREATE INDEX route_live_place ON route (namespace, id, ended_by) WHERE ended_by IS NULL;
-- The routes with parameters, for rules that test them and converters that types name.
CREATE INDEX route_live_parameters ON route (namespace)
    WHERE ended_by IS NULL AND instr(pattern, '{') > 0;
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
-- The default values that a route had at a revision, for blame.
CREATE INDEX default_value_history ON default_value (route, made_by) WHERE route IS NOT NULL;
CREATE INDEX default_value_made ON default_value (made_by);
CREATE INDEX default_value_ended ON default_value (ended_by) WHERE ended_by IS NOT NULL;

-- Converters: the types of parameters that a namespace defines.
--
-- The argument is JSON: a list of texts for allow, an object for map and affix, else NULL.
CREATE TABLE converter (
    version_id INTEGER PRIMARY KEY,
    namespace  INTEGER NOT NULL,
    name       TEXT NOT NULL CHECK (name <> ''),
    rule       TEXT NOT NULL CHECK (rule <> ''),
    argument   TEXT,
    made_by    INTEGER NOT NULL REFERENCES revision (number),
    ended_by   INTEGER REFERENCES revision (number) CHECK (ended_by > made_by)
) STRICT;

CREATE UNIQUE INDEX converter_live ON converter (namespace, name) WHERE ended_by IS NULL;
CREATE INDEX converter_made ON converter (made_by);
CREATE INDEX converter_ended ON converter (ended_by) WHERE ended_by IS NOT NULL;

-- Access rules: who may reach what.
--
-- The scope is a route, or a namespace, or a group of a namespace. The name of the subject is that
-- of the principal, role or claim, and the value, as JSON, that of the claim. The conditions are a
-- JSON list of texts, as Docs/access.md describes them.
CREATE TABLE access_rule (
    version_id    INTEGER PRIMARY KEY,
    id            INTEGER NOT NULL CHECK (id >= 1),
    namespace     INTEGER,
    route_group   TEXT CHECK (route_group <> ''),
    route         INTEGER,
    effect        TEXT NOT NULL CHECK (effect <> ''),
    target        TEXT CHECK (target <> ''),
    subject       TEXT NOT NULL CHECK (subject <> ''),
    subject_name  TEXT CHECK (subject_name <> ''),
    subject_value TEXT,
    conditions    TEXT NOT NULL,
    is_shadow     INTEGER NOT NULL CHECK (is_shadow IN (0, 1)),
    until         INTEGER,
    code          TEXT CHECK (code <> ''),
    message       TEXT CHECK (message <> ''),
    made_by       INTEGER NOT NULL REFERENCES revision (number),
    ended_by      INTEGER REFERENCES revision (number) CHECK (ended_by > made_by),
    CHECK ((route IS NULL) = (namespace IS NOT NULL)),
    CHECK (route_group IS NULL OR namespace IS NOT NULL)
) STRICT;

CREATE UNIQUE INDEX access_rule_live_id ON access_rule (id) WHERE ended_by IS NULL;
CREATE INDEX access_rule_live_scope
    ON access_rule (ifnull(namespace, 0), ifnull(route_group, ''), ifnull(route, 0), subject,
        ifnull(subject_name, ''), conditions)
    WHERE ended_by IS NULL;
CREATE INDEX access_rule_history ON access_rule (id, made_by);
CREATE INDEX access_rule_made ON access_rule (made_by);
CREATE INDEX access_rule_ended ON access_rule (ended_by) WHERE ended_by IS NOT NULL;

-- Suppressions: findings of lint that somebody has looked at and wants to keep. What is NULL does
-- not matter; a name is that of a parameter, key or converter, or the number of an access rule.
CREATE TABLE suppression (
    version_id  INTEGER PRIMARY KEY,
    id          INTEGER NOT NULL CHECK (id >= 1),
    code        TEXT NOT NULL CHECK (code <> ''),
    route       INTEGER,
    other_route INTEGER,
    namespace   INTEGER,
    name        TEXT CHECK (name <> ''),
    reason      TEXT NOT NULL CHECK (reason <> ''),
    made_by     INTEGER NOT NULL REFERENCES revision (number),
    ended_by    INTEGER REFERENCES revision (number) CHECK (ended_by > made_by),
    CHECK (route IS NOT NULL OR namespace IS NOT NULL OR name IS NOT NULL),
    CHECK (other_route IS NULL OR route IS NOT NULL)
) STRICT;

CREATE UNIQUE INDEX suppression_live_id ON suppression (id) WHERE ended_by IS NULL;
CREATE INDEX suppression_live_route ON suppression (route) WHERE ended_by IS NULL;
CREATE INDEX suppression_live_other ON suppression (other_route) WHERE ended_by IS NULL;
CREATE INDEX suppression_history ON suppression (id, made_by);
CREATE INDEX suppression_made ON suppression (made_by);
CREATE INDEX suppression_ended ON suppression (ended_by) WHERE ended_by IS NOT NULL;

-- Route tests: requests, and what is expected of their resolutions. Both are JSON objects, as
-- Docs/testing.md describes them.
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

-- Apps: which apps open the links of a namespace. They do not affect resolving. What is NULL is
-- empty.
CREATE TABLE app (
    version_id   INTEGER PRIMARY KEY,
    namespace    INTEGER NOT NULL,
    platform     TEXT NOT NULL CHECK (platform <> ''),
    -- As in ABCDE12345.com.example.app for iOS, the package for Android.
    app          TEXT NOT NULL CHECK (app <> ''),
    name         TEXT CHECK (name <> ''),
    -- The number in Apple's App Store, as digits; NULL for Android, whose store knows the package.
    store        TEXT CHECK (store <> ''),
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

-- Views for people who read the file with other programs: what is live in the newest revision, with
-- names and texts instead of ids and numbers. Docs/schema.md describes them. RouteDB itself reads
-- the tables only.
--
-- A column that the table `hits` of `routedb sql` has too has the same name here. Times are text to
-- the second, such as 2026-01-31T08:30:00Z.

CREATE VIEW live_route AS
SELECT
    r.id AS route_id,
    n.name AS namespace,
    -- As reports call it: 'cart', 'shop/cart', 'web:shop/cart', or its pattern without a name.
    iif(n.name = 'default', '', ifnull(n.name || ':', ''))
        || ifnull(ifnull(r.route_group || '/', '') || r.name,
            iif(r.syntax = 'native', r.pattern, r.written)) AS route,
    r.target,
    r.pattern,
    r.namespace AS namespace_id,
    r.name,
    r.route_group,
    r.kind,
    r.priority,
    r.is_enabled,
    r.written,
    r.syntax,
    r.requirements,
    r.presentation,
    r.labels,
    r.note,
    r.redirect,
    r.made_by,
    strftime('%Y-%m-%dT%H:%M:%SZ', v.created_at / 1000000, 'unixepoch') AS made_at
FROM route AS r
LEFT JOIN namespace AS n ON n.id = r.namespace AND n.ended_by IS NULL
LEFT JOIN revision AS v ON v.number = r.made_by
WHERE r.ended_by IS NULL;

-- For a rule about a route, the namespace and the group are those of the route.
CREATE VIEW live_rule AS
SELECT
    a.id AS rule_id,
    a.effect,
    n.name AS namespace,
    -- As reports call it: 'cart', 'shop/cart', 'web:shop/cart', or its pattern without a name.
    iif(n.name = 'default', '', ifnull(n.name || ':', ''))
        || ifnull(ifnull(r.route_group || '/', '') || r.name,
            iif(r.syntax = 'native', r.pattern, r.written)) AS route,
    a.target,
    r.pattern,
    n.id AS namespace_id,
    a.route AS route_id,
    CASE WHEN a.route IS NULL THEN a.route_group ELSE r.route_group END AS route_group,
    a.subject,
    a.subject_name,
    a.subject_value,
    a.conditions,
    a.is_shadow,
    strftime('%Y-%m-%dT%H:%M:%SZ', a.until / 1000000, 'unixepoch') AS until,
    a.code,
    a.message,
    a.made_by,
    strftime('%Y-%m-%dT%H:%M:%SZ', v.created_at / 1000000, 'unixepoch') AS made_at
FROM access_rule AS a
LEFT JOIN route AS r ON r.id = a.route AND r.ended_by IS NULL
LEFT JOIN namespace AS n ON n.id = ifnull(r.namespace, a.namespace) AND n.ended_by IS NULL
LEFT JOIN revision AS v ON v.number = a.made_by
WHERE a.ended_by IS NULL;

CREATE VIEW live_app AS
SELECT
    n.name AS namespace,
    a.platform,
    a.app,
    a.name,
    a.store,
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
