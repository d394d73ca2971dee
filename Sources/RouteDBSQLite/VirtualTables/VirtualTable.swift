/// A read-only table whose rows are computed, and which exists without `CREATE VIRTUAL TABLE`.
///
/// ``Connection/register(_:as:)`` adds it to a connection. It is called on the connection's thread
/// while one of the connection's statements is prepared or runs. It may use the connection then, but
/// must not own it.
package protocol VirtualTable: AnyObject {
    /// The columns, as a CREATE TABLE statement; the name in it does not matter.
    var declaration: String { get }

    /// Chooses which constraints of a query to use.
    ///
    /// SQLite may call this several times, for several join orders, and uses the cheapest plan. The
    /// table may return rows that do not satisfy a constraint: SQLite tests them again.
    func plan(_ query: VirtualQuery) -> VirtualPlan

    /// Creates a cursor; ``VirtualCursor/begin(_:_:)`` starts a search.
    func makeCursor() throws -> any VirtualCursor

    /// Called with every error that a cursor throws, since SQLite passes on only its text.
    func note(_ failure: any Error)
}

/// Iterates over the rows of a virtual table.
package protocol VirtualCursor: AnyObject {
    /// Starts a search at its first row; it may be called again for another search.
    ///
    /// - Parameters:
    ///   - plan: The plan's own text.
    ///   - arguments: The values of its constraints, in the plan's order.
    /// - Throws: Any error that keeps it from reading, as the other requirements may.
    func begin(_ plan: String, _ arguments: [VirtualArgument]) throws

    /// Whether it is past the last row.
    var isAtEnd: Bool { get }

    /// Advances to the next row.
    func advance() throws

    /// The row id, unique within the search.
    var rowID: Int64 { get }

    /// Passes the value of a column of the row to SQLite.
    func give(_ column: Int, to result: borrowing VirtualResult) throws
}
