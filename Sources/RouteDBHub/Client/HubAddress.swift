#if Hub
package import RouteDB
import RouteDBCPostgres

/// Where a hub is: a connection string or URL of libpq, such as `postgresql://db.example.com/routes`
/// or `host=db1,db2 dbname=routes target_session_attrs=read-write`.
package struct HubAddress: Hashable, Sendable {
    package let text: String

    /// Reads an address.
    package init(_ text: String) throws(RouteDBError) {
        guard !text.utf8.contains(0) else { throw Self.failure("It contains a NUL byte.") }
        var message: UnsafeMutablePointer<CChar>?
        // The options are read before they are freed.
        let options = unsafe PQconninfoParse(text, &message)
        defer {
            unsafe PQconninfoFree(options)
            unsafe PQfreemem(message)
        }
        // What libpq says may repeat a password, so it is not said.
        guard let first = unsafe options else { throw Self.failure("libpq cannot read it.") }
        var option = unsafe first
        while let keyword = unsafe option.pointee.keyword {
            let isSecret = ["password", "sslpassword"].contains(unsafe String(cString: keyword))
            if isSecret, unsafe option.pointee.val != nil {
                throw Self.failure("It has a password, which others could see.")
            }
            unsafe option += 1
        }
        self.text = text
    }

    /// Returns whether a text is meant as the address of a hub, and not of a service or a file.
    package static func isMeant(_ text: String) -> Bool {
        text.hasPrefix("postgres://") || text.hasPrefix("postgresql://")
            || ["dbname=", "host=", "service="].contains { text.contains($0) }
    }

    private static func failure(_ why: String) -> RouteDBError {
        RouteDBError(
            .invalidValue, "The address of the hub is not valid. \(why)",
            hint: "Give one such as postgresql://db.example.com/routes, and the password in"
                + " ~/.pgpass or $PGPASSWORD.")
    }
}
#endif
