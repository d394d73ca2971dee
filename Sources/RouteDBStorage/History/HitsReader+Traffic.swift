import RouteDBSQLite

extension HitsReader {
    /// The traffic of a route or namespace; an unknown route or namespace has the id 0.
    package struct Traffic: Hashable, Sendable {
        package let namespace: Int64
        package let route: Int64
        /// The total weight of hits within the window.
        package let recent: Int64
        /// The total weight of all hits ever.
        package let ever: Int64
        /// The start of the first bucket with hits, in seconds.
        package let firstBucket: Int64
    }

    /// The traffic of each route and namespace, from the roll-ups, which include pruned hits.
    ///
    /// - Parameter time: The start of the window, in microseconds since 1970-01-01T00:00:00Z; the
    ///   window begins with the 15-minute bucket that contains it.
    /// - Returns: The totals of each namespace and route that ever had hits.
    /// - Throws: `busy`, `corrupt`, `storageFailure`.
    /// - Complexity: O(*n*) in the number of roll-ups; no hit is read.
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
