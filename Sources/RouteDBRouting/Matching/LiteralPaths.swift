/// The whole paths of a shard in which every variant is literal: one lookup replaces the walk through the tree
/// and the comparison of each segment.
///
/// Invariants:
/// 1. There are paths only if every variant of the shard is made of literals that are compared byte by byte,
///    and has no conditions. So a path that is not here has no match.
/// 2. A path has a slash between each two literals, and no other: no literal is empty or contains one. So a URL
///    with the same bytes and as many segments has its slashes in the same places.
/// 3. Of variants with equal paths, the first in the order of rank is here. A search behind a rank needs
///    the tree, and so does a URL without segments, whose variant is not here.
struct LiteralPaths: ~Copyable, Sendable {
    private let records: TextIndex

    /// Collects the paths of a shard's variants, if all are literal.
    init(_ parts: borrowing ShardBuilder.Parts) {
        records = TextIndex(Self.paths(of: parts) ?? [], seed: parts.seed)
    }

    /// True if there are no paths: the tree must be searched.
    var isEmpty: Bool { records.isEmpty }

    /// The record of the variant whose path is in a range of bytes.
    @inline(__always)
    func record(in bytes: RawSpan, from start: Int, to end: Int) -> UInt32? {
        records.value(in: bytes, from: start, to: end)
    }

    private static func paths(
        of parts: borrowing ShardBuilder.Parts
    ) -> [(key: [UInt8], value: UInt32)]? {
        let variants = parts.records.map { record in
            RoutingShard.Variant(
                parts.tokens[Int(record)], parts.tokens[Int(record) + 1], at: record)
        }
        guard variants.allSatisfy(\.isLiteral) else { return nil }
        var paths: [(key: [UInt8], value: UInt32)] = []
        paths.reserveCapacity(variants.count)
        for (variant, record) in zip(variants, parts.records) where variant.tokenCount > 0 {
            let first = Int(variant.firstToken)
            var path: [UInt8] = []
            for token in parts.tokens[first..<first + Int(variant.tokenCount)] {
                if !path.isEmpty { path.append(UInt8(ascii: "/")) }
                let start = path.count
                token.append(to: &path) { parts.words[$0] }
                if path[start...].contains(UInt8(ascii: "/")) { return nil }
            }
            paths.append((path, record))
        }
        return paths
    }
}

extension RoutingShard.Variant {
    /// True if the variant is made only of literals that are not empty and are compared byte by byte.
    fileprivate var isLiteral: Bool { isDirect && captures == 0 && flags.isEmpty }
}
