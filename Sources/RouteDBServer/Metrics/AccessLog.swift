#if Server
package import RouteDB

#if canImport(Darwin)
import Darwin
#elseif canImport(Musl)
import Musl
#else
import Glibc
#endif

/// A request and its answer, as the access log holds them.
package struct AccessEntry: Sendable {
    package var address: String?
    package var caller: String
    package var time: Timestamp
    package var method: String
    /// The path, without the query.
    package var path: String
    /// The version of HTTP, such as `HTTP/1.1`.
    package var version: String
    package var status: Int
    package var bytes: Int
    package var referrer: String?
    package var userAgent: String?

    package init(
        address: String?, caller: String, time: Timestamp, method: String, path: String,
        version: String, status: Int, bytes: Int, referrer: String?, userAgent: String?
    ) {
        self.address = address
        self.caller = caller
        self.time = time
        self.method = method
        self.path = path
        self.version = version
        self.status = status
        self.bytes = bytes
        self.referrer = referrer
        self.userAgent = userAgent
    }

    /// The entry as a line of the combined log format.
    package var line: [UInt8] {
        var line: [UInt8] = []
        append(to: &line, at: LogSecond(time))
        return line
    }

    /// Appends the line of the entry; the caller knows the text of its second.
    fileprivate func append(to line: inout [UInt8], at second: LogSecond) {
        line += (address ?? "-").utf8
        line += " - ".utf8
        Self.append(word: caller.isEmpty ? "-" : caller, to: &line)
        line += second.text
        line += method.utf8
        line.append(UInt8(ascii: " "))
        Self.append(escaping: path, to: &line)
        line += " \(version)\" \(status) \(bytes) \"".utf8
        Self.append(escaping: referrer ?? "-", to: &line)
        line += "\" \"".utf8
        Self.append(escaping: userAgent ?? "-", to: &line)
        line += "\"\n".utf8
    }

    /// A text inside quotes: quotes, backslashes and what is not printable are escaped.
    private static func append(escaping text: String, to line: inout [UInt8]) {
        for byte in text.utf8 {
            switch byte {
            case UInt8(ascii: "\""), UInt8(ascii: "\\"): line += [UInt8(ascii: "\\"), byte]
            case 0x20..<0x7F: line.append(byte)
            default: line += "\\x\([byte].hexadecimal)".utf8
            }
        }
    }

    /// A name outside quotes, where nothing can be escaped.
    private static func append(word text: String, to line: inout [UInt8]) {
        for byte in text.utf8 {
            switch byte {
            case UInt8(ascii: "["), UInt8(ascii: "]"), UInt8(ascii: "\""):
                line.append(UInt8(ascii: "_"))
            case 0x21..<0x7F: line.append(byte)
            default: line.append(UInt8(ascii: "_"))
            }
        }
    }
}

/// A second as the log writes it, which is the same for all requests in it.
struct LogSecond {
    /// The seconds since 1970-01-01T00:00:00Z.
    let number: Int64
    /// The time in brackets, and the quotation mark after it: ` [20/Nov/2026:10:00:00 +0000] "`.
    let text: [UInt8]

    private static let months = [
        "Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec",
    ]

    init(_ time: Timestamp) {
        number = time.wholeSeconds
        let words = Self.words(time)
        text = Array(" [\(words.day)/\(words.month)/\(words.year):\(words.time) +0000] \"".utf8)
    }

    /// The parts of a time as logs and HTTP write them.
    static func words(
        _ time: Timestamp
    ) -> (year: Substring, month: String, day: Substring, time: Substring) {
        let words = time.inSeconds.dropLast().split(separator: "T")
        let parts = words[0].split(separator: "-")
        let month = Int(parts[1]).map { Self.months[($0 - 1) % 12] } ?? "Jan"
        return (parts[0], month, parts[2], words[1])
    }
}

/// Appends entries to a file, on a queue of its own.
///
/// Entries wait in memory, 200 ms at most. If the file cannot be written as fast as requests come,
/// entries beyond 8 MiB are dropped, and counted.
package final class AccessLog: Sendable {
    private struct Waiting {
        var bytes: [UInt8] = []
        var second = LogSecond(.epoch)
        var isScheduled = false
        var dropped = 0
    }

    private static let most = 8 << 20

    private let descriptor: Int32
    private let isOwn: Bool
    private let executor = QueueExecutor(label: "routedb.access-log")
    private let waiting = Locked(Waiting())

    /// Opens a log; `-` is standard output.
    package init(path: String) throws(RouteDBError) {
        isOwn = path != "-"
        guard isOwn else {
            descriptor = STDOUT_FILENO
            return
        }
        // The path is a C string that lives as long as the call.
        descriptor = unsafe open(path, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0o640)
        guard descriptor >= 0 else {
            throw RouteDBError(
                .permissionDenied,
                "The access log '\(path)' cannot be opened: \(SystemMessage.text(of: errno)).",
                hint: "Give the path of a writable file, or '-' for standard output.")
        }
    }

    deinit { if isOwn { close(descriptor) } }

    /// The number of entries that were dropped.
    package var dropped: Int { waiting.withLock { $0.dropped } }

    /// Appends an entry.
    package func append(_ entry: AccessEntry) {
        let isFirst = waiting.withLock { waiting in
            if waiting.second.number != entry.time.wholeSeconds {
                waiting.second = LogSecond(entry.time)
            }
            let end = waiting.bytes.count
            entry.append(to: &waiting.bytes, at: waiting.second)
            guard waiting.bytes.count <= Self.most else {
                waiting.bytes.removeLast(waiting.bytes.count - end)
                waiting.dropped += 1
                return false
            }
            defer { waiting.isScheduled = true }
            return !waiting.isScheduled
        }
        guard isFirst else { return }
        executor.run(after: .milliseconds(200)) { [self] in flush() }
    }

    /// Writes what waits.
    package func flush() {
        let bytes = waiting.withLock { waiting in
            waiting.isScheduled = false
            defer { waiting.bytes = [] }
            return waiting.bytes
        }
        do {
            try DescriptorBytes.write(bytes, to: descriptor)
        } catch {
            let lines = bytes.count { $0 == UInt8(ascii: "\n") }
            waiting.withLock { $0.dropped += lines }
        }
    }
}
#endif
