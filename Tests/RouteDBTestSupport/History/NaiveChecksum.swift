/// The oracle of a segment's checksums.
package enum NaiveChecksum {
    /// The checksum of a segment's bytes as its comment describes it, word by word.
    package static func of(_ bytes: [UInt8]) -> UInt64 {
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
