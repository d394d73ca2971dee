/// Reads the lines of a log, chunk by chunk, whether it is compressed or not.
package struct LogLines {
    private var source: any LogSource
    private var splitter: LineSplitter
    /// The first bytes, which were read to look at them.
    private var first: [UInt8]?
    private var isAtEnd = false
    /// Whether the source is compressed.
    package let isCompressed: Bool

    /// Begins to read a log.
    ///
    /// - Parameters:
    ///   - source: The bytes, as gzip data or as they are: their first two tell.
    ///   - offset: The offset of the first byte that the source gives, which begins a line; only of
    ///     a source that is not compressed may it be more than 0.
    ///   - limit: How many bytes a line may have, without its end.
    /// - Throws: ``LogSourceError`` if the source cannot be read.
    package init(
        _ source: any LogSource, offset: Int64 = 0, limit: Int = LineSplitter.usualLimit
    ) throws(LogSourceError) {
        var source = source
        var first: [UInt8] = []
        while first.count < 2 {
            let chunk = try source.read()
            if chunk.isEmpty { break }
            first += chunk
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

    /// Looks at the first lines, to tell the format; they are still there to be read afterwards.
    ///
    /// Fewer come where the source is short, cannot be read on, or has long lines.
    package mutating func firstLines(_ count: Int = 50) -> [[UInt8]] {
        var ahead = first ?? []
        let lineFeed = UInt8(ascii: "\n")
        var found = ahead.count { $0 == lineFeed }
        while ahead.count < LineSplitter.usualLimit, found < count {
            // Reading again will fail again, and then it counts.
            guard let chunk = try? source.read(), !chunk.isEmpty else { break }
            ahead += chunk
            found += chunk.count { $0 == lineFeed }
        }
        first = ahead
        var lines: [[UInt8]] = []
        var looker = LineSplitter()
        let keep = { (line: RawSpan, _: SplitLine) in
            if lines.count < count { lines.append(line.array(0..<line.byteCount)) }
        }
        looker.split(ahead.span.bytes, keep)
        looker.finish(keep)
        return lines
    }

    /// Reads a chunk, and lends the lines that end in it.
    ///
    /// The last line of a log may have no end; it comes with the end of the source. The whole
    /// lines before an error were lent.
    ///
    /// - Returns: Whether there may be more.
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
