/// The part of a query that concerns a virtual table.
package struct VirtualQuery {
    /// A condition on a column; its right-hand side is known when the search begins.
    package struct Constraint {
        /// The number of the constraint within the query.
        package let number: Int
        /// The number of the column; -1 is the row id.
        package let column: Int
        package let comparison: Comparison
        /// Whether it compares byte by byte, rather than by another collation.
        package let isBinary: Bool
        /// Whether it is an `IN` whose values are all available at once.
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

    /// Whether the query uses a column.
    package func uses(_ column: Int) -> Bool {
        usedColumns & (1 << UInt64(min(max(0, column), 63))) != 0
    }
}
