import RouteDBRouting

/// The position of a line in its input, and whether it is complete.
package struct SplitLine: Equatable, Sendable {
    /// The offset of the first byte.
    package let offset: Int64
    /// The length in bytes, including the line ending.
    package let byteCount: Int64
    /// True if the line exceeded the limit, so that only its beginning was passed.
    package let isTooLong: Bool
    /// True if the line has a line ending; the last line of a growing log may not have one yet.
    package let isEnded: Bool
}

/// Splits chunks of bytes into lines that end with LF or CR LF.
///
/// Lines within a chunk are passed on without a copy. Of a line over the limit, only its first
/// `limit` bytes are kept, so memory use is bounded for any input.
package struct LineSplitter {
    /// The default limit: 1 MiB.
    package static let defaultLimit = 1 << 20

    private let limit: Int
    /// The offset of the first byte of the current line.
    private var lineStart: Int64
    /// The bytes of that line from earlier chunks, and how many more were dropped.
    private var carried: [UInt8] = []
    private var droppedCount: Int64 = 0

    /// Creates a splitter.
    package init(offset: Int64 = 0, limit: Int = LineSplitter.defaultLimit) {
        lineStart = offset
        self.limit = limit
    }

    /// Splits a chunk, and calls `body` with each line that ends in it.
    package mutating func split<Failure>(
        _ chunk: RawSpan, _ body: (RawSpan, SplitLine) throws(Failure) -> Void
    ) throws(Failure) {
        var start = 0
        while true {
            let end = chunk.offset(of: UInt8(ascii: "\n"), from: start)
            guard end < chunk.byteCount else { break }
            if carried.isEmpty {
                let bytes = chunk.extracting(start..<end)
                try lend(bytes, byteCount: Int64(end &- start), isEnded: true, body)
            } else {
                carry(chunk.extracting(start..<end))
                try lendCarried(isEnded: true, body)
            }
            start = end &+ 1
        }
        carry(chunk.extracting(start..<chunk.byteCount))
    }

    /// Calls `body` with the rest of the input if that does not end with a line ending.
    package mutating func finish<Failure>(
        _ body: (RawSpan, SplitLine) throws(Failure) -> Void
    ) throws(Failure) {
        if !carried.isEmpty { try lendCarried(isEnded: false, body) }
    }

    private mutating func carry(_ bytes: RawSpan) {
        // Keep one byte more than the limit: it may be the CR of the line ending.
        let kept = min(bytes.byteCount, max(0, limit &+ 1 &- carried.count))
        carried.append(contentsOf: bytes.extracting(first: kept))
        droppedCount &+= Int64(bytes.byteCount &- kept)
    }

    private mutating func lendCarried<Failure>(
        isEnded: Bool, _ body: (RawSpan, SplitLine) throws(Failure) -> Void
    ) throws(Failure) {
        var line: [UInt8] = []
        swap(&line, &carried)
        let byteCount = Int64(line.count) &+ droppedCount
        droppedCount = 0
        try lend(line.span.bytes, byteCount: byteCount, isEnded: isEnded, body)
        line.removeAll(keepingCapacity: true)
        swap(&line, &carried)
    }

    @inline(__always)
    private mutating func lend<Failure>(
        _ bytes: RawSpan, byteCount: Int64, isEnded: Bool,
        _ body: (RawSpan, SplitLine) throws(Failure) -> Void
    ) throws(Failure) {
        var contentCount = byteCount
        let isWhole = bytes.byteCount == Int(byteCount)
        if isEnded, isWhole, byteCount > 0,
            bytes.byte(at: bytes.byteCount &- 1) == UInt8(ascii: "\r")
        {
            contentCount &-= 1
        }
        let line = SplitLine(
            offset: lineStart, byteCount: byteCount &+ (isEnded ? 1 : 0),
            isTooLong: contentCount > Int64(limit), isEnded: isEnded)
        lineStart &+= line.byteCount
        try body(bytes.extracting(first: min(limit, Int(contentCount))), line)
    }
}
