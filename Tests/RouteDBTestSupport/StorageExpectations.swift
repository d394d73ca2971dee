package import RouteDBDatabase
package import RouteDBStorage

extension CommitInfo {
    /// The facts of a commit in a test.
    package static func test(_ message: String = "", expecting revision: Int64? = nil) -> CommitInfo
    {
        CommitInfo(
            author: "tester", message: message, source: "test", time: 1_000_000,
            expectedRevision: revision)
    }
}

/// The code that a closure fails with; `nil` if it does not.
package func code<Result>(_ body: () throws -> Result) throws -> RouteDBError.Code? {
    do {
        _ = try body()
        return nil
    } catch let error as RouteDBError {
        return error.code
    }
}

/// The text of the error that a closure fails with; empty if it does not.
package func complaint<Result>(_ body: () throws -> Result) throws -> String {
    do {
        _ = try body()
        return ""
    } catch let error as RouteDBError {
        return error.description
    }
}
