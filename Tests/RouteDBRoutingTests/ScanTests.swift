import RouteDBCScan
import RouteDBTestSupport
import Testing

/// The functions in C against their portable twins, on random bytes in memory that ends with them.
@Suite("Inline functions in C")
struct ScanTests {
    private static let bytes = Array("/./.?##%\u{7F}\u{1F} ~\u{80}".utf8) + [0, 0xFF]

    // The functions read within the text that they are given; that they do is what the sanitizers see.

    /// Random texts, each in an allocation of its own length, for the sanitizers.
    private func forEachText(
        _ body: (UnsafeMutablePointer<UInt8>, Int, inout SeededGenerator) -> Void
    ) {
        var random = SeededGenerator(seed: 71)
        for _ in 0..<4_000 * FuzzBudget.rounds {
            let count = 1 + random.below(200)
            let text = UnsafeMutablePointer<UInt8>.allocate(capacity: count)
            defer { unsafe text.deallocate() }
            for index in 0..<count {
                let byte =
                    random.oneIn(4)
                    ? random.pick(Self.bytes) : UInt8(ascii: "a") + UInt8(index % 26)
                unsafe (text + index).initialize(to: byte)
            }
            unsafe body(text, count, &random)
        }
    }

    @Test("the marks of a block are those of its bytes")
    func marks() {
        unsafe forEachText { text, count, _ in
            for base in stride(from: 0, to: count, by: 64) {
                let found = unsafe routedb_scan(text, count, base)
                let expected = unsafe routedb_scan_portable(text, count, base)
                #expect(found.slashes == expected.slashes)
                #expect(found.stops == expected.stops)
                #expect(found.dots == expected.dots)
                // The last vector of a later block may begin in the block before.
                if base == 0 { #expect(found.has_special == expected.has_special) }
                if expected.has_special != 0 { #expect(found.has_special != 0) }
            }
            let all = unsafe routedb_has_special_portable(text, count, 0)
            let hasSpecial = unsafe routedb_has_special(text, count, 0)
            #expect(hasSpecial == all)
        }
    }

    @Test("a run of a string ends at the first mark, and is ASCII if its bytes are")
    func runs() {
        unsafe forEachText { text, count, random in
            for index in 0..<count where random.oneIn(20) {
                unsafe text[index] = random.pick([0x22, 0x5C, 0x1F, 0x20, 0x7F, 0x80, 0xFF])
            }
            for start in 0...count {
                let found = unsafe routedb_plain_run(text, count, start)
                let expected = unsafe routedb_plain_run_portable(text, count, start)
                #expect(found.end == expected.end)
                #expect((found.has_high != 0) == (expected.has_high != 0))
            }
        }
    }

    @Test("a URL is read the same by vectors of any width", arguments: [32, 64] as [Int32])
    func readings(width: Int32) {
        var plain = 0
        unsafe forEachText { text, count, random in
            // Most of the random texts have two slashes in a row or no scheme; these are plain.
            for index in 0..<count where random.oneIn(3) {
                unsafe text[index] = random.pick(Array("aaaaaaaaaab./?".utf8))
            }
            let start = Array((random.oneIn(2) ? "app://a/" : "/a").utf8)
            for (index, byte) in start.enumerated() where index < count {
                unsafe text[index] = byte
            }
            let room = 8 + random.below(40)
            var places = [UInt32](repeating: .max, count: room + 20)
            var others = places
            let found = unsafe routedb_read_narrower(
                text, count, &places, UInt32(room), width)
            let expected = unsafe routedb_read_narrower(text, count, &others, UInt32(room), 16)
            #expect(found.slash_count == expected.slash_count)
            #expect(found.path_end == expected.path_end)
            #expect(found.has_dots == expected.has_dots)
            #expect((found.has_special != 0) == (expected.has_special != 0))
            let end = Int(found.slash_count)
            #expect(places[..<end] == others[..<end])
            #expect(places[(end + 16)...].allSatisfy { $0 == .max })
            guard found.slash_count > 0 else { return }
            plain += 1
            let bytes = unsafe Array(UnsafeBufferPointer(start: text, count: count))
            let stop = bytes.firstIndex { $0 == UInt8(ascii: "?") || $0 == UInt8(ascii: "#") }
            #expect(Int(found.path_end) == stop ?? count)
            let slashes = bytes[..<Int(found.path_end)].indices.filter {
                bytes[$0] == UInt8(ascii: "/")
            }
            #expect(places[..<Int(found.slash_count)].map(Int.init) == slashes)
            let special = unsafe routedb_has_special_portable(text, count, 0)
            #expect((found.has_special != 0) == (special != 0))
        }
        // A canary: many of them are plain.
        #expect(plain > 300)
    }

    @Test("all slashes are found, however many there are", arguments: [1, 13, 14, 15, 40, 45])
    func slashes(count: Int) {
        let text = Array(("app://a" + String(repeating: "/b", count: count)).utf8)
        for width in [16, 32, 64] as [Int32] {
            var places = [UInt32](repeating: .max, count: 64)
            let found = unsafe routedb_read_narrower(text, text.count, &places, 47, width)
            #expect(Int(found.slash_count) == count + 2)
            let expected = text.indices.filter { text[$0] == UInt8(ascii: "/") }
            #expect(places[..<(count + 2)].map(Int.init) == expected)
        }
    }

    @Test("the places of bits ascend, and at most seven words more are written")
    func places() {
        var random = SeededGenerator(seed: 72)
        for _ in 0..<2_000 {
            let bits = random.next() & random.next() & random.next()
            let count = bits.nonzeroBitCount
            var places = [UInt32](repeating: .max, count: 80)
            unsafe routedb_write_places(bits, 64, &places)
            let expected = (0..<64).filter { bits >> UInt64($0) & 1 != 0 }.map { UInt32(64 + $0) }
            #expect(Array(places[..<count]) == expected)
            #expect(places[(max(count, 1) + 7)...].allSatisfy { $0 == .max })
        }
    }

    @Test("the words of a text are its first and last bytes")
    func words() {
        unsafe forEachText { text, count, random in
            let start = random.below(count)
            let length = random.below(min(count - start, 40) + 1)
            let found = unsafe routedb_text_words(text, count, start, length)
            let expected = unsafe routedb_words_portable(text, count, start, length)
            #expect(found.first == expected.first && found.last == expected.last)
        }
    }

    @Test("a bucket has the reference beside a hash")
    func buckets() {
        var random = SeededGenerator(seed: 73)
        for _ in 0..<2_000 {
            let hashes = (0..<4).map { UInt32($0 + 1) &* 0x9E37_79B9 &+ UInt32(random.below(9)) }
            let taken = random.below(5)
            let bucket =
                hashes.enumerated().map { $0 < taken ? $1 : 0 }
                + (0..<4).map { $0 < taken ? UInt32($0 + 1) << 30 | 1 : 0 }
            for hash in hashes + [0, 1, .max] {
                let found = unsafe routedb_find(bucket, hash)
                let place = (0..<4).first { bucket[$0] == hash }
                #expect(found == place.map { bucket[4 + $0] } ?? 0)
            }
        }
    }
}
