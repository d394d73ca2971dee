package import RouteDBDatabase

/// A property of hits whose values may be summed up for each quarter of an hour.
package enum SummedProperty: Hashable, Sendable {
    /// The ``HitClient``, by its number.
    case client
    /// A parameter of the query, by its name.
    case parameter(String)
}

// Roll-ups by clients and by the values of parameters.
extension HitsReader {
    /// The names of the parameters whose values are summed up.
    package func summedParameters() throws(RouteDBError) -> [String] {
        try ValueRecords(database: database).parameters().map(\.name)
    }

    /// The quarters of an hour of which the values of a property are not summed up, in ascending order; `nil` if they
    /// never are.
    package func unsummedBuckets(
        in buckets: ClosedRange<Int64>, of property: SummedProperty
    ) throws(RouteDBError) -> [Int64]? {
        guard let number = try number(of: property) else { return nil }
        let crowded = try ValueRecords(database: database).crowded(number, in: buckets)
        return (try unsummedBuckets(in: buckets) + crowded).sorted()
    }

    /// Passes the hits by the values of a property to a closure, of all quarters in a range that are summed up,
    /// sorted by quarter and value.
    package func forEachValue(
        of property: SummedProperty, in buckets: ClosedRange<Int64>,
        _ body: (ValueRow) throws -> Void
    ) throws(RouteDBError) {
        guard let number = try number(of: property) else { return }
        try ValueRecords(database: database).forEach(number, in: buckets, body)
    }

    /// The number of a property in the file; `nil` for a parameter that is not summed up.
    private func number(of property: SummedProperty) throws(RouteDBError) -> Int64? {
        switch property {
        case .client: 0
        case .parameter(let name):
            try ValueRecords(database: database).parameters()
                .first { $0.name.utf8.elementsEqual(name.utf8) }?.id
        }
    }
}
