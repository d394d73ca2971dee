/// A table whose rows are computed: it can only be read, and is there without being created.
///
/// ``Connection/register(_:as:)`` gives it to a connection. All of it happens on the connection's
/// thread, while one of its statements is prepared or runs; it may use the connection meanwhile,
/// but must not own it.
package protocol VirtualTable: AnyObject {
    /// The columns, as a CREATE TABLE statement; the name in it does not matter.
    var declaration: String { get }

    /// Chooses which constraints of a query it makes use of.
    ///
    /// It may be asked several times, about several orders of a join: the cheapest is taken. Rows
    /// that break a constraint may come all the same: SQLite checks them again.
    func plan(_ query: VirtualQuery) -> VirtualPlan

    /// Makes a cursor, which will be told what to look for.
    func makeCursor() throws -> any VirtualCursor

    /// Is told of every error that its cursors throw, which SQLite passes on as text alone.
    func note(_ failure: any Error)
}

/// Goes through the rows of a virtual table.
package protocol VirtualCursor: AnyObject {
    /// Goes to the first row of a new search; it may be called again for another.
    ///
    /// - Parameters:
    ///   - plan: The plan's own text.
    ///   - arguments: The values of its constraints, in the plan's order.
    /// - Throws: Whatever keeps it from the rows, as all of these do.
    func begin(_ plan: String, _ arguments: [VirtualArgument]) throws

    /// Whether it is behind the last row.
    var isAtEnd: Bool { get }

    /// Goes to the next row.
    func advance() throws

    /// A number of the row that no other row of the search has.
    var rowID: Int64 { get }

    /// Gives the value of a column of the row.
    func give(_ column: Int, to result: borrowing VirtualResult) throws
}
