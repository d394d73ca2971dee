#if Hub
import RouteDB

/// Writes the lines of a registry's feed into a hub, within the caller's transaction.
struct HubFeedWriter {
    /// A number of bytes at which a part ends.
    private static let partBytes = 1 << 18

    private let connection: HubConnection
    private var position: FeedPosition
    private var part = 0
    private var lines: [UInt8] = []
    private var ending = ""

    /// Creates a writer for the revisions after a position.
    init(_ connection: HubConnection, after position: FeedPosition) {
        (self.connection, self.position) = (connection, position)
    }

    /// Writes whole lines.
    mutating func write(_ page: [UInt8]) throws {
        for line in page.split(separator: UInt8(ascii: "\n")) {
            switch try FeedMark(of: line) {
            case .head: break
            case .revision(let next):
                try flush()
                (position, part) = (next, 0)
                try connection.run(
                    "INSERT INTO routedb.registry_revision (number, digest) VALUES ($1, $2)",
                    "\(next.revision)", next.digest)
                try append(line)
            case .row: try append(line)
            case .end:
                try flush()
                ending = String(decoding: line, as: UTF8.self)
            }
        }
    }

    /// Writes what is left, and moves the head.
    mutating func finish(fingerprint: String, schema: Int64) throws -> FeedPosition {
        try flush()
        try connection.run(
            """
            UPDATE routedb.registry_head SET revision = $1, digest = $2, fingerprint = $3,
                schema = $4, ending = $5, changed_at = now()
            """, "\(position.revision)", position.digest, fingerprint, "\(schema)", ending)
        return position
    }

    private mutating func append(_ line: ArraySlice<UInt8>) throws {
        lines += line
        lines.append(UInt8(ascii: "\n"))
        if lines.count >= Self.partBytes { try flush() }
    }

    private mutating func flush() throws {
        guard !lines.isEmpty else { return }
        try connection.run(
            "INSERT INTO routedb.registry_part (number, part, lines) VALUES ($1, $2, $3)",
            "\(position.revision)", "\(part)", String(decoding: lines, as: UTF8.self))
        part += 1
        lines.removeAll(keepingCapacity: true)
    }
}
#endif
