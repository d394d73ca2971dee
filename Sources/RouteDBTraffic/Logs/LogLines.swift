import RouteDBRouting

/// Reads the lines of a log, plain or compressed, chunk by chunk.
package struct LogLines {
    private var source: any LogSource
    private var splitter: LineSplitter
    /// The first bytes, which were read ahead.
    private var first: [UInt8]?
    private var isAtEnd = false
    /// True if the source is compressed.
    package let isCompressed: Bool

    /// The programs whose files are recognized, so that they can be named, by the bytes with which these begin.
    private static let programs: [(name: String, mark: [UInt8])] = [
        ("zstd", [0x28, 0xB5, 0x2F, 0xFD]), ("xz", [0xFD, 0x37, 0x7A, 0x58]),
        ("bzip2", Array("BZh".utf8)), ("lz4", [0x04, 0x22, 0x4D, 0x18]),
    ]

    /// Starts reading a log.
    package init(
        _ source: any LogSource, offset: Int64 = 0, limit: Int = LineSplitter.defaultLimit
    ) throws(LogSourceError) {
        var source = source
        var first: [UInt8] = []
        while first.count < 4 {
            let chunk = try source.read()
            if chunk.isEmpty { break }
            first += chunk
        }
        if offset == 0,
            let program = Self.programs.first(where: { first.starts(with: $0.mark) })
        {
            throw LogSourceError(
                .compressed, "it is compressed; decompress it with '\(program.name) -dc'", at: 0)
        }
        isCompressed = offset == 0 && GzipSource.isGzip(first)
        if isCompressed {
            self.source = GzipSource(ResumedSource(first: first, rest: source))
        } else {
            self.source = source
            self.first = first
        }
        splitter = LineSplitter(offset: offset, limit: limit)
    }

    /// Returns the first lines without consuming them, for detecting the format.
    ///
    /// It returns fewer lines if the source is short, fails, or has long lines.
    package mutating func firstLines(_ count: Int = 50) -> [[UInt8]] {
        var ahead = first ?? []
        let lineFeed = UInt8(ascii: "\n")
        var found = ahead.count { $0 == lineFeed }
        while ahead.count < LineSplitter.defaultLimit, found < count {
            // An error is ignored here: reading on will report it again.
            guard let chunk = try? source.read(), !chunk.isEmpty else { break }
            ahead += chunk
            found += chunk.count { $0 == lineFeed }
        }
        first = ahead
        var lines: [[UInt8]] = []
        var preview = LineSplitter()
        let keep = { (line: RawSpan, _: SplitLine) in
            if lines.count < count { lines.append(line.array(0..<line.byteCount)) }
        }
        preview.split(ahead.span.bytes, keep)
        preview.finish(keep)
        return lines
    }

    /// Returns whether only blank lines and comments are there, which have no format; then they are read to the end.
    package mutating func areIdle() throws(LogSourceError) -> Bool {
        let limit = 50
        let first = firstLines(limit)
        guard first.count < limit, first.allSatisfy({ LogLineParser.isIdle($0.span.bytes) }) else {
            return false
        }
        while try readChunk({ _, _ in }) {}
        return true
    }

    /// Reads a chunk, and calls `body` with each line that ends in it.
    ///
    /// A last line without a line ending is passed at the end of the source. The complete lines
    /// before an error have been passed when it is thrown.
    package mutating func readChunk(
        _ body: (RawSpan, SplitLine) -> Void
    ) throws(LogSourceError) -> Bool {
        guard !isAtEnd else { return false }
        var chunk = first ?? []
        first = nil
        if chunk.isEmpty { chunk = try source.read() }
        isAtEnd = chunk.isEmpty
        if isAtEnd { splitter.finish(body) } else { splitter.split(chunk.span.bytes, body) }
        return !isAtEnd
    }
}
