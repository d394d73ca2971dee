import RouteDBHistory
import RouteDBRouting
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
        let encoded = HitBatch(hits[range]).segment(at: 0)
        #expect(try encoded.withSegment(id: 1) { try $0.hits() } == Array(hits[range]))
        #expect(encoded.firstTime == hits[range].map(\.time.microseconds).min())
        #expect(encoded.lastTime == hits[range].map(\.time.microseconds).max())
    }

    @Test("a batch divides its hits into segments, and begins anew when emptied")
    func segments() throws {
        var generator = HitGenerator(seed: 3)
        let hits = generator.hits(5 * 1_024 + 7)
        var batch = HitBatch(segmentSize: 1_024)
        for range in [0..<hits.count, 30..<2_078, 0..<0, 5..<11] {
            for hit in hits[range] { batch.append(hit) }
            let segments = (0..<batch.segmentCount).map { batch.segment(at: $0) }
            #expect(segments.dropLast().allSatisfy { $0.count == 1_024 })
            let read = try segments.flatMap { try $0.withSegment(id: 1) { try $0.hits() } }
            #expect(read == Array(hits[range]))
            batch.removeAll()
            #expect(batch.isEmpty && batch.textSize == 0 && batch.segmentCount == 0)
        }
    }

    @Test("a group whose first hits have no text has the head of the first that has one")
    func lateHeads() throws {
        let texts: [[UInt8]?] = [nil, [], Array("parameters".utf8), nil, Array("parade".utf8)]
        var hits = texts.enumerated().map { number, text in
            var hit = Hit(time: Timestamp(microseconds: Int64(number)), url: [], outcome: .matched)
            hit.parameters = text
            return hit
        }
        // A second group, whose head is found before that of the first.
        hits.insert(hits[2], at: 1)
        hits[1].route = 9
        let encoded = HitBatch(hits).segment(at: 0)
        #expect(try encoded.withSegment(id: 1) { try $0.hits() } == hits)
    }

    @Test("the numbers of a column are the same one by one and all at once")
    func columns() throws {
        var generator = HitGenerator(seed: 7)
        let encoded = HitBatch(generator.hits(487)).segment(at: 0)
        try encoded.withSegment(id: 1) { segment in
            var values: [Int64] = []
            for number in HitNumber.allCases {
                segment.read(number, into: &values)
                #expect(values == (0..<487).map { segment.value(number, at: $0) })
            }
        }
    }

    @Test(
        "any time is supported",
        arguments: [[.distantPast, .distantFuture], [0, -1], [5, 5, 5]] as [[Timestamp]])
    func times(_ times: [Timestamp]) throws {
        let hits = times.map { Hit(time: $0, url: [], outcome: .invalid) }
        let encoded = HitBatch(hits).segment(at: 0)
        #expect(try encoded.withSegment(id: 1) { try $0.hits() } == hits)
    }

    @Test("borrowed and owned bytes give the same hit")
    func lentBytes() throws {
        var generator = HitGenerator(seed: 11)
        let hits = generator.hits(50)
        var batch = HitBatch()
        for hit in hits {
            let texts = [
                hit.url, hit.principal, hit.parameters, hit.referrer, hit.kind, hit.attributes,
                hit.userAgent,
            ]
            let line = texts.flatMap { $0 ?? [] }
            var rest = line[...]
            let slices = texts.map { text in
                defer { rest = rest.dropFirst(text?.count ?? 0) }
                return text.map { rest.prefix($0.count) }
            }
            let (url, principal, parameters) = (slices[0] ?? [], slices[1], slices[2])
            let (referrer, kind, attributes) = (slices[3], slices[4], slices[5])
            let userAgent = slices[6]
            batch.append(
                hit.numbers, url: url.span.bytes, principal: principal?.span.bytes,
                parameters: parameters?.span.bytes, referrer: referrer?.span.bytes,
                kind: kind?.span.bytes, attributes: attributes?.span.bytes,
                userAgent: userAgent?.span.bytes)
        }
        let encoded = batch.segment(at: 0)
        #expect(try encoded.withSegment(id: 1) { try $0.hits() } == hits)
    }

    @Test("numbers out of range are clamped")
    func clamping() throws {
        var hit = Hit(time: 0, url: [1], outcome: .matched)
        hit.durationMicroseconds = -4
        hit.weight = 0
        hit.route = -1
        let encoded = HitBatch([hit]).segment(at: 0)
        let kept = try #require(try encoded.withSegment(id: 1) { try $0.hits().first })
        #expect(kept.durationMicroseconds == 0 && kept.weight == 1 && kept.route == nil)
    }

    @Test("texts with a common beginning are stored once, and texts of any length are kept")
    func sharedTexts() throws {
        let beginning = String(repeating: "https://example.com/", count: 20)
        var hits = (0..<600).map { number in
            var hit = Hit(
                time: Timestamp(microseconds: Int64(number)),
                url: Array("\(beginning)\(number)".utf8),
                outcome: .matched)
            hit.route = Int64(1 + number % 3)
            hit.principal = number % 4 == 0 ? nil : Array("user-\(number % 5)".utf8)
            hit.parameters = number % 7 == 0 ? nil : Array(#"{"number":\#(number)}"#.utf8)
            hit.referrer = number % 2 == 0 ? [] : nil
            return hit
        }
        for index in hits.indices { hits[index].userAgent = Array("Agent/\(index % 3)".utf8) }
        hits[5].url = []
        hits[6].url = Array("h".utf8)
        hits[7].url = [UInt8](repeating: 7, count: 70_000)
        hits[9].url = Array("\(beginning)".utf8)
        hits[10].url = Array("\(beginning)".utf8.prefix(255))
        let encoded = HitBatch(hits).segment(at: 0)
        #expect(try encoded.withSegment(id: 1) { try $0.hits() } == hits)
        let shared = hits.count * 255
        #expect(encoded.urls.count < hits.reduce(0) { $0 + $1.url.count } - shared / 2)
        // A byte of each hit says which principal it has, which referrer, and which user agent.
        #expect(encoded.texts.count < 3 * hits.count + 300)
    }

    @Test("the names of a segment are its different principals, and each hit has the number of its")
    func names() throws {
        var generator = HitGenerator(seed: 12)
        var hits = generator.hits(400)
        for index in hits.indices where index % 3 > 0 { hits[index].principal = [UInt8(index % 9)] }
        let encoded = HitBatch(hits).segment(at: 0)
        try encoded.withSegment(id: 1) { segment in
            let kinds: [(HitText, KeyPath<Hit, [UInt8]?>)] = [
                (.principal, \.principal), (.referrer, \.referrer), (.kind, \.kind),
                (.attributes, \.attributes), (.userAgent, \.userAgent),
            ]
            for (text, path) in kinds {
                var numbers: [Int64] = []
                let names = try segment.names(text, into: &numbers)
                let wanted = hits.map { $0[keyPath: path] }
                // The names are copied while the segment is lent.
                let read = numbers.map { $0 == 0 ? nil : unsafe Array(names[Int($0)]) }
                #expect(read == wanted)
                #expect(names.count == Set(wanted.compactMap(\.self)).count)
            }
        }
    }

    @Test("consecutive numbers take no space")
    func consecutive() throws {
        var generator = HitGenerator(seed: 13)
        var batch = HitBatch(generator.hits(2_000))
        let plain = batch.segment(at: 0).columns.count
        batch.number(stream: 3, from: 70_000)
        let encoded = batch.segment(at: 0)
        #expect(encoded.columns.count == plain)
        try encoded.withSegment(id: 1) { segment in
            var values: [Int64] = []
            segment.read(.sequence, into: &values)
            #expect(values == Array(70_000..<72_000))
            #expect(segment.value(.sequence, at: 1_999) == 71_999)
            #expect(segment.constant(.sequence) == nil && segment.constant(.stream) == 3)
        }
    }

    private func blobs(seed: UInt64, _ count: Int) -> [SegmentBlobs] {
        var generator = HitGenerator(seed: seed)
        return [SegmentBlobs(HitBatch(generator.hits(count)).segment(at: 0))]
    }

    @Test("a changed byte is found anywhere")
    func changedBytes() throws {
        var random = SeededGenerator(seed: 3)
        for whole in blobs(seed: 3, 20) {
            #expect(try whole.hits().count == 20)
            for (blob, bytes) in whole.all.enumerated() {
                for index in bytes.indices {
                    var changed = whole
                    changed.all[blob][index] ^= UInt8(1 << random.below(8))
                    #expect(throws: SegmentDamage.self) { try changed.hits() }
                }
            }
        }
    }

    @Test("truncated and damaged segments are refused with the place")
    func cuts() throws {
        for whole in blobs(seed: 4, 20) {
            for count in whole.all[0].indices {
                var cut = whole
                cut.all[0].removeSubrange(count...)
                #expect(throws: SegmentDamage.self) { try cut.hits() }
            }
            for blob in whole.all.indices.dropFirst() {
                var longer = whole
                longer.all[blob].append(0)
                let place = 8 + blob * 8
                #expect {
                    try longer.hits()
                } throws: {
                    "\($0)".hasPrefix("segment 9, byte \(place): ")
                }
                longer.sign()
                #expect(throws: SegmentDamage.self) { try longer.hits() }
            }
        }
    }

    @Test("damage with a valid checksum gives an error or other hits, never a trap")
    func craftedDamage() throws {
        var random = SeededGenerator(seed: 5)
        for whole in blobs(seed: 5, 30) {
            var refused = [Int](repeating: 0, count: whole.all.count)
            for _ in 0..<2_000 * FuzzBudget.rounds {
                var changed = whole
                let blob = random.below(whole.all.count)
                for _ in 0..<1 + random.below(3) {
                    // Mostly in the directories, where it does most.
                    let size = changed.all[blob].count
                    let place = random.below(random.oneIn(3) ? size : min(size, 300))
                    changed.all[blob][max(blob == 0 ? 4 : 0, place)] = UInt8(random.below(256))
                }
                changed.sign()
                do {
                    _ = try changed.hits()
                } catch is SegmentDamage {
                    refused[blob] += 1
                }
            }
            let isSecond = whole.all.count > 2
            #expect(refused[0] > 0 && (!isSecond || refused.allSatisfy { $0 > 0 }))
        }
    }
}
