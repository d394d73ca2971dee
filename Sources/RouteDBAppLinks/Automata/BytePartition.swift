/// A partition of the bytes into classes that some expressions do not tell apart.
package struct BytePartition: Sendable {
    /// The class of each byte.
    package let classes: [UInt8]
    /// A byte of each class, the most readable one.
    package let examples: [UInt8]

    /// Finds the classes of the sets of some programs.
    package init(_ programs: some Sequence<ByteProgram>) {
        var sets: Set<ByteSet> = []
        for program in programs {
            for case .take(let set, _) in program.instructions { sets.insert(set) }
        }
        var classes = [Int](repeating: 0, count: 256)
        var count = 1
        for set in sets {
            var split: [Int: Int] = [:]
            var inside = [Int](repeating: 0, count: count)
            var whole = [Int](repeating: 0, count: count)
            for byte in 0..<256 {
                whole[classes[byte]] += 1
                if set.contains(UInt8(byte)) { inside[classes[byte]] += 1 }
            }
            for byte in 0..<256 where set.contains(UInt8(byte)) {
                let old = classes[byte]
                guard inside[old] < whole[old] else { continue }
                if split[old] == nil {
                    split[old] = count
                    count += 1
                }
                classes[byte] = split[old] ?? old
            }
        }
        self.classes = classes.map { UInt8(truncatingIfNeeded: $0) }
        var examples = [UInt8?](repeating: nil, count: count)
        // Letters and digits read best.
        let readable = Array("abcdefghijklmnopqrstuvwxyz0123456789-".utf8)
        for byte in readable + Array(0...255) where examples[classes[Int(byte)]] == nil {
            examples[classes[Int(byte)]] = byte
        }
        self.examples = examples.map { $0 ?? 0 }
    }

    /// The classes in the order in which a search should try them: the most readable first.
    package var order: [Int] {
        let readable = Array("abcdefghijklmnopqrstuvwxyz0123456789-".utf8)
        let rank = Dictionary(
            readable.enumerated().map { ($1, $0) }, uniquingKeysWith: { first, _ in first })
        return examples.indices.sorted {
            (rank[examples[$0]] ?? 256 + Int(examples[$0]))
                < (rank[examples[$1]] ?? 256 + Int(examples[$1]))
        }
    }
}
