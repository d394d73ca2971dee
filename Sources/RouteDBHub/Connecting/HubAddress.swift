#if Hub
package import RouteDB
import RouteDBCPostgres

/// Where a hub is: a connection string or URL of libpq, such as `postgresql://db.example.com/routes`
/// or `host=db1,db2 dbname=routes target_session_attrs=read-write`.
package struct HubAddress: Hashable, Sendable {
    package let text: String

    /// Reads an address.
    ///
    /// - Throws: `invalidValue` if it is not one, or has a password, which every user of the machine
    ///   could see in the list of processes.
    package init(_ text: String) throws(RouteDBError) {
        var message: UnsafeMutablePointer<CChar>?
        // The options are read before they are freed.
        let options = unsafe PQconninfoParse(text, &message)
        defer {
            unsafe PQconninfoFree(options)
            unsafe PQfreemem(message)
        }
        guard let first = unsafe options, !text.utf8.contains(0) else {
            let reason = unsafe message.map { unsafe String(cString: $0) } ?? "it is not one"
            throw Self.failure("'\(text)' is not the address of a hub: \(reason.trimmed)")
        }
        var option = unsafe first
        while let keyword = unsafe option.pointee.keyword {
            let isSecret = ["password", "sslpassword"].contains(unsafe String(cString: keyword))
            if isSecret, unsafe option.pointee.val != nil {
                throw Self.failure("The address of the hub has a password")
            }
            unsafe option += 1
        }
        self.text = text
    }

    /// Whether a text is meant as the address of a hub, and not of a service.
    package static func isMeant(_ text: String) -> Bool {
        text.hasPrefix("postgres://") || text.hasPrefix("postgresql://") || text.contains("dbname=")
    }

    private static func failure(_ what: String) -> RouteDBError {
        RouteDBError(
            .invalidValue, "\(what).",
            hint: "Give one such as postgresql://db.example.com/routes, and the password in"
                + " ~/.pgpass or $PGPASSWORD.")
    }
}

extension String {
    /// The text without the line end that libpq's messages have.
    fileprivate var trimmed: String {
        split(whereSeparator: \.isNewline).joined(separator: "; ")
    }
}
#endif
