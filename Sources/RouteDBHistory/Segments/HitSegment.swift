package import RouteDBRouting

/// A segment of sealed hits in columns, read in place.
///
/// A segment is four BLOBs: the columns, which are the numbers of the hits; the texts that occur again
/// and again, such as principals (``NamedTexts``); the URLs; and the parameters (``SharedTexts``).
/// So a reader of numbers loads few bytes. All integers are little-endian. The columns begin with
///
///     0   "RHS1"
///     4   number of hits, 4 bytes
///     8   checksum of the bytes of the columns from 16 on, 8 bytes (``SegmentChecksum``)
///     16  checksum of the texts, 8 bytes
///     24  checksum of the URLs, 8 bytes
///     32  checksum of the parameters, 8 bytes
///     40  time of the earliest hit, 8 bytes, signed
///     48  time of the latest hit, 8 bytes, signed
///     56  a directory with an entry for each ``HitNumber`` (``SegmentColumn``)
///
/// - S1: The columns contain the header and the directory, and begin with the magic number.
/// - S2: The checksums are correct.
/// - S3: There are from 1 to 65,536 hits.
/// - S4: The directory describes columns with an element for each hit, which follow it without gaps
///   up to the end.
/// - S5: The BLOBs of texts consist of the columns and sections that ``TextBlob`` describes, and
///   nothing else.
/// - S6: Texts fill their sections, and refer to texts and groups that there are. Hits share no text of
///   more than 1,024 bytes, and no beginning of more than 255.
/// - S7: The times of the header are those of the earliest and the latest hit.
/// - S8: Every number is within the ``HitNumber/range`` of its column.
///
/// S1 to S5 and S8 are checked when a segment is opened, and S6 at the latest with each text;
/// ``HitsReader`` verifies S7. Bytes that violate a rule cause a ``SegmentDamage`` error, never a trap.
@safe
package struct HitSegment {
    /// The number of hits in a full segment.
    package static let preferredSize = 4_096
    /// The minimum number of hits that are written as a segment at once; smaller numbers go through
    /// the tail, where a hit costs four times as much.
    package static let smallestSize = 1_024
    static let maximumCount = 65_536

    /// The id of the segment; 0 for the tail.
    package let id: Int64
    private let header: SegmentHeader
    // The owner of the bytes keeps them valid while the segment is in use. Every offset read is inside
    // them by S1, S4 and S5, which are checked when the segment is opened, and by S6, which is checked
    // with each text. Numbers are loaded unaligned, and every bit pattern is one.
    private let columns: UnsafeRawBufferPointer
    // The texts, as far as they were opened.
    private let names: NamedTexts?
    private let urls: SharedTexts?
    private let parameters: SharedTexts?

    /// Opens a segment, and checks S1 to S5 and S8.
    ///
    /// The bytes must outlive the segment.
    package init(
        id: Int64, columns: UnsafeRawBufferPointer, texts: UnsafeRawBufferPointer? = nil,
        urls: UnsafeRawBufferPointer? = nil, parameters: UnsafeRawBufferPointer? = nil
    ) throws(SegmentDamage) {
        let header = try unsafe SegmentHeader(columns, segment: id)
        func check(
            _ blob: UnsafeRawBufferPointer?, _ name: String, _ sum: UInt64, at place: Int
        ) throws(SegmentDamage) {
            guard let blob = unsafe blob, unsafe SegmentChecksum.of(blob) != sum else { return }
            throw SegmentDamage(
                segment: id, offset: place, message: "the checksum of the \(name) is wrong (S2)")
        }
        try unsafe check(texts, "texts", header.textsSum, at: 16)
        try unsafe check(urls, "urls", header.urlsSum, at: 24)
        try unsafe check(parameters, "parameters", header.parametersSum, at: 32)
        let count = header.count
        names = try unsafe texts.map { texts throws(SegmentDamage) in
            try unsafe NamedTexts(texts, count: count, segment: id)
        }
        let shared = try unsafe urls.map { urls throws(SegmentDamage) in
            try unsafe SharedTexts(urls: urls, count: count, segment: id)
        }
        self.urls = shared
        if let shared, let parameters = unsafe parameters {
            self.parameters = try unsafe SharedTexts(
                parameters: parameters, shared, count: count, segment: id)
        } else {
            self.parameters = nil
        }
        unsafe (self.id, self.header, self.columns) = unsafe (id, header, columns)
        try checkNumbers()
    }

    /// The number of hits.
    package var count: Int { header.count }
    /// The time of the earliest hit, in microseconds.
    package var firstTime: Int64 { header.firstTime }
    /// The time of the latest hit, in microseconds.
    package var lastTime: Int64 { header.lastTime }

    /// The number of a hit.
    package func value(_ number: HitNumber, at index: Int) -> Int64 {
        precondition(index >= 0 && index < count)
        return unsafe header.directory[number.rawValue].element(index, in: columns)
    }

    /// The number of every hit, if the column shows that all have the same.
    package func constant(_ number: HitNumber) -> Int64? {
        header.directory[number.rawValue].constant
    }

    /// Copies a column into an array, replacing its content.
    package func read(_ number: HitNumber, into values: inout [Int64]) {
        unsafe header.directory[number.rawValue].read(from: columns, into: &values)
    }

    /// A copy of a column.
    func column(_ number: HitNumber) -> [Int64] {
        var values: [Int64] = []
        read(number, into: &values)
        return values
    }

    /// The bytes of a hit's text, or `nil` if it has none.
    ///
    /// They are valid until the next call for a text of the same kind, and no longer than the
    /// segment and its bytes. The segment must have been opened with the BLOB of these texts.
    package func text(
        _ text: HitText, at index: Int
    ) throws(SegmentDamage) -> UnsafeRawBufferPointer? {
        precondition(index >= 0 && index < count)
        switch text {
        case .url: if let urls { return try unsafe urls.text(at: index) }
        case .parameters: if let parameters { return try unsafe parameters.text(at: index) }
        case .principal, .referrer, .kind, .attributes, .userAgent:
            if let names { return try unsafe names.text(text, at: index) }
        }
        preconditionFailure("the segment was read without its texts")
    }

    /// The different texts of one of ``HitText/named``; `numbers` receives the number of each hit's
    /// text, or 0 for none.
    ///
    /// The segment must have been opened with its texts.
    package func names(
        _ text: HitText, into numbers: inout [Int64]
    ) throws(SegmentDamage) -> SegmentNames {
        guard let names else { preconditionFailure("the segment was read without its texts") }
        try names.read(text, into: &numbers)
        return SegmentNames(names: names, text: text)
    }
}

/// The different texts of one kind in a segment, numbered from 1.
package struct SegmentNames {
    fileprivate let names: NamedTexts
    fileprivate let text: HitText

    /// The greatest number.
    package var count: Int { names.count(text) }

    /// The bytes of a name; valid as long as the segment's bytes.
    package subscript(number: Int) -> UnsafeRawBufferPointer {
        unsafe names.name(text, number)
    }
}

extension HitSegment {
    /// The outcome of a hit.
    package func outcome(at index: Int) throws(SegmentDamage) -> Resolution.Outcome {
        let number = value(.outcome, at: index)
        guard let raw = UInt8(exactly: number), let outcome = HitOutcome(rawValue: raw).outcome
        else {
            throw SegmentDamage(
                segment: id, offset: 0, message: "hit \(index) has the unknown outcome \(number)")
        }
        return outcome
    }
}

extension HitSegment {
    /// Copies the hits into two batches: those to keep and those to remove.
    func parts(_ isRemoved: [Bool]) throws -> (kept: HitBatch, removed: HitBatch) {
        // Each is one segment, or none, as this is.
        var kept = HitBatch(segmentSize: Self.maximumCount)
        var removed = kept
        for index in 0..<count {
            let texts = try HitText.allCases.map {
                try unsafe text($0, at: index).map { unsafe Array($0) }
            }
            let number: (HitNumber) -> Int64 = { value($0, at: index) }
            if isRemoved[index] {
                removed.append(number: number, text: { texts[$0.rawValue] })
            } else {
                kept.append(number: number, text: { texts[$0.rawValue] })
            }
        }
        return (kept, removed)
    }
}

extension HitSegment {
    /// Checks S8.
    ///
    /// - Complexity: O(1) for a column whose base and width exclude invalid values, as is nearly
    ///   always the case; otherwise O(*n*) in the number of hits.
    func checkNumbers() throws(SegmentDamage) {
        for number in HitNumber.allCases where number.range != .min ... .max {
            let (column, range) = (header.directory[number.rawValue], number.range)
            if range.contains(column.base), column.greatest.map(range.contains) == true { continue }
            for index in 0..<count where !range.contains(value(number, at: index)) {
                throw SegmentDamage(
                    segment: id, offset: column.start + index * column.width,
                    message: "the \(number) of hit \(index) is \(value(number, at: index)) (S8)")
            }
        }
    }

    /// Checks that the segment's row agrees with its header.
    func check(_ row: SegmentEntry) throws(SegmentDamage) {
        guard row.hits == Int64(count), row.firstTime == firstTime, row.lastTime == lastTime else {
            throw SegmentDamage(
                segment: id, offset: 4, message: "its row does not match its content")
        }
    }

    /// An upper bound for the weights of the segment's hits.
    var weightLimit: Int64 {
        min(header.directory[HitNumber.weight.rawValue].greatest ?? .max, HitNumbers.maximumWeight)
    }
}
