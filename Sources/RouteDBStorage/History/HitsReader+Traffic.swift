import RouteDBSQLite

extension HitsReader {
    /// How many hits a namespace or route had; one that is not known is 0.
    package struct Traffic: Hashable, Sendable {
        package let namespace: Int64
        package let route: Int64
        /// The sum of the weights of hits of the window.
        package let recent: Int64
        /// The sum of the weights of all hits that ever were.
        package let ever: Int64
        /// The beginning of the quarter of an hour of the first one, in seconds.
        package let firstBucket: Int64
    }

    /// How many hits each route and namespace had, by the roll-ups, which outlast pruned hits.
    ///
    /// - Parameter time: The window has the hits of the quarter of an hour that holds this time, and
    ///   later ones, in microseconds since 1970-01-01T00:00:00Z.
    /// - Returns: The sums for each namespace and route that ever had hits.
    /// - Throws: `busy`, `corrupt`, `storageFailure`.
    /// - Complexity: O(*n*) in the roll-ups; no hit is read.
    package func traffic(since time: Int64) throws(RouteDBError) -> [Traffic] {
        let select: StaticString = """
            SELECT namespace, route, coalesce(sum(weight) FILTER (WHERE bucket >= ?1), 0), sum(weight),
                min(bucket), min(weight)
            FROM rollup WHERE hits > 0 GROUP BY namespace, route
            """
        return try database.run(select) { statement in
            try statement.bind(RollUps.bucket(of: time), at: 1)
            var traffic: [Traffic] = []
            while try statement.step() {
                _ = try database.checked(statement.int(at: 5), 0 ... .max, "weight")
                traffic.append(
                    Traffic(
                        namespace: statement.int(at: 0), route: statement.int(at: 1),
                        recent: statement.int(at: 2), ever: statement.int(at: 3),
                        firstBucket: statement.int(at: 4)))
            }
            return traffic
        }
    }
}
