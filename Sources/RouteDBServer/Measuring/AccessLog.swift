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
    package var timeMicroseconds: Int64
    package var method: String
    /// The path, without the query.
    package var path: String
    package var status: Int
    package var bytes: Int
    package var referrer: String?
    package var userAgent: String?

    package init(
        address: String?, caller: String, timeMicroseconds: Int64, method: String, path: String,
        status: Int, bytes: Int, referrer: String?, userAgent: String?
    ) {
        self.address = address
        self.caller = caller
        self.timeMicroseconds = timeMicroseconds
        self.method = method
        self.path = path
        self.status = status
        self.bytes = bytes
        self.referrer = referrer
        self.userAgent = userAgent
    }

    /// The entry as a line of the combined log format.
    package var line: [UInt8] {
        var line: [UInt8] = []
        func add(_ text: String) { line += Array(text.utf8) }
        add("\(address ?? "-") - ")
        line += caller.isEmpty ? [UInt8(ascii: "-")] : Self.word(caller)
        add(" [\(Self.time(timeMicroseconds))] \"\(method) ")
        line += Self.escaped(path)
        add(" HTTP/1.1\" \(status) \(bytes) \"")
        line += referrer.map(Self.escaped) ?? [UInt8(ascii: "-")]
        add("\" \"")
        line += userAgent.map(Self.escaped) ?? [UInt8(ascii: "-")]
        add("\"\n")
        return line
    }

    /// A time as `20/Nov/2026:10:00:00 +0000`.
    private static func time(_ microseconds: Int64) -> String {
        let text = Array(Timestamp(microseconds: microseconds).inSeconds.dropLast())
        let months = [
            "Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec",
        ]
        let date = text.split(separator: "T")
        let parts = date[0].split(separator: "-")
        let month = Int(String(parts[1])).map { months[($0 - 1) % 12] } ?? "Jan"
        return "\(String(parts[2]))/\(month)/\(String(parts[0])):\(String(date[1])) +0000"
    }

    /// A text inside quotes: quotes, backslashes and what is not printable are escaped.
    private static func escaped(_ text: String) -> [UInt8] {
        text.utf8.flatMap { byte -> [UInt8] in
            switch byte {
            case UInt8(ascii: "\""), UInt8(ascii: "\\"): [UInt8(ascii: "\\"), byte]
            case 0x20..<0x7F: [byte]
            default: Array("\\x\([byte].hexadecimal)".utf8)
            }
        }
    }

    /// A name outside quotes, where nothing can be escaped.
    private static func word(_ text: String) -> [UInt8] {
        text.utf8.map { byte in
            let isPlain = byte > 0x20 && byte < 0x7F && byte != UInt8(ascii: "[")
            return isPlain && byte != UInt8(ascii: "]") && byte != UInt8(ascii: "\"")
                ? byte : UInt8(ascii: "_")
        }
    }
}

/// Appends entries to a file, on a queue of its own.
///
/// Entries wait in memory, 200 ms at most. If the file cannot be written as fast as requests come,
/// entries beyond 8 MiB are dropped, and counted.
package final class AccessLog: Sendable {
    private struct Waiting {
        var bytes: [UInt8] = []
        var isScheduled = false
        var dropped = 0
    }

    private static let most = 8 << 20

    private let descriptor: Int32
    private let isOwn: Bool
    private let executor = QueueExecutor(label: "routedb.access-log")
    private let waiting = Guarded(Waiting())

    /// Opens a log; `-` is standard output.
    ///
    /// - Throws: ``RouteDBError`` if the file cannot be written.
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
        let line = entry.line
        let isFirst = waiting.withLock { waiting in
            guard waiting.bytes.count + line.count <= Self.most else {
                waiting.dropped += 1
                return false
            }
            waiting.bytes += line
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
