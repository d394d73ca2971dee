package import RouteDB
import RouteDBSQLite
import RouteDBStorage

/// An SQLite file, read without the history's code.
package struct OrdinaryTable {
    private let connection: Connection

    /// Opens a file.
    package init(path: String) throws {
        connection = try Connection(path: path, mode: .readOnly)
    }

    /// Returns the first row of a query.
    package func row(_ sql: String) throws -> [SQLCell] {
        var statement = try connection.prepare(sql)
        guard try statement.step() else { return [] }
        return (0..<statement.columnCount).map { index in
            switch statement.type(at: index) {
            case .null: .null
            case .integer: .integer(statement.int(at: index))
            case .real: .real(statement.double(at: index))
            case .text: .text(statement.bytes(at: index))
            case .blob: .blob(statement.bytes(at: index))
            }
        }
    }
}
