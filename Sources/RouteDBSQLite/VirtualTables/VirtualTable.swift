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
    func begin(_ plan: String, _ arguments: [VirtualArgument]) throws

    /// True if the cursor is past the last row.
    var isAtEnd: Bool { get }

    /// Advances to the next row.
    func advance() throws

    /// The row id, unique within the search.
    var rowID: Int64 { get }

    /// Passes the value of a column of the row to SQLite.
    func give(_ column: Int, to result: borrowing VirtualResult) throws
}

/// The other side of a constraint on a virtual table's column.
package enum VirtualArgument: Sendable {
    case value(SQLiteValue)
    /// The values of an `IN` list.
    case list([SQLiteValue])

    /// All values that the constraint allows.
    package var values: [SQLiteValue] {
        switch self {
        case .value(let value): [value]
        case .list(let values): values
        }
    }
}

/// Holds a virtual table, since SQLite stores only an address.
final class VirtualTableBox {
    let table: any VirtualTable

    init(_ table: any VirtualTable) { self.table = table }
}

/// Holds a cursor, since SQLite stores only an address.
final class VirtualCursorBox {
    let cursor: any VirtualCursor

    init(_ cursor: any VirtualCursor) { self.cursor = cursor }
}
