import RouteDB
import RouteDBDatabase
import RouteDBHistory
import RouteDBRouting

/// Lines of logs that could not be replayed.
public struct ReplayRejects: Hashable, Sendable {
    /// The name of the log's format; of several logs, the names of all formats, separated by commas.
    public private(set) var format: String
    /// The number of logs.
    private(set) var logCount = 1
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
        /// The name of the log.
        public let log: String
        /// The number of the line in its log, from 1.
        public let line: Int
        /// A description of the mistake in the line, and its place.
        public let reason: String
    }

    /// The places and reasons of the examples, such as `line 3: the line has no URL`; of several logs with their
    /// names.
    package var exampleLines: [String] {
        examples.map { example in
            (logCount > 1 ? "\(example.log), " : "") + "line \(example.line): \(example.reason)"
        }
    }

    static let exampleLimit = 5

    init(format: String) { self.format = format }

    /// Goes on with another log.
    mutating func goOn(with format: String) {
        logCount += 1
        let known = self.format.split(separator: ", ")
        if !known.contains(where: { $0 == format }) { self.format += ", \(format)" }
    }

    mutating func add(_ reason: LogReject, line: Int, of log: String) {
        count += 1
        guard examples.count < Self.exampleLimit else { return }
        examples.append(Example(log: log, line: line, reason: reason.description))
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
        .logs([ReplayLog(name: name, open: open)], format: format, options: options)
    }

    /// The requests of logs, one log after the other.
    package static func logs(
        _ logs: [ReplayLog], format: String? = nil, options: LogOptions = LogOptions()
    ) -> ReplaySource {
        ReplaySource(isReadTwice: logs.allSatisfy(\.isReadTwice)) { feed in
            for log in logs {
                do {
                    var lines = try LogLines(try log.open())
                    // A log may be empty after its rotation.
                    if logs.count > 1, try lines.areIdle() { continue }
                    var reader = try LogReplay(
                        log.name, lines, format: format, options: options, after: feed.rejects)
                    try reader.give(to: &feed)
                } catch let error as LogSourceError {
                    let codes: [LogSourceError.Code: RouteDBError.Code] = [
                        .unreadable: .storageFailure, .compressed: .inputUnreadable,
                    ]
                    throw RouteDBError(
                        codes[error.code] ?? .corrupt,
                        "The log '\(log.name)' cannot be read: \(error).", underlying: error)
                }
            }
        }
    }
}

/// A log to replay, by its name in messages.
package struct ReplayLog: Sendable {
    package let name: String
    /// True if the log can be opened more than once, so that it can be read ahead.
    package let isReadTwice: Bool
    package let open: @Sendable () throws -> any LogSource

    /// Creates a log that is opened when its turn comes.
    package init(
        name: String, isReadTwice: Bool = false,
        open: @escaping @Sendable () throws -> any LogSource
    ) {
        (self.name, self.isReadTwice, self.open) = (name, isReadTwice, open)
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
    private var languages = KnownAgents { VisitorAttributes(acceptLanguage: $0).context }
    private let name: String
    /// The number of lines so far.
    private var line = 0
    /// The error that ended the replay.
    private var failure: RouteDBError?

    init(
        _ name: String, _ lines: consuming LogLines, format: String?, options: LogOptions,
        after earlier: ReplayRejects?
    ) throws {
        (self.lines, self.name) = (lines, name)
        let first = self.lines.firstLines()
        guard let found = LogFormat.found(format, in: first) else {
            // A log that cannot be read has no format either; report the reading error instead.
            _ = try self.lines.readChunk { _, _ in }
            throw RouteDBError(
                .invalidValue, "The format of the log '\(name)' could not be detected.",
                hint: "Specify one of \(LogFormat.names.joined(separator: ", ")).")
        }
        parser = LogLineParser(found, options: options)
        guard var rejects = earlier else {
            rejects = ReplayRejects(format: found.name)
            return
        }
        rejects.goOn(with: found.name)
        self.rejects = rejects
    }

    mutating func give(to feed: inout ReplayFeed) throws {
        var isMore = true
        while isMore {
            isMore = try readChunk(into: &feed)
            if let failure { throw failure }
            feed.rejects = rejects
            // Of several logs, the first one without hosts is warned of.
            if feed.name == name || feed.hostless?.areHostless != true {
                (feed.hostless, feed.name) = (hostless, name)
            }
            try feed.report()
        }
    }

    private mutating func readChunk(into feed: inout ReplayFeed) throws -> Bool {
        var (parser, rejects, failure) = (parser, rejects, failure)
        var (hostless, clients, visitors, languages) = (hostless, clients, visitors, languages)
        let (areBots, readsVisitors) = (feed.areBots, feed.readsVisitors)
        var number = line
        let name = name
        defer {
            line = number
            (self.parser, self.rejects, self.failure) = (parser, rejects, failure)
            (self.hostless, self.clients) = (hostless, clients)
            (self.visitors, self.languages) = (visitors, languages)
        }
        return try lines.readChunk { line, place in
            rejects.lineCount += 1
            number += 1
            guard failure == nil else { return }
            guard !place.isTooLong else {
                return rejects.add(LogReject(.tooLong, at: 0), line: number, of: name)
            }
            switch parser.parse(line) {
            case .skipped: break
            case .rejected(let reason): rejects.add(reason, line: number, of: name)
            case .record(let record):
                var caller = parser.caller(of: record, in: line)
                if areBots != nil {
                    let agent = parser.withBytes(of: record.userAgent, in: line) { agent in
                        record.userAgent.isAbsent ? nil : clients.value(of: agent)
                    }
                    caller.isBot = (record.client ?? agent)?.isBot
                }
                if readsVisitors, !record.userAgent.isAbsent {
                    caller.visitor = parser.withBytes(of: record.userAgent, in: line) {
                        visitors.value(of: $0)
                    }
                }
                if readsVisitors, !record.language.isAbsent {
                    let told = parser.withBytes(of: record.language, in: line) {
                        languages.value(of: $0)
                    }
                    caller.visitor = caller.visitor.merging(told)
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
