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
    ifnull(r.name, r.pattern) AS route,
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
