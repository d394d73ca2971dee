package import RouteDBRouting
package import RouteDBSQLite

// Columns of times hold microseconds since 1970-01-01T00:00:00Z.
extension Statement {
    /// Returns the time in a column.
    package func time(at index: Int32) -> Timestamp { Timestamp(microseconds: int(at: index)) }

    /// Returns the time in a column; `nil` for NULL.
    package func optionalTime(at index: Int32) -> Timestamp? {
        optionalInt(at: index).map(Timestamp.init)
    }

    /// Binds a time to a parameter, or NULL.
    @_disfavoredOverload
    package mutating func bind(_ time: Timestamp?, at index: Int32) throws(SQLiteError) {
        try bind(time?.microseconds, at: index)
    }
}
