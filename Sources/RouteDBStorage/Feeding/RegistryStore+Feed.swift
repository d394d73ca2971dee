package import RouteDBDatabase
import RouteDBRouting
import RouteDBSQLite

/// A revision of a registry, which its digest identifies: two registries with the same one have the
/// same history up to it.
package struct FeedPosition: Hashable, Sendable {
    /// The number of the revision; 0 for an empty registry.
    package let revision: Int64
    /// Its digest; empty for 0.
    package let digest: String

    package init(revision: Int64, digest: String) {
        (self.revision, self.digest) = (revision, digest)
    }

    /// The position of a registry without revisions.
    package static let start = FeedPosition(revision: 0, digest: "")
}

/// A feed that has begun: see ``FeedLine``.
///
/// It is read in pages, each in a transaction of its own, so that a slow reader keeps no writer
/// waiting. What a committed revision added and ended never changes, so the pages fit together.
package struct FeedReading: Sendable {
    /// A number of bytes at which a page ends.
    fileprivate static let pageBytes = 1 << 18
    /// The most rows that are listed in one line.
    fileprivate static let rowsPerLine = 1_000

    /// The first line.
    package let head: FeedHead
    /// The text that identifies the newest revision and the tags: equal if and only if both are.
    package let fingerprint: String
    fileprivate let newest: FeedPosition
    private var place: Place?

    private enum Place {
        case head
        case revision(Int64)
        case ended(Int64, table: Int, above: Int64)
        case made(Int64, table: Int, above: Int64)
        case end
    }

    fileprivate init(head: FeedHead, fingerprint: String, newest: FeedPosition) {
        (self.head, self.fingerprint, self.newest) = (head, fingerprint, newest)
        place = .head
    }

    /// Returns the next lines; none if there are none left.
    fileprivate mutating func page(from database: Database) throws(RouteDBError) -> [UInt8] {
        var bytes: [UInt8] = []
        while let place, bytes.count < Self.pageBytes {
            self.place = try append(place, from: database, to: &bytes)
        }
        return bytes
    }

    /// Appends what is at a place, and returns the next one.
    private func append(
        _ place: Place, from database: Database, to bytes: inout [UInt8]
    ) throws(RouteDBError) -> Place? {
        switch place {
        case .head:
            FeedLine.head(head).append(to: &bytes)
            return next(after: head.after)
        case .revision(let number):
            guard let revision = try RevisionRecords(database: database).find(number) else {
                throw database.corrupt("there is no revision \(number)")
            }
            FeedLine.revision(revision).append(to: &bytes)
            return .ended(number, table: 0, above: .min)
        case .ended(let number, let index, let version):
            let table = VersionedTable.all[index]
            let rows = try Self.ended(number, of: table, above: version, in: database)
            guard let last = rows.last else { return .made(number, table: index, above: .min) }
            FeedLine.ended(table: table.name, versions: rows).append(to: &bytes)
            return .ended(number, table: index, above: last)
        case .made(let number, let index, let version):
            let table = VersionedTable.all[index]
            if let last = try Self.appendMade(
                number, of: table, above: version, from: database, to: &bytes)
            {
                return .made(number, table: index, above: last)
            }
            guard index + 1 < VersionedTable.all.count else { return next(after: number) }
            return .ended(number, table: index + 1, above: .min)
        case .end:
            // A tag may be set for a newer revision while the feed is read.
            let tags = try TagRecords(database: database).all()
                .filter { $0.revision <= head.latest }
            FeedLine.end(latest: head.latest, tags: tags).append(to: &bytes)
            return nil
        }
    }

    private func next(after number: Int64) -> Place {
        number < head.latest ? .revision(number + 1) : .end
    }

    private static func ended(
        _ number: Int64, of table: VersionedTable, above version: Int64, in database: Database
    ) throws(RouteDBError) -> [Int64] {
        try database.run(table.endedAbove) { statement in
            try statement.bind(number, at: 1)
            try statement.bind(version, at: 2)
            var rows: [Int64] = []
            while rows.count < rowsPerLine, try statement.step() {
                rows.append(statement.int(at: 0))
            }
            return rows
        }
    }

    /// Appends rows until the page is full; returns the last one, or `nil` if there were none.
    private static func appendMade(
        _ number: Int64, of table: VersionedTable, above version: Int64,
        from database: Database, to bytes: inout [UInt8]
    ) throws(RouteDBError) -> Int64? {
        var page = bytes
        let last = try database.run(table.madeAbove) { statement in
            try statement.bind(number, at: 1)
            try statement.bind(version, at: 2)
            var last: Int64?
            var columns: [RowColumn] = []
            while page.count < pageBytes, try statement.step() {
                if columns.isEmpty {
                    columns = RowColumn.all(of: statement, except: ["made_by", "ended_by"])
                }
                var row = JSONObject()
                for column in columns {
                    guard let value = JSONValue(cell: statement.value(at: column.index)) else {
                        continue
                    }
                    row[column.name] = value
                    if column.name == "version_id" { last = statement.int(at: column.index) }
                }
                FeedLine.made(table: table.name, row: row).append(to: &page)
            }
            return last
        }
        bytes = page
        return last
    }
}

extension JSONValue {
    /// The value of a cell; `nil` for NULL, and for a BLOB, which no column of ours has.
    fileprivate init?(cell: SQLiteValue) {
        switch cell {
        case .null, .blob: return nil
        case .integer(let number): self = .int(number)
        case .real(let number): self = .double(number)
        case .text(let text): self = .string(text)
        }
    }
}

extension RegistryStore {
    /// The newest revision; ``FeedPosition/start`` if there is none, or the file is empty.
    package func position() throws(RouteDBError) -> FeedPosition {
        try database.transaction(.deferred) {
            guard try SchemaState.read(from: database) != .empty else { return .start }
            return try newestPosition()
        }
    }

    /// The newest revision, within the caller's transaction.
    func newestPosition() throws(RouteDBError) -> FeedPosition {
        let records = RevisionRecords(database: database)
        let latest = try records.latest()
        return FeedPosition(revision: latest, digest: try records.digest(of: latest))
    }

    /// Where the content comes from, if the registry follows another one.
    package func origin() throws(RouteDBError) -> RegistryOrigin? {
        try OriginRecord(database: database).find()
    }

    /// Begins a feed of the revisions after one.
    package func beginFeed(after position: FeedPosition) throws(RouteDBError) -> FeedReading {
        try database.transaction(.deferred) {
            let newest = try newestPosition()
            let isKnown =
                try (0...newest.revision).contains(position.revision)
                && RevisionRecords(database: database).digest(of: position.revision)
                    == position.digest
            var encoder = CanonicalEncoder()
            encoder.append(newest.digest)
            for tag in try TagRecords(database: database).all() {
                for text in [tag.name, tag.author, tag.message] { encoder.append(text) }
                for number in [tag.revision, tag.time.microseconds] { encoder.append(number) }
            }
            return FeedReading(
                head: FeedHead(
                    schema: try database.number("PRAGMA user_version") ?? 0,
                    after: isKnown ? position.revision : 0, latest: newest.revision,
                    mustRefetch: !isKnown),
                fingerprint: SHA256.digest(of: encoder.bytes).prefix(16).hexadecimal,
                newest: newest)
        }
    }

    /// Reads the next page of a feed.
    package func readFeed(_ feed: inout FeedReading) throws(RouteDBError) -> [UInt8] {
        let start = feed
        let (page, next) = try database.transaction(.deferred) {
            let newest = start.newest
            guard
                try RevisionRecords(database: database).digest(of: newest.revision)
                    == newest.digest
            else {
                throw RouteDBError(
                    .revisionConflict,
                    "The history of the registry '\(path)' was replaced while it was read.",
                    hint: "Read it again from the beginning.")
            }
            var next = start
            return (try next.page(from: database), next)
        }
        feed = next
        return page
    }
}
