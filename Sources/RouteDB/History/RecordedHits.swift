public import RouteDBDatabase
import RouteDBHistory
public import RouteDBRouting

/// A hit of a history.
///
/// Its texts are bytes, as they were recorded: a URL may be invalid UTF-8.
public struct RecordedHit: Hashable, Sendable {
    /// When the URL was resolved.
    public let time: Timestamp
    /// The URL as it was requested, or what the privacy rules kept of it.
    public let url: [UInt8]
    /// The outcome of the resolution.
    public let outcome: ResolutionOutcome
    /// The namespace that the URL was resolved in, or `nil` if unknown.
    public let namespace: NamespaceID?
    /// The route that matched, or `nil` if none did.
    public let route: RouteID?
    /// The revision of the registry that the URL was resolved against, or 0 if there was none.
    public let revision: Int64
    /// How long the response took, in whole microseconds, or `nil` if unknown.
    public let duration: Duration?
    /// The status code of the HTTP response, or `nil` if unknown.
    public let status: Int?
    /// The number of hits that this one stands for; 1 unless only a sample was recorded.
    public let weight: Int64
    /// The origin of the hit: 0 for a recorded resolution, or the id of an import.
    public let source: Int64
    /// The id of the stream that the hit belongs to; each machine that wrote to the file has its own.
    public let stream: Int64
    /// The sequence number within the stream, starting at 1.
    public let sequence: Int64
    /// The id of the principal, in UTF-8, or `nil` if unknown.
    public let principal: [UInt8]?
    /// The parameters, as a JSON object in UTF-8, or `nil` if none were kept.
    public let parameters: [UInt8]?
    /// The URL of the referring page, or `nil` if unknown.
    public let referrer: [UInt8]?

    /// The kind of route that was wanted, such as the method of an HTTP request, in UTF-8; `nil` if
    /// any, or if unknown.
    public let kind: [UInt8]?
    /// The attributes of the request that access rules and redirects read.
    public let attributes: ResolutionRequest.Attributes
    /// The user agent of the client, or `nil` if unknown.
    public let userAgent: [UInt8]?
    /// True if the client is a bot, by its user agent; `nil` if unknown.
    public let isBot: Bool?
    /// The platform of the client, by its user agent: `ios`, `ipados`, `android`, `macos`, `windows`,
    /// `linux` or `other`; `nil` if unknown.
    public let platform: String?

    /// The URL as text, with invalid UTF-8 replaced by U+FFFD.
    public var urlText: String { String(decoding: url, as: UTF8.self) }

    /// Copies a hit from a segment.
    init(_ segment: HitSegment, at index: Int) throws {
        func known(_ number: HitNumber) -> Int64? {
            let value = segment.value(number, at: index)
            return value == 0 ? nil : value
        }
        func text(_ text: HitText) throws -> [UInt8]? {
            // The text is copied while the cursor lends the segment.
            try unsafe segment.text(text, at: index).map { unsafe Array($0) }
        }
        time = Timestamp(microseconds: segment.value(.time, at: index))
        url = try text(.url) ?? []
        outcome = try segment.outcome(at: index)
        namespace = known(.namespace).map { NamespaceID(rawValue: $0) }
        route = known(.route).map { RouteID(rawValue: $0) }
        revision = segment.value(.revision, at: index)
        let microseconds = segment.value(.duration, at: index)
        duration = microseconds < 0 ? nil : .microseconds(microseconds)
        status = known(.status).map { Int(clamping: $0) }
        weight = segment.value(.weight, at: index)
        (source, stream) = (
            segment.value(.source, at: index), segment.value(.stream, at: index)
        )
        sequence = segment.value(.sequence, at: index)
        principal = try text(.principal)
        parameters = try text(.parameters)
        referrer = try text(.referrer)
        kind = try text(.kind)
        attributes =
            try text(.attributes).map { ResolutionRequest.Attributes(stored: $0) }
            ?? ResolutionRequest.Attributes()
        userAgent = try text(.userAgent)
        let client = HitClient(number: segment.value(.client, at: index))
        (isBot, platform) = (client?.isBot, client?.platform.rawValue)
    }
}

/// A sequence of selected hits of a history, read on demand.
///
/// See ``HitHistory/hits(_:)``.
public struct RecordedHits: AsyncSequence, Sendable {
    package let path: String
    package let busyTimeout: Duration
    let selection: HitSelection

    /// Starts an iteration over the hits.
    ///
    /// - Returns: The iterator. It opens the file when the first hit is requested.
    public func makeAsyncIterator() -> AsyncIterator {
        AsyncIterator(
            batches: HitBatches(path: path, busyTimeout: busyTimeout, filter: selection.filter))
    }

    /// An iteration over the hits.
    public struct AsyncIterator: AsyncIteratorProtocol {
        let batches: HitBatches
        private var batch: ArraySlice<RecordedHit> = []

        init(batches: HitBatches) { self.batches = batches }

        /// Returns the next hit.
        ///
        /// - Parameter actor: The actor of the caller.
        /// - Returns: The hit, or `nil` after the last one or after an error.
        /// - Throws: ``RouteDBError``, as ``HitHistory/open(_:busyTimeout:)`` does.
        public mutating func next(
            isolation actor: isolated (any Actor)?
        ) async throws(RouteDBError) -> RecordedHit? {
            while batch.isEmpty {
                guard let more = try await batches.next() else { return nil }
                batch = more[...]
            }
            return batch.popFirst()
        }
    }
}

/// Reads the selected hits segment by segment, on its own dispatch queue.
actor HitBatches {
    private let executor = QueueExecutor(label: "routedb.hits")
    private let path: String
    private let busyTimeout: Duration
    private let filter: HitFilter
    private var state = State.notBegun

    private enum State {
        case notBegun, ended
        case at(HitsSnapshot, HitsCursor)
    }

    nonisolated var unownedExecutor: UnownedSerialExecutor {
        // The actor keeps its executor alive.
        unsafe executor.asUnownedSerialExecutor()
    }

    init(path: String, busyTimeout: Duration, filter: HitFilter) {
        self.path = path
        self.busyTimeout = busyTimeout
        self.filter = filter
    }

    /// Returns the selected hits of the next segment, possibly none, or `nil` after the last
    /// segment or an error.
    func next() throws(RouteDBError) -> [RecordedHit]? {
        let state = state
        // An error below ends the sequence.
        self.state = .ended
        let (snapshot, cursor): (HitsSnapshot, HitsCursor)
        switch state {
        case .ended: return nil
        case .at(let at, let current): (snapshot, cursor) = (at, current)
        case .notBegun:
            let reader = try HitsReader(path: path, busyTimeout: busyTimeout)
            snapshot = try HitsSnapshot(reader)
            cursor = try snapshot.cursor(times: filter.times, texts: .all)
        }
        guard let segment = try cursor.next() else { return nil }
        var rows: [Int] = []
        filter.rows(of: segment, into: &rows)
        let hits = try snapshot.reading { try rows.map { try RecordedHit(segment, at: $0) } }
        self.state = .at(snapshot, cursor)
        return hits
    }
}
