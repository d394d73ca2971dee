/// The compiled variants of the patterns that share a scheme and a host, ready to be searched.
///
/// A tree distinguishes the variants by the segments in which they differ, from the left. A node tests
/// one segment, and has a branch for each literal that some variant has there, and one for the variants
/// without a literal there. Segments in which all variants below a node agree are skipped. A leaf lists
/// the remaining variants, which are then compared as a whole.
///
/// Invariants, which the search relies on and the tests verify:
/// 1. Variants are numbered in the order of rank, and so are their records in `tokens`. The first
///    record that matches wins, and records are compared by their offsets.
/// 2. Each variant is in exactly one leaf, so a search looks at each variant at most once.
/// 3. Along every path from the root the tested indices ascend, so a path has at most
///    ``maximumSegments`` + 1 nodes, and as many branches can be pending.
/// 4. A node's minimum is the first record in its wild branch.
/// 5. Every reference leads to a whole node, leaf or record: the search does not check them again.
package final class RoutingShard: Sendable {
    /// A reference to a node or to a leaf.
    ///
    /// The highest bit says whether it is a leaf. A node has the segment that it tests in the next six
    /// bits, and a quarter of the offset of its first word in the rest. A leaf has a bit that says whether
    /// it has several variants, and then an offset or index.
    struct Reference: Sendable, Equatable, BitwiseCopyable {
        let bits: UInt32

        /// No node is at the beginning of `nodes`.
        static let none = Reference(bits: 0)

        /// The highest offset of a node that a reference can hold.
        static let maximumNodeOffset = 0x01FF_FFFF * 4

        /// A node that tests a segment, by the offset of its first word in `nodes`, a multiple of four.
        ///
        /// With the segment in the reference, a search hashes it while it waits for the node.
        static func node(_ offset: Int, testing segment: Int) -> Reference {
            Reference(bits: UInt32(segment) << 25 | UInt32(offset / 4))
        }
        /// A leaf with one variant: the offset of its record.
        static func record(_ offset: UInt32) -> Reference {
            Reference(bits: offset | 0x8000_0000)
        }
        /// A leaf with several variants: the index of their count in `leaves`.
        static func leaf(_ index: Int) -> Reference {
            Reference(bits: UInt32(index) | 0xC000_0000)
        }

        @inline(__always)
        var isNode: Bool { bits & 0x8000_0000 == 0 }
        @inline(__always)
        var isLeafList: Bool { bits & 0x4000_0000 != 0 }
        /// The index of the segment that a node tests.
        @inline(__always)
        var segment: Int { Int(bits &>> 25) }
        /// The offset of a node's first word.
        @inline(__always)
        var nodeOffset: Int { Int(bits & 0x01FF_FFFF) &* 4 }
        /// The offset or index of a leaf.
        @inline(__always)
        var index: Int { Int(bits & 0x3FFF_FFFF) }
    }

    /// The words of a node in `nodes`.
    ///
    /// They are followed, after a free word, by buckets of four hashes and four references each, which
    /// hold the branches for literals. A node with up to four of these lies in one cache line.
    enum NodeLayout {
        /// The branch of the variants without a literal there, or zero.
        static let wild = 0
        /// The first record in the wild branch.
        static let minimum = 1
        /// The number of buckets, a power of two, minus one.
        static let mask = 2
        static let count = 4
    }

    /// A variant, as its record tells: two words, and then a token for each segment.
    package struct Variant: Sendable, BitwiseCopyable {
        /// The number of words before the tokens.
        static let headerCount = 2

        private let first: Token
        private let second: Token
        private let record: UInt32

        package struct Flags: OptionSet, Sendable, BitwiseCopyable {
            package let rawValue: UInt8
            package init(rawValue: UInt8) { self.rawValue = rawValue }
            /// The variant has a `path` or `**`.
            package static let hasRest = Flags(rawValue: 1)
            /// The variant has an entry in `conditions`: query, host pattern, port or trailing slash.
            package static let hasConditions = Flags(rawValue: 2)
        }

        /// Reads the record at an offset.
        @inline(__always)
        init(_ first: Token, _ second: Token, at offset: UInt32) {
            (self.first, self.second, record) = (first, second, offset)
        }

        /// Stands for no variant.
        static let none = Variant(Token(bits: 0), Token(bits: 0), at: 0)

        private static let directBit: UInt64 = 1 << 30
        private static let simpleBit: UInt64 = 1 << 31

        @inline(__always)
        package var firstToken: UInt32 { record &+ UInt32(Self.headerCount) }
        @inline(__always)
        package var number: UInt32 { UInt32(truncatingIfNeeded: first.bits) }
        @inline(__always)
        package var route: UInt32 { UInt32(truncatingIfNeeded: first.bits &>> 32) }
        @inline(__always)
        package var tokenCount: UInt8 { UInt8(truncatingIfNeeded: second.bits) }
        @inline(__always)
        package var flags: Flags { Flags(rawValue: UInt8(truncatingIfNeeded: second.bits &>> 8)) }
        /// The number of captured values, including unnamed segments: up to 8 for each segment and the
        /// host.
        @inline(__always)
        package var captureCount: UInt16 {
            UInt16(truncatingIfNeeded: second.bits &>> 16) & 0x3FFF
        }
        /// The tokens that are not literals, one bit each, if there are at most 32 tokens.
        @inline(__always)
        var captures: UInt32 { UInt32(truncatingIfNeeded: second.bits &>> 32) }
        /// True if there are at most 32 tokens, none of them an empty literal, and case counts.
        @inline(__always)
        var isDirect: Bool { second.bits & Self.directBit != 0 }
        /// True if the variant is direct, and each token a literal of at most 16 bytes or a parameter without
        /// a type.
        @inline(__always)
        var isSimple: Bool { second.bits & Self.simpleBit != 0 }

        /// The words of a record before its tokens.
        static func header(
            number: UInt32, route: UInt32, tokens: ArraySlice<Token>, flags: Flags,
            captureCount: UInt16, foldsCase: Bool
        ) -> (Token, Token) {
            var second =
                UInt64(UInt8(tokens.count)) | UInt64(flags.rawValue) << 8
                | UInt64(captureCount & 0x3FFF) << 16
            // The search looks for the last word of a literal, so that an empty one is not direct.
            let hasEmpty = tokens.contains { $0.isLiteral && $0.low == 0 }
            let isDirect = tokens.count <= 32 && !foldsCase && !hasEmpty
            var isSimple = isDirect
            for (index, token) in tokens.prefix(32).enumerated() {
                if !token.isLiteral { second |= 1 << UInt64(32 + index) }
                let isShort = token.is(.literal) && token.low <= 16
                if !isShort && !token.is(.parameter) { isSimple = false }
            }
            if isDirect { second |= directBit }
            if isSimple { second |= simpleBit }
            return (Token(bits: UInt64(number) | UInt64(route) << 32), Token(bits: second))
        }
    }

    /// The variants of a shard, by number.
    package struct Variants {
        fileprivate let shard: RoutingShard

        package var count: Int { shard.records.count }

        @inline(__always)
        package subscript(number: Int) -> Variant { shard.variant(at: shard.records[number]) }
    }

    /// The conditions of a variant besides its segments.
    package struct Conditions: Hashable, Sendable {
        package var hostPieces: Range<Int>?
        package var port: UInt16?
        /// True if the URL must have a slash at the end of its path, false if it must not; `nil` for either.
        package var trailingSlash: Bool?
        package var query: [Query] = []

        package init(
            hostPieces: Range<Int>? = nil, port: UInt16? = nil, trailingSlash: Bool? = nil,
            query: [Query] = []
        ) {
            (self.hostPieces, self.port) = (hostPieces, port)
            (self.trailingSlash, self.query) = (trailingSlash, query)
        }

        package struct Query: Hashable, Sendable {
            package let key: [UInt8]
            package let test: Test

            package enum Test: Hashable, Sendable {
                case equals([UInt8])
                case capture(Token)
                case present
                case absent
            }
        }
    }

    /// The distinct names of parameters.
    package let names: [String]
    package let valueTypes: [ValueType]
    /// The distinct types that the matcher checks.
    package let types: [ParameterType]

    let root: Reference
    /// True if there are ``literalPaths``; beside the root, so that asking costs no other line of the cache.
    let isLiteral: Bool
    /// The nodes of the tree; see ``NodeLayout``.
    let nodes: FixedArray<UInt32>
    /// The leaves with several variants: their count, and the offsets of their records, ascending.
    let leaves: FixedArray<UInt32>
    /// The records of the variants; see ``Variant``.
    package let tokens: FixedArray<Token>
    /// The offset of each variant's record.
    let records: FixedArray<UInt32>
    /// Literals in words of eight bytes, the last of which overlaps the one before; one shorter than
    /// eight bytes is padded with zeros.
    package let words: FixedArray<UInt64>
    /// The literals and parameters of mixed segments.
    package let pieces: FixedArray<Token>
    /// The paths of all variants, if all are literal.
    let literalPaths: LiteralPaths
    package let conditions: [UInt32: Conditions]
    package let ranks: RankList
    package let routes: [Route]
    package let policies: NamespacePolicy.Values
    /// How keys of the query are decoded.
    let keyDecoding: TextDecoding
    /// How values of the query are decoded.
    let valueDecoding: TextDecoding
    /// True if the text of a parameter in the path is exactly the text that was matched.
    let takesTextAsMatched: Bool
    /// True if literals are stored in lower case, and compared with the URL's text in lower case.
    package let foldsCase: Bool
    /// True if the value of some parameter is made by code.
    package let needsCode: Bool
    /// True if some route takes requests only for a time.
    package let isTimed: Bool

    /// The seed of the segments' hashes.
    let seed: UInt64
    /// The rank of the first variant; a shard is never empty.
    let firstRank: Rank

    init(_ parts: consuming ShardBuilder.Parts) {
        names = parts.names
        valueTypes = parts.types
        types = parts.types.map(\.matched)
        needsCode = parts.types.contains { $0.isCode }
        isTimed = parts.routes.contains(where: \.asksForTime)
        root = parts.root
        seed = parts.seed
        nodes = FixedArray(parts.nodes)
        leaves = FixedArray(parts.leaves)
        records = FixedArray(parts.records)
        tokens = FixedArray(parts.tokens)
        words = FixedArray(parts.words)
        pieces = FixedArray(parts.pieces)
        literalPaths = LiteralPaths(parts)
        isLiteral = !literalPaths.isEmpty
        conditions = parts.conditions
        ranks = RankList(parts.ranks)
        routes = parts.routes
        policies = parts.policies
        keyDecoding = parts.policies.keyDecoding
        valueDecoding = parts.policies.valueDecoding
        takesTextAsMatched = parts.policies.takesTextAsMatched
        foldsCase = parts.policies.letterCase != .sensitive
        firstRank = parts.ranks[0]
    }
}

extension RoutingShard {
    /// The variants.
    package var variants: Variants { Variants(shard: self) }

    /// The variant whose record begins at an offset.
    @inline(__always)
    func variant(at record: UInt32) -> Variant {
        Variant(tokens[Int(record)], tokens[Int(record) &+ 1], at: record)
    }

    /// The offset of the record of a variant, or of the end for the number after the last one.
    func record(of number: UInt32) -> UInt32 {
        Int(number) < records.count ? records[Int(number)] : endOfRecords
    }

    /// The offset after the last record.
    @inline(__always)
    var endOfRecords: UInt32 { UInt32(truncatingIfNeeded: tokens.count) }
}
