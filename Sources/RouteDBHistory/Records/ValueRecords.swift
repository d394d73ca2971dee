import RouteDBDatabase
import RouteDBSQLite

/// The tables of the sums by clients and values of parameters, and of the parameters that are summed up.
///
/// - D4: For each quarter of an hour that is not in `unsummed_bucket`, `rollup_value` has the hits that are still
///   in the file by client, and by the value of each parameter in `summed_parameter`, except for the parameters and
///   quarters in `crowded_value`, which have too many values.
struct ValueRecords {
    let database: Database

    /// The parameters whose values are summed up, in the order of their numbers.
    func parameters() throws(RouteDBError) -> [SummedParameter] {
        try database.run("SELECT id, name FROM summed_parameter ORDER BY id") { statement in
            var parameters: [SummedParameter] = []
            while try statement.step() {
                parameters.append(
                    SummedParameter(id: statement.int(at: 0), name: statement.string(at: 1)))
            }
            return parameters
        }
    }

    /// Replaces the parameters whose values are summed up; all sums must be made anew.
    func replaceParameters(by names: [String]) throws(RouteDBError) {
        try database.run("DELETE FROM rollup_value")
        try database.run("DELETE FROM crowded_value")
        try database.run("DELETE FROM summed_parameter")
        try database.run("INSERT INTO summed_parameter (name) VALUES (?1)") { statement in
            for name in names {
                try statement.bind(name, at: 1)
                try statement.run()
            }
        }
    }

    /// Inserts sums of quarters that have none, and returns how many bytes they have, approximately.
    func insert(_ sums: ValueSums) throws(RouteDBError) -> Int {
        let (rows, crowded) = sums.all
        try database.run("INSERT INTO rollup_value VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7)") {
            statement in
            for row in rows {
                try statement.bind(row.parameter, at: 1)
                try statement.bind(row.bucket, at: 2)
                try statement.bind(row.value, at: 3)
                try statement.bind(row.namespace, at: 4)
                try statement.bind(row.outcome, at: 5)
                try statement.bind(row.hits, at: 6)
                try statement.bind(row.weight, at: 7)
                try statement.run()
            }
        }
        for (parameter, bucket) in crowded {
            try database.run("INSERT INTO crowded_value VALUES (?1, ?2)", parameter, bucket)
        }
        return rows.reduce(0) { $0 + $1.value.utf8.count + 16 }
    }

    /// Deletes the sums of a quarter.
    func remove(_ bucket: Int64) throws(RouteDBError) {
        // The primary keys begin with the parameter, of which there are few.
        try database.run(
            """
            DELETE FROM rollup_value WHERE bucket = ?1
                AND parameter IN (SELECT 0 UNION ALL SELECT id FROM summed_parameter)
            """, bucket)
        try database.run(
            """
            DELETE FROM crowded_value WHERE bucket = ?1
                AND parameter IN (SELECT id FROM summed_parameter)
            """, bucket)
    }

    /// The quarters of a range that have too many values of a parameter.
    func crowded(
        _ parameter: Int64, in buckets: ClosedRange<Int64>
    ) throws(RouteDBError) -> [Int64] {
        try database.buckets(
            "SELECT bucket FROM crowded_value WHERE parameter = ?1 AND bucket BETWEEN ?2 AND ?3",
            parameter, buckets.lowerBound, buckets.upperBound)
    }

    /// Passes the sums of a parameter in a range of quarters to a closure, or those of the clients with 0.
    func forEach(
        _ parameter: Int64, in buckets: ClosedRange<Int64>, _ body: (ValueRow) throws -> Void
    ) throws(RouteDBError) {
        let sql: StaticString = """
            SELECT bucket, value, namespace, outcome, hits, weight FROM rollup_value
            WHERE parameter = ?1 AND bucket BETWEEN ?2 AND ?3
            """
        try database.run(sql) { statement in
            try statement.bind(parameter, at: 1)
            try statement.bind(buckets.lowerBound, at: 2)
            try statement.bind(buckets.upperBound, at: 3)
            while try statement.step() { try body(ValueRow(statement, of: database)) }
        }
    }

    /// Passes the keys of quarters that violate D4 to a closure, given the sums of their hits.
    func forEachWrong(
        _ sums: ValueSums, in range: ClosedRange<Int64>,
        _ body: (_ bucket: Int64, _ name: String) -> Void
    ) throws(RouteDBError) {
        let (rows, crowded) = sums.all
        let names = [(0, "client")] + (try parameters()).map { ($0.id, $0.name) }
        for (id, name) in names {
            var made: [Int64: Set<ValueSums.Row>] = [:]
            for row in rows where row.parameter == id { made[row.bucket, default: []].insert(row) }
            var kept: [Int64: Set<ValueSums.Row>] = [:]
            try forEach(id, in: range) { row in
                kept[row.bucket, default: []].insert(row.sum(of: id))
            }
            let wrong = Set(made.keys).union(kept.keys).filter { made[$0] != kept[$0] }
            let listed = Set(try self.crowded(id, in: range))
            let crowd = Set(crowded.lazy.filter { $0.parameter == id }.map(\.bucket))
            for bucket in wrong.union(listed.symmetricDifference(crowd)).sorted() {
                body(bucket, name)
            }
        }
    }
}

/// The hits of a quarter of an hour that are still in the file with one value, for one namespace and outcome.
package struct ValueRow {
    /// The start of the quarter, in seconds since 1970-01-01T00:00:00Z.
    package let bucket: Int64
    /// The value of the parameter, or the number of the client.
    package let value: String
    package let namespace: Int64
    package let outcome: Int64
    package let hits: Int64
    package let weight: Int64

    fileprivate init(_ row: borrowing Statement, of database: Database) throws(RouteDBError) {
        bucket = try database.checked(row.int(at: 0), RollUps.buckets, "bucket")
        value = row.string(at: 1)
        (namespace, outcome) = (row.int(at: 2), row.int(at: 3))
        hits = try database.checked(row.int(at: 4), 0 ... .max, "hits")
        weight = try database.checked(row.int(at: 5), hits ... .max, "weight")
    }

    fileprivate func sum(of parameter: Int64) -> ValueSums.Row {
        ValueSums.Row(
            parameter: parameter, bucket: bucket, value: value, namespace: namespace,
            outcome: outcome, hits: hits, weight: weight)
    }
}
