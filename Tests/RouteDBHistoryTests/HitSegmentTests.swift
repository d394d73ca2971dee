import RouteDBHistory
import RouteDBStorage
import RouteDBTestSupport
import Testing

@Suite("Segments")
struct HitSegmentTests {
    @Test("any encoded hit is decoded again", arguments: 0..<20)
    func roundTrip(seed: Int) throws {
        var generator = HitGenerator(seed: UInt64(seed))
        let hits = generator.hits(1 + generator.random.below(300))
        let low = generator.random.below(hits.count)
        let range = low..<low + 1 + generator.random.below(hits.count - low)
        let encoded = EncodedSegment(HitBatch(hits), range)
        #expect(try encoded.withSegment(id: 1) { try $0.hits() } == Array(hits[range]))
        #expect(encoded.firstTime == hits[range].map(\.timeMicroseconds).min())
        #expect(encoded.lastTime == hits[range].map(\.timeMicroseconds).max())
    }

    @Test("the numbers of a column are the same one by one and all at once")
    func columns() throws {
        var generator = HitGenerator(seed: 7)
        let encoded = EncodedSegment(HitBatch(generator.hits(500)), 3..<490)
        try encoded.withSegment(id: 1) { segment in
            var values: [Int64] = []
            for number in HitNumber.allCases {
                segment.read(number, into: &values)
                #expect(values == (0..<487).map { segment.value(number, at: $0) })
            }
        }
    }

    @Test("any time is supported", arguments: [[Int64.min, Int64.max], [0, -1], [5, 5, 5]])
    func times(_ times: [Int64]) throws {
        let hits = times.map { Hit(timeMicroseconds: $0, url: [], outcome: .invalid) }
        let encoded = EncodedSegment(HitBatch(hits), 0..<hits.count)
        #expect(try encoded.withSegment(id: 1) { try $0.hits() } == hits)
    }

    @Test("borrowed and owned bytes give the same hit")
    func lentBytes() throws {
        var generator = HitGenerator(seed: 11)
        let hits = generator.hits(50)
        var batch = HitBatch()
        for hit in hits {
            let texts = [hit.url, hit.principal, hit.parameters, hit.referrer]
            let line = texts.flatMap { $0 ?? [] }
            // The batch copies the texts inside the closure.
            unsafe line.withUnsafeBytes { line in
                unsafe batch.append(numbersOf: hit) { text in
                    guard let bytes = texts[text.rawValue] else { return nil }
                    let start = texts[..<text.rawValue].reduce(0) { $0 + ($1?.count ?? 0) }
                    return unsafe UnsafeRawBufferPointer(
                        rebasing: line[start..<start + bytes.count])
                }
            }
        }
        let encoded = EncodedSegment(batch, 0..<batch.count)
        #expect(try encoded.withSegment(id: 1) { try $0.hits() } == hits)
    }

    @Test("a hit without a URL has an empty one")
    func noURL() throws {
        var batch = HitBatch()
        // There are no bytes to lend.
        unsafe batch.append(numbersOf: Hit(timeMicroseconds: 1, url: [9], outcome: .invalid)) { _ in
            nil
        }
        let encoded = EncodedSegment(batch, 0..<1)
        let hit = try #require(try encoded.withSegment(id: 1) { try $0.hits().first })
        #expect(hit == Hit(timeMicroseconds: 1, url: [], outcome: .invalid))
        try encoded.withSegment(id: 1) { segment in
            // Only the number of bytes is read, while the segment is lent.
            let url = try unsafe segment.text(.url, at: 0)
            unsafe #expect(url?.count == 0)
        }
    }

    @Test("numbers out of range are clamped")
    func clamping() throws {
        var hit = Hit(timeMicroseconds: 0, url: [1], outcome: .matched)
        hit.durationMicroseconds = -4
        hit.weight = 0
        hit.route = -1
        let encoded = EncodedSegment(HitBatch([hit]), 0..<1)
        let kept = try #require(try encoded.withSegment(id: 1) { try $0.hits().first })
        #expect(kept.durationMicroseconds == 0 && kept.weight == 1 && kept.route == nil)
    }

    /// Reads all of a segment's bytes.
    private func read(_ columns: [UInt8], _ texts: [UInt8]) throws -> [Hit] {
        // The hits are copies.
        try unsafe columns.withUnsafeBytes { columns in
            try unsafe texts.withUnsafeBytes { texts in
                try unsafe HitSegment(id: 9, columns: columns, texts: texts).hits()
            }
        }
    }

    @Test("a changed byte is found anywhere")
    func changedBytes() throws {
        var generator = HitGenerator(seed: 3)
        let encoded = EncodedSegment(HitBatch(generator.hits(20)), 0..<20)
        for index in encoded.columns.indices {
            var columns = encoded.columns
            columns[index] ^= UInt8(1 << generator.random.below(8))
            #expect(throws: SegmentDamage.self) { try read(columns, encoded.texts) }
        }
        for index in encoded.texts.indices {
            var texts = encoded.texts
            texts[index] ^= UInt8(1 << generator.random.below(8))
            #expect(throws: SegmentDamage.self) { try read(encoded.columns, texts) }
        }
    }

    @Test("truncated and damaged segments are refused with the place")
    func cuts() throws {
        var generator = HitGenerator(seed: 4)
        let encoded = EncodedSegment(HitBatch(generator.hits(20)), 0..<20)
        for count in encoded.columns.indices {
            #expect(throws: SegmentDamage.self) {
                try read(Array(encoded.columns[..<count]), encoded.texts)
            }
        }
        #expect {
            try read(encoded.columns, encoded.texts + [0])
        } throws: { error in
            "\(error)".hasPrefix("segment 9, byte 40: ")
        }
    }

    /// The checksum as its comment describes it, word by word.
    private func checksum(_ bytes: ArraySlice<UInt8>) -> UInt64 {
        func mix(_ lane: UInt64, _ word: UInt64) -> UInt64 {
            let product = (lane ^ word) &* 0x9E37_79B1_85EB_CA87
            return product << 31 | product >> 33
        }
        var lanes: [UInt64] = [0, 1, 2, 3]
        for (index, start) in stride(from: bytes.startIndex, to: bytes.endIndex, by: 8).enumerated()
        {
            let word = bytes[start..<min(start + 8, bytes.endIndex)].enumerated()
                .reduce(UInt64(0)) { $0 | UInt64($1.element) << UInt64(8 * $1.offset) }
            lanes[index % 4] = mix(lanes[index % 4], word)
        }
        return lanes.reduce(UInt64(bytes.count), mix)
    }

    @Test("damage with a valid checksum gives an error or other hits, never a trap")
    func craftedDamage() throws {
        var generator = HitGenerator(seed: 5)
        let encoded = EncodedSegment(HitBatch(generator.hits(30)), 0..<30)
        var refused = 0
        for _ in 0..<2_000 * FuzzBudget.rounds {
            var columns = encoded.columns
            for _ in 0..<1 + generator.random.below(3) {
                columns[4 + generator.random.below(columns.count - 4)] =
                    UInt8(generator.random.below(256))
            }
            let sum = checksum(columns[16...])
            for byte in 0..<8 {
                columns[8 + byte] = UInt8(truncatingIfNeeded: sum >> UInt64(8 * byte))
            }
            do {
                _ = try read(columns, encoded.texts)
            } catch is SegmentDamage {
                refused += 1
            }
        }
        #expect(refused > 0)
    }
}
