/// The compiled variants of the patterns that share a scheme and a host, ready to be searched.
///
/// A tree distinguishes the variants by the segments in which they differ, from the left. A node tests
/// one segment, and has a branch for each literal that some variant has there, and one for the variants
/// without a literal there. Segments in which all variants below a node agree are skipped. A leaf lists
/// the remaining variants, which are then compared as a whole.
///
/// Invariants, which the search relies on and ``checkInvariants()`` verifies:
/// 1. Variants are numbered in the order of rank, so the lowest number that matches wins.
/// 2. Each variant is in exactly one leaf, so a search looks at each variant at most once.
/// 3. Along every path from the root the tested indices ascend, so a path has at most
///    ``maximumSegments`` + 1 nodes, and as many branches can be pending.
/// 4. A node's `wildMinimum` is the lowest variant in its wild branch.
/// 5. `edges.count` is a power of two and more than the number of edges, so probing ends.
package final class RoutingShard: Sendable {
    /// A reference to a node or to a leaf.
    struct Reference: Sendable, Equatable, BitwiseCopyable {
        let bits: UInt32

        static let none = Reference(bits: .max)

        static func node(_ index: Int) -> Reference { Reference(bits: UInt32(index)) }
        /// A leaf with one variant.
        static func variant(_ index: Int) -> Reference {
            Reference(bits: UInt32(index) | 0x8000_0000)
        }
        /// A leaf with several variants: the index of their count in `leaves`.
        static func leaf(_ index: Int) -> Reference {
            Reference(bits: UInt32(index) | 0xC000_0000)
        }

        @inline(__always)
        var isNode: Bool { bits & 0x8000_0000 == 0 }
        @inline(__always)
        var isLeafList: Bool { bits & 0x4000_0000 != 0 }
        @inline(__always)
        var index: Int { Int(bits & 0x3FFF_FFFF) }
    }

    struct Node: Sendable, BitwiseCopyable {
        /// The index of the segment to test.
        let segment: UInt32
        let wild: Reference
        let wildMinimum: UInt32
    }

    struct Edge: Sendable, BitwiseCopyable {
        let node: UInt32
        let hash: UInt32
        let child: Reference
    }

    package struct Variant: Sendable, BitwiseCopyable {
        package let firstToken: UInt32
        package let tokenCount: UInt8
        package let flags: Flags
        /// The number of captured values, including unnamed segments: up to 8 for each segment and the
        /// host.
        package let captureCount: UInt16
        package let route: UInt32

        package struct Flags: OptionSet, Sendable, BitwiseCopyable {
            package let rawValue: UInt8
            package init(rawValue: UInt8) { self.rawValue = rawValue }
            /// It has a `path` or `**`.
            package static let hasRest = Flags(rawValue: 1)
            /// It has an entry in `conditions`: query, host pattern, port or trailing slash.
            package static let hasConditions = Flags(rawValue: 2)
        }
    }

    /// The conditions of a variant besides its segments.
    package struct Conditions: Sendable {
        package var hostPieces: Range<Int>?
        package var port: UInt16?
        /// Whether the URL must have a slash at the end of its path; `nil` if it does not matter.
        package var trailingSlash: Bool?
        package var query: [Query] = []

        package init(
            hostPieces: Range<Int>? = nil, port: UInt16? = nil, trailingSlash: Bool? = nil,
            query: [Query] = []
        ) {
            (self.hostPieces, self.port) = (hostPieces, port)
            (self.trailingSlash, self.query) = (trailingSlash, query)
        }

        package struct Query: Sendable {
            package let key: [UInt8]
            package let test: Test

            package enum Test: Sendable {
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
    let nodes: FixedArray<Node>
    let edges: FixedArray<Edge>
    let leaves: FixedArray<UInt32>
    package let variants: FixedArray<Variant>
    package let tokens: FixedArray<Token>
    /// Literals in words of eight bytes, the last of which overlaps the one before; one shorter than
    /// eight bytes is padded with zeros.
    package let words: FixedArray<UInt64>
    /// The literals and parameters of mixed segments.
    package let pieces: FixedArray<Token>
    package let conditions: [UInt32: Conditions]
    package let ranks: FixedArray<Rank>
    package let routes: [Route]
    package let policies: NamespacePolicies
    /// How keys of the query are decoded.
    let keyDecoding: TextDecoding
    /// How values of the query are decoded.
    let valueDecoding: TextDecoding
    /// Whether literals are stored in lower case, and compared with the URL's text in lower case.
    package let foldsCase: Bool
    /// Whether the value of some parameter is made by code.
    package let needsCode: Bool

    /// The rank of the first variant; a shard is never empty.
    let firstRank: Rank

    init(_ parts: consuming ShardBuilder.Parts) {
        names = parts.names
        valueTypes = parts.types
        types = parts.types.map(\.matched)
        needsCode = parts.types.contains { $0.isCode }
        root = parts.root
        nodes = FixedArray(parts.nodes)
        edges = FixedArray(parts.edges)
        leaves = FixedArray(parts.leaves)
        variants = FixedArray(parts.variants)
        tokens = FixedArray(parts.tokens)
        words = FixedArray(parts.words)
        pieces = FixedArray(parts.pieces)
        conditions = parts.conditions
        ranks = FixedArray(parts.ranks)
        routes = parts.routes
        policies = parts.policies
        keyDecoding = parts.policies.keyDecoding
        valueDecoding = parts.policies.valueDecoding
        foldsCase = parts.policies.letterCase != .sensitive
        firstRank = parts.ranks[0]
    }
}
