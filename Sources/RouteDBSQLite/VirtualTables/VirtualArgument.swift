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
