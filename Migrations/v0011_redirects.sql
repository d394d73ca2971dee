-- Redirects: where a route sends its requests instead of to code.

-- A JSON object: {"to":"/people/{id}","status":301}, or {"status":410} for what is gone.
ALTER TABLE route ADD COLUMN redirect TEXT CHECK (redirect <> '');

DROP VIEW live_route;

CREATE VIEW live_route AS
SELECT
    r.id AS route_id,
    n.name AS namespace,
    ifnull(r.name, r.pattern) AS route,
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
    r.made_by,
    strftime('%Y-%m-%dT%H:%M:%SZ', v.created_at / 1000000, 'unixepoch') AS made_at,
    r.labels,
    r.note,
    r.redirect
FROM route AS r
LEFT JOIN namespace AS n ON n.id = r.namespace AND n.ended_by IS NULL
LEFT JOIN revision AS v ON v.number = r.made_by
WHERE r.ended_by IS NULL;

-- Indexes of questions about the past.
--
-- The default values that a route had at a revision, for `routedb blame` and `routedb show --as-of`: the
-- indexes of v0001 find those that it has now.
CREATE INDEX default_value_history ON default_value (route, made_by) WHERE route IS NOT NULL;
