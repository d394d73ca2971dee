import RouteDBDatabase

/// A source of the bytes of a log.
package protocol LogSource {
    /// Returns some bytes, waiting for them; empty at the end.
    mutating func read() throws(LogSourceError) -> [UInt8]
}

/// An error in reading the bytes of a log.
package struct LogSourceError: Error, Equatable, Sendable, CustomStringConvertible {
    /// The kind of error.
    package enum Code: Sendable {
        /// The system could not read the file.
        case unreadable
        /// The compressed data end prematurely, for example because they are still being written.
        case truncated
        /// The compressed data are damaged.
        case damaged
    }

    /// The kind of error.
    package let code: Code
    /// What is wrong.
    package let message: String
    /// The place, in bytes from the start of the file or of the compressed data.
    package let offset: Int64

    /// Creates an error.
    package init(_ code: Code, _ message: String, at offset: Int64) {
        self.code = code
        self.message = message
        self.offset = offset
    }

    /// The message and the place.
    package var description: String { "\(message), at byte \(offset)" }
}

/// A source preceded by bytes that were already read from it.
struct ResumedSource: LogSource {
    private var first: [UInt8]
    private var rest: any LogSource

    init(first: [UInt8], rest: any LogSource) {
        self.first = first
        self.rest = rest
    }

    mutating func read() throws(LogSourceError) -> [UInt8] {
        guard first.isEmpty else {
            defer { first = [] }
            return first
        }
        return try rest.read()
    }
}

/// The bytes of a log that the caller reads.
struct LogStreamSource: LogSource {
    let next: @Sendable () throws -> [UInt8]

    mutating func read() throws(LogSourceError) -> [UInt8] {
        do {
            return try next()
        } catch {
            throw LogSourceError(.unreadable, "\(error)", at: 0)
        }
    }
}

/// Reads the bytes of a log from a file.
struct LogFileSource: LogSource {
    let file: ReadableFile
    let isStopped: () -> Bool

    mutating func read() throws(LogSourceError) -> [UInt8] {
        // Pretends to reach the end; the caller checks whether it was stopped.
        if isStopped() { return [] }
        do throws(RouteDBError) {
            return try file.read(until: isStopped)
        } catch {
            throw LogSourceError(.unreadable, error.message, at: file.position)
        }
    }
}
