package import RouteDBHistory
import RouteDBSQLite

/// A segment of the first format, which only old files have, made as its description says.
package struct FirstFormatSegment {
    package let columns: [UInt8]
    package let texts: [UInt8]
    package let firstTime: Int64
    package let lastTime: Int64

    /// - Parameters:
    ///   - hits: The hits.
    ///   - stream: The stream of all hits, which are numbered from 1.
    package init(_ hits: [Hit], stream: Int64 = 1) {
        var numbers = hits.indices.map { Self.numbers(hits[$0], stream, Int64($0 + 1)) }
        var texts: [UInt8] = []
        for text in HitText.allCases {
            var end: Int64 = 0
            for (index, hit) in hits.enumerated() {
                let bytes = [hit.url, hit.principal, hit.parameters, hit.referrer][text.rawValue]
                texts += bytes ?? []
                end += Int64(bytes?.count ?? 0)
                numbers[index].append(end << 1 | (bytes == nil ? 0 : 1))
            }
        }
        let columnCount = HitNumber.allCases.count + HitText.allCases.count
        var (directory, data): ([UInt8], [UInt8]) = ([], [])
        let start = 40 + columnCount * 16
        for column in 0..<columnCount {
            let values = numbers.map { $0[column] }
            let (least, greatest) = (values.min() ?? 0, values.max() ?? 0)
            let range = UInt64(bitPattern: greatest &- least)
            let width: Int =
                range == 0 ? 0 : [1, 2, 4].first { range >> (8 * UInt64($0)) == 0 } ?? 8
            directory += Self.bytes(least, 8) + Self.bytes(start + data.count, 4)
            directory += Self.bytes(width, 4)
            for value in values { data += Self.bytes(value &- least, width) }
        }
        firstTime = hits.map(\.timeMicroseconds).min() ?? 0
        lastTime = hits.map(\.timeMicroseconds).max() ?? 0
        let body =
            Self.bytes(Self.checksum(texts), 8) + Self.bytes(firstTime, 8)
            + Self.bytes(lastTime, 8) + directory + data
        columns =
            Array("RHS1".utf8) + Self.bytes(hits.count, 4) + Self.bytes(Self.checksum(body), 8)
            + body
        self.texts = texts
    }

    /// Calls a closure with the segment.
    package func withSegment<Result>(_ body: (HitSegment) throws -> Result) throws -> Result {
        // The segment is used inside the closures only.
        try unsafe columns.withUnsafeBytes { columns in
            try unsafe texts.withUnsafeBytes { texts in
                try unsafe body(HitSegment(id: 1, columns: columns, texts: texts))
            }
        }
    }

    /// Puts the segment in place of another one of a file.
    package func replace(_ id: Int64, in path: String) throws {
        let connection = try Connection(path: path, mode: .readWrite)
        var statement = try connection.prepare(
            """
            UPDATE segment SET columns = ?1, texts = ?2, urls = NULL, parameters = NULL
            WHERE id = ?3
            """)
        try statement.bind(columns, at: 1)
        try statement.bind(texts, at: 2)
        try statement.bind(id, at: 3)
        try statement.run()
    }

    private static func numbers(_ hit: Hit, _ stream: Int64, _ sequence: Int64) -> [Int64] {
        [
            hit.timeMicroseconds, hit.namespace ?? 0, hit.route ?? 0, hit.revision,
            Int64(hit.outcome.rawValue), hit.durationMicroseconds ?? -1, hit.status ?? 0,
            hit.weight, hit.source, stream, sequence,
        ]
    }

    private static func bytes(_ number: some FixedWidthInteger, _ count: Int) -> [UInt8] {
        (0..<count).map { UInt8(truncatingIfNeeded: number >> (8 * $0)) }
    }

    /// The checksum of a segment's bytes as its comment describes it, word by word.
    package static func checksum(_ bytes: [UInt8]) -> UInt64 {
        func mix(_ lane: UInt64, _ word: UInt64) -> UInt64 {
            let product = (lane ^ word) &* 0x9E37_79B1_85EB_CA87
            return product << 31 | product >> 33
        }
        var lanes: [UInt64] = [0, 1, 2, 3]
        for (index, start) in stride(from: 0, to: bytes.count, by: 8).enumerated() {
            let word = bytes[start..<min(start + 8, bytes.count)].enumerated()
                .reduce(UInt64(0)) { $0 | UInt64($1.element) << UInt64(8 * $1.offset) }
            lanes[index % 4] = mix(lanes[index % 4], word)
        }
        return lanes.reduce(UInt64(bytes.count), mix)
    }
}
