#if Hub
package import RouteDB
import RouteDBFollower

/// The number of hits that a shipper has sent, of those that were missing, and of those that the hub has
/// refused.
package struct ShippedHits: Hashable, Sendable {
    /// How many hits the hub has taken.
    package var hits: Int64 = 0
    /// How many hits the history had no longer.
    package var missing: Int64 = 0
    /// How many hits were set aside.
    package internal(set) var setAside: Int64 = 0
    /// Why the last of these was refused.
    package internal(set) var reason: String?

    package init(hits: Int64 = 0, missing: Int64 = 0) {
        (self.hits, self.missing) = (hits, missing)
    }
}

extension ShippedHits {
    /// The warning about the hits that were set aside, if there are any.
    var refusal: RouteDBError? {
        guard setAside > 0 else { return nil }
        let hits =
            setAside == 1 ? "1 hit, which is set aside" : "\(setAside) hits, which are set aside"
        return RouteDBError(
            .invalidInput, "The hub refuses \(hits): \(reason ?? "").",
            hint: "They stay in the history here. `routedb hub doctor` lists them.")
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
/// - A batch that the hub refuses for what is in it is divided until the hit that is refused stands
///   alone. That one is set aside, and the others go on.
package actor HitShipper {
    /// How often the cursors are read again.
    private static let cursorInterval: Duration = .seconds(60)

    private let executor = QueueExecutor(label: "routedb.hub.shipper")
    private let link: HubLink
    private let path: String
    private let node: String
    private let busyTimeout: Duration
    private let clock: @Sendable () -> Timestamp
    private var reader: HitsReader?
    private var identity: FileIdentity?
    private var catalogue = StreamCatalogue()
    /// How many hits of each stream the hub has, by the stream's key.
    private var cursors: [[UInt8]: Int64] = [:]
    private var cursorsRead: (connection: Int, time: Timestamp) = (0, .epoch)
    /// How many hits of the history the hub does not have, as far as is known.
    package private(set) var waiting: Int64 = 0

    package nonisolated var unownedExecutor: UnownedSerialExecutor {
        // The actor keeps its executor alive.
        unsafe executor.asUnownedSerialExecutor()
    }

    /// Prepares to ship.
    package init(
        _ path: String, to address: HubAddress, node: String, busyTimeout: Duration = .seconds(5),
        clock: @escaping @Sendable () -> Timestamp = SystemClock.now
    ) {
        self.path = path
        link = HubLink(address)
        self.node = node
        self.busyTimeout = busyTimeout
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
        defer {
            waiting = streams.reduce(0) { $0 &+ max(0, $1.hits &- (cursors[$1.key] ?? 0)) }
        }
        var shipped = ShippedHits()
        var refusal: RouteDBError?
        for stream in streams where stream.hits > cursors[stream.key] ?? 0 {
            do throws(RouteDBError) {
                guard try ship(try batch(of: stream, reader), &shipped) else { return shipped }
            } catch {
                // A stream that is another user's does not keep the others back.
                guard error.code == .permissionDenied else { throw error }
                refusal = refusal ?? error
            }
        }
        if let refusal, shipped == ShippedHits() { throw refusal }
        return shipped
    }

    /// The answer of the hub to a batch.
    private enum Answer {
        case acked(Int64)
        case refused(String)
        /// The answer to none, since the connection, and perhaps the server, is another one.
        case reconnected
    }

    /// Ships a batch, in parts if the hub refuses it; returns false if the cursors must be read first.
    private func ship(
        _ batch: ShippedBatch, _ shipped: inout ShippedHits
    ) throws(RouteDBError) -> Bool {
        switch try send(Self.ship, batch.arguments(node: node)) {
        case .reconnected: return false
        case .acked(let acked):
            cursors[batch.stream.key] = acked
            // Else somebody else has moved the cursor: the next batch begins there.
            guard acked == batch.last else { return true }
            shipped.hits += Int64(batch.count)
            shipped.missing += batch.missing
            return true
        case .refused(let reason):
            let parts = batch.parts
            guard parts.isEmpty else {
                for part in parts {
                    guard try ship(part, &shipped) else { return false }
                    guard cursors[batch.stream.key] == part.last else { break }
                }
                return true
            }
            guard batch.count == 1 else { throw Self.failure(reason) }
            return try setAside(batch, because: reason, &shipped)
        }
    }

    /// Goes past the only hit of a batch, and tells the hub why.
    private func setAside(
        _ batch: ShippedBatch, because reason: String, _ shipped: inout ShippedHits
    ) throws(RouteDBError) -> Bool {
        let arguments = [
            batch.stream.key.hexadecimal, node, "\(batch.first)", StoredText.ascii(reason),
        ]
        switch try send("SELECT routedb.set_aside($1, $2, $3, $4)", arguments) {
        case .reconnected: return false
        case .acked(let acked):
            cursors[batch.stream.key] = acked
            guard acked == batch.last else { return true }
            shipped.setAside += 1
            shipped.reason = reason
            return true
        case .refused(let message): throw Self.failure(message)
        }
    }

    private static func failure(_ message: String) -> RouteDBError {
        RouteDBError(
            .sourceUnavailable, "The hub refuses hits, and to set them aside: \(message).",
            hint: "See the server's log; the hits are kept here meanwhile.")
    }

    private func send(
        _ sql: String, _ arguments: [String?]
    ) throws(RouteDBError) -> Answer {
        try link.use(.writing) { connection in
            // Another connection may be one to another server.
            guard link.number == cursorsRead.connection else { return .reconnected }
            do throws(HubFailure) {
                return .acked(try connection.run(sql, values: arguments).first?.number(0) ?? 0)
            } catch  where error.isRefusal {
                return .refused(error.message)
            } catch  where error.isForbidden {
                // The connection stays, for the other streams.
                throw RouteDBError(error, hub: connection.name)
            } catch {
                throw error
            }
        }
    }

    private static let ship = """
        SELECT routedb.ship($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16,
            $17, $18, $19, $20, $21, $22, $23, $24, $25, $26)
        """

    /// Opens the history, and again if another file has taken its place; `nil` if there is none.
    private func open() throws(RouteDBError) -> HitsReader? {
        let found = FileAccess(path: path).identity
        if let reader, found != nil, found == identity { return reader }
        (reader, identity, catalogue) = (nil, nil, StreamCatalogue())
        guard found != nil, FileAccess(path: path).hasBytes else { return nil }
        let opened = try HitsReader(path: path, busyTimeout: busyTimeout)
        (reader, identity) = (opened, found)
        return opened
    }

    private func readCursors(_ streams: [HitStream], _ connection: HubConnection) throws {
        let now = clock()
        let isRecent = now - cursorsRead.time < Self.cursorInterval && now >= cursorsRead.time
        let isKnown = streams.allSatisfy { cursors[$0.key] != nil }
        guard cursorsRead.connection != link.number || !isRecent || !isKnown else { return }
        var found: [String: Int64] = [:]
        let keys = streams.map(\.key.hexadecimal)
        let rows = try connection.run(
            "SELECT secret, acked FROM routedb.cursors($1)", ArrayText.of(keys))
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
