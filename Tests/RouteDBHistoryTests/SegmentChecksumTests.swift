import RouteDBHistory
import RouteDBTestSupport
import Testing

@Suite("Checksums of segments")
struct SegmentChecksumTests {
    /// The checksum as its documentation defines it, word by word.
    private static func defined(_ bytes: [UInt8]) -> UInt64 {
        var lanes: [UInt64] = [0, 1, 2, 3]
        for (number, start) in stride(from: 0, to: bytes.count, by: 8).enumerated() {
            let word = bytes[start..<min(start + 8, bytes.count)].enumerated()
                .reduce(UInt64(0)) { $0 | UInt64($1.element) << UInt64(8 * $1.offset) }
            lanes[number % 4] = mixed(lanes[number % 4], word)
        }
        return lanes.reduce(UInt64(bytes.count), mixed)
    }

    private static func mixed(_ lane: UInt64, _ word: UInt64) -> UInt64 {
        let product = (lane ^ word) &* 0x9E37_79B1_85EB_CA87
        return product << 31 | product >> 33
    }

    @Test("bytes of any number have the checksum that is documented")
    func definition() {
        var generator = HitGenerator(seed: 5)
        let bytes = (0..<200).map { _ in UInt8(generator.random.below(256)) }
        for count in 0...bytes.count {
            let part = Array(bytes[..<count])
            // The array lends its bytes for the closure.
            let sum = unsafe part.withUnsafeBytes { unsafe SegmentChecksum.of($0) }
            #expect(sum == Self.defined(part), "\(count) bytes")
        }
    }
}
