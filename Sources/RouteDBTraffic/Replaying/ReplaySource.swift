import RouteDB
import RouteDBDatabase
import RouteDBHistory
import RouteDBRouting

/// The hits that a replay reads: hits in memory, a history or a log.
public struct ReplaySource: Sendable {
    /// Adds all hits to a feed; called on a thread of the replay.
    let give: @Sendable (inout ReplayFeed) throws -> Void

    /// A source of hits in memory.
    ///
    /// - Parameter hits: The hits, in the order in which they are replayed.
    /// - Returns: The source.
    public static func hits(_ hits: some Sequence<ReplayHit> & Sendable) -> ReplaySource {
        ReplaySource { feed in
            for hit in hits {
                // The feed copies the URL.
                try unsafe hit.url.withUnsafeBytes { url in
                    try unsafe feed.add(
                        url, time: hit.time?.microseconds, weight: hit.weight,
                        ReplayCaller(
                            principal: hit.principal.map { Array($0.utf8) }, kind: hit.kind,
                            attributes: hit.attributes))
                }
                if feed.progress.hitCount % ReplayBatch.capacity == 0 { try feed.report() }
            }
        }
    }

    /// A source of all hits in a history, as of the start of the replay.
    ///
    /// A process that records may keep running. Hits are read segment by segment, in the order in
    /// which segments were sealed, and then from the tail.
    ///
    /// - Parameters:
    ///   - path: The path of the history file.
    ///   - busyTimeoutMilliseconds: How long to wait for a lock held by another process, in
    ///     milliseconds.
    /// - Returns: The source. Errors of the file are thrown when it is replayed.
    public static func history(
        _ path: String, busyTimeoutMilliseconds: Int = 5_000
    ) -> ReplaySource {
        ReplaySource { feed in
            let reader = try HitsReader(
                path: path, busyTimeoutMilliseconds: busyTimeoutMilliseconds)
            guard let times = feed.times else { return }
            feed.progress.total = try reader.count(times)
            var columns = SegmentColumns()
            try reader.scan(times, texts: .urls) { segment in
                try columns.give(segment, to: &feed)
                try feed.report()
            }
        }
    }
}

/// The columns of a segment that a replay reads, in reused memory.
private struct SegmentColumns {
    private var times: [Int64] = []
    private var weights: [Int64] = []
    private var sources: [Int64] = []
    private var clients: [Int64] = []
    private var principals = NameColumn<[UInt8]>()
    private var kinds = NameColumn<String>()
    private var attributes = NameColumn<ResolutionRequest.Attributes>()
    private var visitors = NameColumn<JSONObject>()

    mutating func give(_ segment: HitSegment, to feed: inout ReplayFeed) throws {
        segment.read(.time, into: &times)
        segment.read(.weight, into: &weights)
        segment.read(.source, into: &sources)
        segment.read(.client, into: &clients)
        try principals.read(.principal, of: segment) { $0 }
        try kinds.read(.kind, of: segment) { String(decoding: $0, as: UTF8.self) }
        try attributes.read(.attributes, of: segment) { ResolutionRequest.Attributes(stored: $0) }
        if feed.readsAgents {
            try visitors.read(.userAgent, of: segment) { agent in
                VisitorAttributes(userAgent: String(decoding: agent, as: UTF8.self)).context
            }
        }
        for index in 0..<segment.count {
            // An imported hit has attributes only if its file had them.
            let known =
                attributes[index] ?? (sources[index] == 0 ? ResolutionRequest.Attributes() : nil)
            let empty = unsafe UnsafeRawBufferPointer(start: nil, count: 0)
            try unsafe feed.add(
                segment.text(.url, at: index) ?? empty, time: times[index],
                weight: max(1, weights[index]),
                ReplayCaller(
                    principal: principals[index], kind: kinds[index], attributes: known,
                    visitor: feed.readsAgents ? visitors[index] ?? [:] : [:],
                    isBot: HitClient(number: clients[index])?.isBot))
        }
    }
}

/// A column of texts of a segment that occur again and again, each read once.
private struct NameColumn<Value> {
    private var numbers: [Int64] = []
    private var values: [Value] = []

    mutating func read(
        _ text: HitText, of segment: HitSegment, _ value: ([UInt8]) -> Value
    ) throws {
        let names = try segment.names(text, into: &numbers)
        // The texts are copied while the cursor lends the segment.
        values = (0..<names.count).map { value(unsafe Array(names[$0 + 1])) }
    }

    /// The value of a hit, or `nil` if it has no text.
    subscript(index: Int) -> Value? {
        numbers[index] == 0 ? nil : values[Int(numbers[index]) - 1]
    }
}

/// Lines of a log that could not be replayed.
public struct ReplayRejects: Hashable, Sendable {
    /// The name of the log's format.
    public let format: String
    /// The number of lines read, including blank lines and comments.
    public internal(set) var lineCount = 0

    /// The number of lines in words.
    package var summary: String {
        let lines =
            "\(NumberText.grouped(Int64(count))) of \(NumberText.counted(lineCount, "line"))"
        return "\(lines) \(count == 1 ? "contains" : "contain") no URL"
    }
    /// The number of rejected lines.
    public internal(set) var count = 0
    /// The first rejected lines, at most five.
    public internal(set) var examples: [Example] = []

    /// A rejected line.
    public struct Example: Hashable, Sendable {
        /// The number of the line, from 1.
        public let line: Int
        /// A description of the mistake in the line, and its place.
        public let reason: String
    }

    static let exampleLimit = 5

    init(format: String) { self.format = format }

    mutating func add(_ reason: LogReject) {
        count += 1
        guard examples.count < Self.exampleLimit else { return }
        examples.append(Example(line: lineCount, reason: reason.description))
    }
}

extension ReplaySource {
    /// The requests of a log, plain or compressed, in the order of its lines.
    ///
    /// Lines without a URL are counted, and the first of them kept as examples.
    package static func log(
        _ name: String, format: String? = nil, options: LogOptions = LogOptions(),
        open: @escaping @Sendable () throws -> any LogSource
    ) -> ReplaySource {
        ReplaySource { feed in
            do {
                var reader = try LogReplay(
                    name, LogLines(try open()), format: format, options: options)
                try reader.give(to: &feed)
            } catch let error as LogSourceError {
                throw RouteDBError(
                    error.code == .unreadable ? .storageFailure : .corrupt,
                    "The log '\(name)' cannot be read: \(error).", underlying: error)
            }
        }
    }
}

/// A log being replayed.
private struct LogReplay {
    private var lines: LogLines
    private var parser: LogLineParser
    private var rejects: ReplayRejects
    private var hostless = HostlessRequests()
    private var clients = KnownAgents { HitClient(userAgent: $0) }
    private var visitors = KnownAgents { VisitorAttributes(userAgent: $0).context }
    private let name: String
    /// The error that ended the replay.
    private var failure: RouteDBError?

    init(
        _ name: String, _ lines: consuming LogLines, format: String?, options: LogOptions
    ) throws {
        (self.lines, self.name) = (lines, name)
        let first = self.lines.firstLines()
        let found =
            format.map { LogFormat(name: $0, lines: first) } ?? LogFormat.detect(first)?.format
        guard let found else {
            // A log that cannot be read has no format either; report the reading error instead.
            _ = try self.lines.readChunk { _, _ in }
            throw RouteDBError(
                .invalidValue, "The format of the log '\(name)' could not be detected.",
                hint: "Specify one of \(LogFormat.names.joined(separator: ", ")).")
        }
        parser = LogLineParser(found, options: options)
        rejects = ReplayRejects(format: found.name)
    }

    mutating func give(to feed: inout ReplayFeed) throws {
        var isMore = true
        while isMore {
            isMore = try readChunk(into: &feed)
            if let failure { throw failure }
            (feed.rejects, feed.hostless, feed.name) = (rejects, hostless, name)
            try feed.report()
        }
    }

    private mutating func readChunk(into feed: inout ReplayFeed) throws -> Bool {
        var (parser, rejects, failure) = (parser, rejects, failure)
        var (hostless, clients, visitors) = (hostless, clients, visitors)
        let (areBots, readsAgents) = (feed.areBots, feed.readsAgents)
        defer {
            (self.parser, self.rejects, self.failure) = (parser, rejects, failure)
            (self.hostless, self.clients, self.visitors) = (hostless, clients, visitors)
        }
        return try lines.readChunk { line, place in
            rejects.lineCount += 1
            guard failure == nil else { return }
            guard !place.isTooLong else { return rejects.add(LogReject(.tooLong, at: 0)) }
            switch parser.parse(line) {
            case .skipped: break
            case .rejected(let reason): rejects.add(reason)
            case .record(let record):
                var caller = parser.caller(of: record, in: line)
                if areBots != nil {
                    let agent = parser.withBytes(of: record.userAgent, in: line) { agent in
                        record.userAgent.isAbsent ? nil : clients.value(of: agent)
                    }
                    caller.isBot = (record.client ?? agent)?.isBot
                }
                if readsAgents, !record.userAgent.isAbsent {
                    caller.visitor = parser.withBytes(of: record.userAgent, in: line) {
                        visitors.value(of: $0)
                    }
                }
                if hostless.wantsMore { hostless.append(parser.bytes(of: record.url, in: line)) }
                parser.withBytes(of: record.url, in: line) { url in
                    // The feed copies the URL.
                    unsafe url.withUnsafeBytes { url in
                        do throws(RouteDBError) {
                            try unsafe feed.add(
                                url, time: record.time,
                                weight: min(record.weight, HitNumbers.maximumWeight), caller)
                        } catch {
                            failure = error
                        }
                    }
                }
            }
        }
    }
}

extension LogLineParser {
    /// The principal, the method and the attributes that a line has.
    fileprivate func caller(of record: LogRecord, in line: RawSpan) -> ReplayCaller {
        func bytes(_ text: LogText) -> [UInt8]? {
            text.isAbsent ? nil : self.bytes(of: text, in: line)
        }
        return ReplayCaller(
            principal: bytes(record.principal),
            kind: bytes(record.method).map { String(decoding: $0, as: UTF8.self) },
            attributes: bytes(record.attributes).map { ResolutionRequest.Attributes(stored: $0) })
    }
}
