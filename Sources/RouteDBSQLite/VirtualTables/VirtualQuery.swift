import RouteDBCSQLite

/// How a virtual table would answer a query.
package struct VirtualPlan {
    /// The constraints whose values are passed to the cursor.
    package var constraints: [VirtualQuery.Constraint]
    /// A text for the cursor, without NUL.
    package var text: String
    /// The estimated cost, compared only with that of other plans.
    package var cost: Double
    /// The estimated number of rows.
    package var rows: Int64

    package init(
        constraints: [VirtualQuery.Constraint], text: String, cost: Double, rows: Int64
    ) {
        self.constraints = constraints
        self.text = text
        self.cost = cost
        self.rows = rows
    }
}

/// The part of a query that concerns a virtual table.
package struct VirtualQuery {
    /// A condition on a column; its right-hand side is known when the search begins.
    package struct Constraint {
        /// The number of the constraint within the query.
        package let number: Int
        /// The number of the column; -1 is the row id.
        package let column: Int
        package let comparison: Comparison
        /// True if the constraint compares byte by byte, rather than by another collation.
        package let isBinary: Bool
        /// True if the constraint is an `IN` whose values are all available at once.
        package let isList: Bool
    }

    /// How a column is compared with the other side.
    package enum Comparison: Character, Sendable {
        case equal = "="
        case less = "<"
        case lessOrEqual = "l"
        case greater = ">"
        case greaterOrEqual = "g"
        case isNull = "n"
    }

    /// The constraints that may be used.
    package let constraints: [Constraint]
    /// Which columns are used, one bit each; the last bit stands for all further columns.
    private let usedColumns: UInt64

    init(constraints: [Constraint], usedColumns: UInt64) {
        self.constraints = constraints
        self.usedColumns = usedColumns
    }

    /// Returns whether the query uses a column.
    package func uses(_ column: Int) -> Bool {
        usedColumns & (1 << UInt64(min(max(0, column), 63))) != 0
    }
}

/// Receives the value of a column of a virtual table; it is NULL unless a value is given.
///
/// SQLite copies the bytes, because it may keep a value longer than its row, as max() does.
@safe
package struct VirtualResult: ~Copyable {
    // SQLite passes it for one call only; a borrowed value cannot outlive that call.
    private let context: OpaquePointer

    init(_ context: OpaquePointer) { unsafe self.context = unsafe context }

    package func give(_ value: Int64) {
        unsafe sqlite3_result_int64(context, value)
    }

    /// Gives text, which must be UTF-8.
    package func give(text bytes: UnsafeRawBufferPointer) {
        // An empty buffer may have no address, which SQLite would take for NULL.
        let empty: StaticString = ""
        let start = unsafe bytes.baseAddress ?? UnsafeRawPointer(empty.utf8Start)
        unsafe routedb_result_text(context, start, UInt64(bytes.count))
    }

    package func give(text: String) {
        var text = text
        text.withUTF8 { unsafe give(text: UnsafeRawBufferPointer($0)) }
    }

    package func give(blob bytes: UnsafeRawBufferPointer) {
        guard let start = bytes.baseAddress, unsafe !bytes.isEmpty else {
            unsafe sqlite3_result_zeroblob(context, 0)
            return
        }
        unsafe routedb_result_blob(context, start, UInt64(bytes.count))
    }
}
