-- Views for people who read the file with other programs: the roll-ups by hour and by day in UTC,
-- with texts instead of numbers. Docs/history.md describes them. RouteDB itself reads the tables
-- only.
--
-- A column that the table `hits` of `routedb sql` has too has the same name here. Hits without a
-- namespace or a route have NULL. The sums are those of `rollup`. The file does not hold the names
-- of routes: the view `live_route` of the registry does.

CREATE VIEW hits_by_hour AS
SELECT
    strftime('%Y-%m-%dT%H:00:00Z', bucket, 'unixepoch') AS hour,
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
    sum(pruned_hits) AS pruned_hits,
    sum(pruned_weight) AS pruned_weight
FROM rollup
GROUP BY 1, 2, 3, 4;

CREATE VIEW hits_by_day AS
SELECT
    strftime('%Y-%m-%d', bucket, 'unixepoch') AS day,
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
    sum(pruned_hits) AS pruned_hits,
    sum(pruned_weight) AS pruned_weight
FROM rollup
GROUP BY 1, 2, 3, 4;
