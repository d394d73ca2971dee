#if Hub
package import RouteDB
import RouteDBFollower

/// The number of hits that a shipper has sent, and of those that were missing.
package struct ShippedHits: Hashable, Sendable {
    /// How many hits the hub has taken.
    package var hits: Int64 = 0
    /// How many hits the history had no longer.
    package var missing: Int64 = 0

    package init(hits: Int64 = 0, missing: Int64 = 0) {
        (self.hits, self.missing) = (hits, missing)
    }
}

/// Ships the hits of a history to a hub, on a queue of its own.
///
/// - Each stream of the history is shipped by its own cursor, which the hub holds: how many of its
///   hits the hub has. A batch moves the cursor from where the shipper believes it to be, in the
///   transaction that adds the hits, or changes nothing. So a batch that is sent twice, by whomever,
///   is taken once.
/// - The cursors are read again for each connection: a standby that takes over may not have the last
///   hits. Nothing is deleted here, so they are shipped again, as long as the history keeps them.
/// - Hits that the history has no longer are noted at the hub as a gap.
package actor HitShipper {
    /// How often the cursors are read again, in microseconds.
    private static let cursorInterval: Int64 = 60_000_000

    private let executor = QueueExecutor(label: "routedb.hub.shipper")
    private let link: HubLink
    private let path: String
    private let node: String
    private let busyTimeoutMilliseconds: Int
    private let clock: @Sendable () -> Int64
    private var reader: HitsReader?
    private var identity: FileIdentity?
    private var catalogue = StreamCatalogue()
    /// How many hits of each stream the hub has, by the stream's key.
    private var cursors: [[UInt8]: Int64] = [:]
    private var cursorsRead: (connection: Int, time: Int64) = (0, 0)

    package nonisolated var unownedExecutor: UnownedSerialExecutor {
        // The actor keeps its executor alive.
        unsafe executor.asUnownedSerialExecutor()
    }

    /// Prepares to ship.
    package init(
        _ path: String, to address: HubAddress, node: String, busyTimeoutMilliseconds: Int = 5_000,
        clock: @escaping @Sendable () -> Int64 = SystemClock.microseconds
    ) {
        self.path = path
        link = HubLink(address)
        self.node = node
        self.busyTimeoutMilliseconds = busyTimeoutMilliseconds
        self.clock = clock
    }

    /// Ends the connection, and closes the history.
    package func close() {
        link.close()
        (reader, identity) = (nil, nil)
    }

    /// Ships one batch of each stream that the hub has not all of.
    package func step() throws(RouteDBError) -> ShippedHits {
        guard let reader = try open() else { return ShippedHits() }
        let streams = try reader.streams()
        guard !streams.isEmpty else { return ShippedHits() }
        try link.use(.writing) { connection in try readCursors(streams, connection) }
        var shipped = ShippedHits()
        for stream in streams where stream.hits > cursors[stream.key] ?? 0 {
            let batch = try batch(of: stream, reader)
            let acked = try link.use(.writing) { connection in
                // Another connection may be one to another server.
                guard link.number == cursorsRead.connection else { return Int64(-1) }
                return try connection.run(Self.ship, values: batch.arguments(node: node)).first?
                    .number(0) ?? 0
            }
            guard acked >= 0 else { return shipped }
            cursors[stream.key] = acked
            // Somebody else has moved the cursor: the next batch begins there.
            guard acked == batch.last else { continue }
            shipped.hits += Int64(batch.count)
            shipped.missing += batch.missing
        }
        return shipped
    }

    private static let ship = """
        SELECT routedb.ship($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16,
            $17, $18, $19, $20, $21, $22, $23, $24)
        """

    /// Opens the history, and again if another file has taken its place; `nil` if there is none.
    private func open() throws(RouteDBError) -> HitsReader? {
        let found = FileAccess(path: path).identity
        if let reader, found != nil, found == identity { return reader }
        (reader, identity, catalogue) = (nil, nil, StreamCatalogue())
        guard found != nil, FileAccess(path: path).hasBytes else { return nil }
        let opened = try HitsReader(
            path: path, busyTimeoutMilliseconds: busyTimeoutMilliseconds)
        (reader, identity) = (opened, found)
        return opened
    }

    private func readCursors(_ streams: [HitStream], _ connection: HubConnection) throws {
        let now = clock()
        let isRecent = now &- cursorsRead.time < Self.cursorInterval && now >= cursorsRead.time
        let isKnown = streams.allSatisfy { cursors[$0.key] != nil }
        guard cursorsRead.connection != link.number || !isRecent || !isKnown else { return }
        var found: [String: Int64] = [:]
        let keys = streams.map(\.key.hexadecimal)
        let rows = try connection.run(
            "SELECT key, acked FROM routedb.stream WHERE key = ANY($1::text[])", ArrayText.of(keys))
        for row in rows { found[row[0] ?? ""] = row.number(1) }
        cursors = Dictionary(
            zip(streams.map(\.key), keys.map { found[$0] ?? 0 }), uniquingKeysWith: max)
        cursorsRead = (link.number, now)
    }

    /// Reads the next batch, in one transaction: a hit that is neither in a segment nor in the tail
    /// then is deleted.
    private func batch(
        of stream: HitStream, _ reader: HitsReader
    ) throws(RouteDBError) -> ShippedBatch {
        let cursor = cursors[stream.key] ?? 0
        return try reader.atOneMoment {
            try catalogue.update(reader)
            return try ShippedBatch(stream, after: cursor, catalogue, reader)
        }
    }
}

extension HitShipper {
    /// Ships until the task is cancelled.
    package nonisolated func run(
        every interval: Duration = .seconds(1),
        _ report: @Sendable (Result<ShippedHits, RouteDBError>) async throws -> Void
    ) async throws {
        var backoff = Backoff()
        while true {
            try Task.checkCancellation()
            let result: Result<ShippedHits, RouteDBError>
            do throws(RouteDBError) {
                result = .success(try await step())
            } catch {
                result = .failure(error)
            }
            try await report(result)
            switch result {
            case .success(let shipped):
                backoff.reset()
                if shipped == ShippedHits() { try await Task.sleep(for: interval) }
            case .failure: try await Task.sleep(for: backoff.next())
            }
        }
    }
}
#endif
