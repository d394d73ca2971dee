import RouteDBSQLite
import Testing

/// Steps to a row that must be there.
///
/// The `#expect` macro cannot hold a noncopyable value itself.
func expectRow(
    _ statement: inout Statement, sourceLocation: SourceLocation = #_sourceLocation
) throws {
    let hasRow = try statement.step()
    #expect(hasRow, sourceLocation: sourceLocation)
}

/// The code of the error that a closure throws, if it is one of SQLite's.
func thrownCode(_ body: () throws -> Void) -> ResultCode? {
    do {
        try body()
        return nil
    } catch {
        return (error as? SQLiteError)?.code
    }
}
