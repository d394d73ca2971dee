package import RouteDBDatabase
package import RouteDBRouting
import RouteDBSQLite

/// Routes of a namespace that are neighbors in the order of their canonical patterns, and whose patterns
/// have the same scheme and host.
package struct PatternRange: Sendable {
    package let namespace: NamespaceID
    /// The first of the patterns.
    package let first: RoutePattern
    /// The text of the first pattern.
    let start: String
    /// The text that all of them are before.
    let end: String
}

extension PatternRange {
    /// Returns the text that is after all texts which begin like a canonical pattern, up to its path, and
    /// have the same scheme and host.
    ///
    /// A slash ends what can be read without parsing: all texts with the same beginning up to a slash
    /// are before that beginning with a `0`, the character after the slash. Where the beginning is not
    /// plain, it is the text that follows the pattern immediately.
    static func end(of pattern: String) -> String {
        let bytes = Array(pattern.utf8)
        let next = pattern + "\0"
        var start = 0
        if let colon = bytes.firstIndex(where: { !isPlain($0) }), bytes[colon] == UInt8(ascii: ":")
        {
            start = colon + 1
        }
        let path = bytes[start...]
        guard path.starts(with: "//".utf8) else {
            // Without a host; with one slash only, a text with two of them may follow.
            guard let slash = path.firstIndex(where: { !isPlain($0) }),
                bytes[slash] == UInt8(ascii: "/")
            else { return next }
            let head = String(decoding: bytes[..<slash], as: UTF8.self)
            let hosts = head + "//"
            return slash == start && pattern.utf8.lexicographicallyPrecedes(hosts.utf8)
                ? hosts : head + "0"
        }
        let host = bytes[(start + 2)...]
        guard let slash = host.firstIndex(where: { !isPlain($0) && !hostMarks.contains($0) }),
            bytes[slash] == UInt8(ascii: "/")
        else { return next }
        return String(decoding: bytes[..<slash], as: UTF8.self) + "0"
    }

    /// Whether a byte may stand in a word.
    private static func isPlain(_ byte: UInt8) -> Bool {
        byte.isASCIILetter || byte.isASCIIDigit || "-._~+".utf8.contains(byte)
    }

    /// Further bytes of hosts: a port, an address, and a parameter whose type has no arguments.
    private static let hostMarks = Array(":[]{}*%@".utf8)
}

extension Route {
    /// The enabled routes of the namespace `?1` with canonical patterns from `?2` on and before `?3`.
    fileprivate static let inRange = table.anyLive(
        where: "namespace = ?1 AND pattern >= ?2 AND pattern < ?3 AND is_enabled = 1")
    /// The enabled routes of the namespace `?1` that have a pattern.
    fileprivate static let enabled = table.anyLive(
        where: "namespace = ?1 AND pattern > '' AND is_enabled = 1")
}

extension RegistryEditor {
    /// Returns the ranges of the patterns of a namespace, of enabled routes and others, in order.
    ///
    /// - Complexity: O(*k* log *n*) in the ranges and routes: mostly as many as schemes and hosts.
    package func patternRanges(in namespace: NamespaceID) throws(RouteDBError) -> [PatternRange] {
        try perform { () throws(RouteDBError) in
            var ranges: [PatternRange] = []
            var place = "\u{1}"
            while let text = try live.routes.firstPattern(in: namespace, from: place) {
                let first: RoutePattern
                do {
                    first = try RoutePattern(stored: text)
                } catch {
                    throw live.database.corrupt(
                        "the pattern '\(text)' is invalid", underlying: error)
                }
                place = PatternRange.end(of: text)
                ranges.append(
                    PatternRange(namespace: namespace, first: first, start: text, end: place))
            }
            return ranges
        }
    }

    /// Returns the enabled routes of a range, oldest first.
    package func enabledRoutes(in range: PatternRange) throws(RouteDBError) -> [Route] {
        try perform { () throws(RouteDBError) in
            try Versions<Route>(database: live.database).items(
                Route.inRange, .integer(range.namespace.rawValue), .text(range.start),
                .text(range.end)
            ).sorted { $0.id < $1.id }
        }
    }

    /// Whether a namespace has an enabled route with a pattern.
    package func hasEnabledRoute(in namespace: NamespaceID) throws(RouteDBError) -> Bool {
        try perform { () throws(RouteDBError) in
            try Versions<Route>(database: live.database).hasAny(
                Route.enabled, .integer(namespace.rawValue))
        }
    }
}

extension Versions<RouteRecord> {
    /// The first canonical pattern of live routes of a namespace that is not before a text.
    fileprivate func firstPattern(
        in namespace: NamespaceID, from text: String
    ) throws(RouteDBError) -> String? {
        let select: StaticString = """
            SELECT pattern FROM route
            WHERE namespace = ?1 AND pattern >= ?2 AND ended_by IS NULL
            ORDER BY pattern LIMIT 1
            """
        return try database.run(select) { statement in
            try statement.bind(namespace.rawValue, at: 1)
            try statement.bind(text, at: 2)
            return try statement.step() ? statement.string(at: 0) : nil
        }
    }
}
