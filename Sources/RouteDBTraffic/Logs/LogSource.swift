import RouteDBCZlib
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
        /// The file is compressed by another program than gzip.
        case compressed
    }

    /// The kind of error.
    package let code: Code
    /// A description of the error.
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

/// Decompresses gzip data (RFC 1952) as they are read, member by member, with zlib.
///
/// Memory use is bounded for any input. Bytes decompressed before an error are returned before the
/// error is thrown; a wrong checksum is found only at the end of its member.
@safe
package final class GzipSource: LogSource {
    private static let pieceSize = 1 << 16
    /// The largest window, and a gzip header and trailer instead of those of zlib.
    private static let windowBits: Int32 = 15 + 16
    private static let magicNumber: [UInt8] = [0x1F, 0x8B]

    private var source: any LogSource
    // zlib keeps the address of the structure, so it must not move.
    private let stream: UnsafeMutablePointer<z_stream>
    private var input: [UInt8] = []
    /// The place in the input up to which it is decompressed.
    private var position = 0
    /// The number of bytes before the input.
    private var consumed: Int64 = 0
    private var isInMember = true
    private var failure: LogSourceError?

    /// Returns whether data begin with the magic number of gzip.
    package static func isGzip(_ bytes: [UInt8]) -> Bool { bytes.starts(with: magicNumber) }

    /// Creates a source that decompresses another one.
    package init(_ source: any LogSource) {
        self.source = source
        unsafe stream = .allocate(capacity: 1)
        unsafe stream.initialize(to: z_stream())
        let status = unsafe inflateInit2_(
            stream, Self.windowBits, ZLIB_VERSION, Int32(MemoryLayout<z_stream>.size))
        if status != Z_OK { failure = Self.error(status, nil, at: 0) }
    }

    deinit {
        _ = unsafe inflateEnd(stream)
        unsafe stream.deallocate()
    }

    /// Returns decompressed bytes; empty at the end.
    package func read() throws(LogSourceError) -> [UInt8] {
        if let failure { throw failure }
        do throws(LogSourceError) {
            while true {
                if !isInMember, try !beginsMember() { return [] }
                if position == input.count, try !load() {
                    throw LogSourceError(
                        .truncated, "the compressed data end prematurely", at: offset)
                }
                let piece = decompress()
                if !piece.isEmpty { return piece }
                if let failure { throw failure }
            }
        } catch {
            failure = error
            throw error
        }
    }

    /// The place in the compressed data.
    private var offset: Int64 { consumed + Int64(position) }

    /// Reads more input; returns `false` at its end.
    private func load() throws(LogSourceError) -> Bool {
        consumed += Int64(input.count)
        (input, position) = ([], 0)
        input = try source.read()
        return !input.isEmpty
    }

    /// Returns whether another member follows; zero padding after the last one is skipped.
    private func beginsMember() throws(LogSourceError) -> Bool {
        while true {
            if position == input.count, try !load() { return false }
            switch input[position] {
            case 0: position += 1
            case Self.magicNumber[0]:
                _ = unsafe inflateReset(stream)
                isInMember = true
                return true
            default:
                throw LogSourceError(
                    .damaged, "trailing data after the compressed data", at: offset)
            }
        }
    }

    /// Decompresses some of the input; notes the end of a member, and an error.
    private func decompress() -> [UInt8] {
        var status = Z_OK
        // The pointers are valid during the call, which reads and writes within their counts.
        let piece = unsafe [UInt8](unsafeUninitializedCapacity: Self.pieceSize) { output, count in
            unsafe input.withUnsafeBufferPointer { bytes in
                unsafe stream.pointee.next_in = bytes.baseAddress.map { unsafe $0 + position }
                unsafe stream.pointee.avail_in = uInt(bytes.count - position)
                unsafe stream.pointee.next_out = output.baseAddress
                unsafe stream.pointee.avail_out = uInt(Self.pieceSize)
                status = unsafe inflate(stream, Z_NO_FLUSH)
                unsafe position = bytes.count - Int(stream.pointee.avail_in)
                unsafe count = Self.pieceSize - Int(stream.pointee.avail_out)
            }
        }
        switch status {
        case Z_STREAM_END: isInMember = false
        // Without progress there is only too little input.
        case Z_OK, Z_BUF_ERROR: break
        default:
            let message = unsafe stream.pointee.msg.map { unsafe String(cString: $0) }
            failure = Self.error(status, message, at: offset)
        }
        return piece
    }

    private static func error(
        _ status: Int32, _ message: String?, at offset: Int64
    ) -> LogSourceError {
        guard status == Z_DATA_ERROR || status == Z_NEED_DICT else {
            return LogSourceError(.unreadable, "zlib cannot decompress: \(status)", at: offset)
        }
        let detail =
            switch message {
            case "incorrect data check": "the checksum is wrong"
            case "incorrect length check": "the size is wrong"
            case let message?: "the compressed data are damaged (\(message))"
            case nil: "the compressed data are damaged"
            }
        return LogSourceError(.damaged, detail, at: offset)
    }
}
