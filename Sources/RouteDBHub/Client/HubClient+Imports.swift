#if Hub
package import RouteDB

/// An import of a log whose hits came to a hub.
package struct HubImport: Sendable {
    /// The identity, 32 hexadecimal digits: that of the import in the history of its node.
    package let identity: String
    /// The node that sent its first hits.
    package let node: String
    /// The id that it has on that node.
    package let number: Int64
    /// How many hits came of it.
    package let hits: Int64
    /// The times of the earliest and the latest hit.
    package let first: Timestamp
    package let last: Timestamp
}

extension HubClient {
    /// The imports whose hits came to the hub and were not forgotten, by their nodes and ids there.
    package func imports() throws(RouteDBError) -> [HubImport] {
        try link.use(.reading) { connection in
            try connection.run(
                """
                SELECT key, node, number, hits, first_us, last_us FROM routedb.import
                WHERE hits > 0 ORDER BY node COLLATE "C", number, first_us, key
                """
            ).map { row in
                HubImport(
                    identity: row[0] ?? "", node: row[1] ?? "", number: row.number(2),
                    hits: row.number(3), first: Timestamp(microseconds: row.number(4)),
                    last: Timestamp(microseconds: row.number(5)))
            }
        }
    }

    /// Returns the identity of an import that begins with some digits.
    ///
    /// A whole one may be that of an import of which no hit has come yet.
    package func importIdentity(_ text: String) throws(RouteDBError) -> String {
        let digits = text.lowercased()
        if digits.utf8.count == 32, digits.utf8.allSatisfy(Self.isHexadecimal) { return digits }
        let found = try imports().map(\.identity).filter { !digits.isEmpty && $0.hasPrefix(digits) }
        guard found.count == 1 else {
            let hub = try name()
            throw RouteDBError(
                .importNotFound,
                found.isEmpty
                    ? "The hub '\(hub)' has no import '\(text)'."
                    : "'\(text)' begins the identities of \(found.count) imports.",
                hint: "`routedb hub imports` lists all imports with their identities.")
        }
        return found[0]
    }

    private static func isHexadecimal(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "a")...UInt8(ascii: "f"): true
        default: false
        }
    }
}
#endif
