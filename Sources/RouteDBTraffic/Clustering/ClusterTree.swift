import RouteDBRouting

/// The properties that the URLs of one tree share, apart from their paths.
struct ClusterKey: Hashable, Sendable {
    let finding: CauseFinder.Finding
    var scheme: String?
    var host: String?
    var port: UInt16?

    /// The beginning of the template, before the path.
    var origin: String {
        let scheme = scheme.map { "\($0):" } ?? ""
        guard let host else { return scheme }
        return "\(scheme)//\(host)\(port.map { ":\($0)" } ?? "")"
    }
}

/// The counts, times and an example of the URLs of one template.
struct ClusterLeaf: Hashable, Sendable {
    /// The maximum length of an example in bytes.
    private static let exampleSize = 512

    private(set) var count = HitCount()
    /// The hits in the previous window.
    private(set) var previous = HitCount()
    private(set) var first = Int64.max
    private(set) var last = Int64.min
    /// The first URL, truncated if it is long.
    private(set) var example: [UInt8] = []

    var isEmpty: Bool { count.hits == 0 && previous.hits == 0 }

    /// The weight of all hits.
    fileprivate var weight: Int64 { count.weight &+ previous.weight }

    /// Adds a hit, with its URL unless the leaf has an example already.
    mutating func add(
        _ url: UnsafeRawBufferPointer?, weight: Int64, time: Int64, isPrevious: Bool
    ) {
        let hit = HitCount(hits: 1, weight: weight)
        guard !isPrevious else {
            previous += hit
            return
        }
        // The URL is copied while the caller lends it.
        if count.hits == 0, let url = unsafe url {
            example = unsafe Array(url.prefix(Self.exampleSize))
        }
        count += hit
        first = min(first, time)
        last = max(last, time)
    }

    mutating func merge(_ other: ClusterLeaf) {
        if count.hits == 0 { example = other.example }
        count += other.count
        previous += other.previous
        first = min(first, other.first)
        last = max(last, other.last)
    }
}

/// One segment of an inferred template.
enum ClusterPart: Hashable, Sendable {
    case literal(ByteText)
    case value(ValueClass)
    /// Any number of further segments.
    case rest

    /// The part as shown in reports.
    var text: String {
        switch self {
        case .literal(let text): text.string
        case .value(let kind): "<\(kind.name)>"
        case .rest: "**"
        }
    }
}

/// A tree of paths by their segments, in bounded memory.
///
/// 1. Segments that are numbers, UUIDs, dates or hexadecimal codes are joined by class.
/// 2. Of other segments, a node keeps the first ``maximumLiterals`` separate and joins later ones.
/// 3. Segments longer than ``maximumText`` bytes are joined.
/// 4. Once there are too many nodes, no further segments are kept separate. A path ends in `**`
///    after ``maximumDepth`` segments, or where it would need a further node.
///
/// If a node has more than ``shownLiterals`` different segments, ``clusters()`` also joins those
/// with less than a tenth of the node's weight. The result depends only on the URLs and their
/// order.
struct ClusterTree: Sendable {
    static let maximumLiterals = 128
    static let maximumText = 256
    static let maximumDepth = 16
    static let shownLiterals = 8

    private struct Node: Sendable {
        var literals: [ByteText: Int] = [:]
        /// The children by ``ValueClass``; 0 means none, because the root is never a child.
        var values = [Int](repeating: 0, count: ValueClass.allCases.count)
        /// The URLs whose path ends at this node.
        var leaf = ClusterLeaf()
        /// The URLs whose path continues, but is not divided further.
        var rest = ClusterLeaf()
        /// The weight of all URLs through this node.
        var weight: Int64 = 0
        /// For a node of joined values, the only value so far, or empty if there are several.
        var only = ByteText([])
    }

    private var nodes = [Node()]

    /// Adds hits of a URL.
    ///
    /// Hits of the same URL always get to the same node, whatever was added in between.
    mutating func add(_ segments: [ByteText], _ hits: ClusterLeaf, isFull: Bool) -> Int {
        let before = nodes.count
        var node = 0
        nodes[0].weight &+= hits.weight
        for (depth, segment) in segments.enumerated() {
            guard depth < Self.maximumDepth, let child = child(of: node, segment, isFull)
            else {
                nodes[node].rest.merge(hits)
                return nodes.count - before
            }
            node = child
            nodes[node].weight &+= hits.weight
        }
        nodes[node].leaf.merge(hits)
        return nodes.count - before
    }

    private mutating func child(
        of node: Int, _ segment: ByteText, _ isFull: Bool
    ) -> Int? {
        if let child = nodes[node].literals[segment] { return child }
        let kind = ValueClass(segment.bytes)
        let isLong = segment.bytes.count > Self.maximumText
        let isJoined =
            kind.isAlwaysJoined || isFull || isLong
            || nodes[node].literals.count >= Self.maximumLiterals
        guard isJoined else {
            nodes.append(Node())
            nodes[node].literals[segment] = nodes.count - 1
            return nodes.count - 1
        }
        let child = nodes[node].values[kind.rawValue]
        if child > 0 {
            if nodes[child].only != segment { nodes[child].only = ByteText([]) }
            return child
        }
        guard !isFull else { return nil }
        var value = Node()
        value.only = isLong ? ByteText([]) : segment
        nodes.append(value)
        nodes[node].values[kind.rawValue] = nodes.count - 1
        return nodes.count - 1
    }

    /// Returns the templates with their counts, in no particular order.
    func clusters() -> [(parts: [ClusterPart], leaf: ClusterLeaf)] {
        var found: [(parts: [ClusterPart], leaf: ClusterLeaf)] = []
        collect([0], [], into: &found)
        return found
    }

    /// Collects the templates below a group of nodes that are joined into one.
    private func collect(
        _ group: [Int], _ parts: [ClusterPart],
        into found: inout [(parts: [ClusterPart], leaf: ClusterLeaf)]
    ) {
        var (leaf, rest) = (ClusterLeaf(), ClusterLeaf())
        for node in group {
            leaf.merge(nodes[node].leaf)
            rest.merge(nodes[node].rest)
        }
        if !leaf.isEmpty { found.append((parts, leaf)) }
        if !rest.isEmpty { found.append((parts + [.rest], rest)) }
        let (literals, values) = children(of: group)
        for (text, nodes) in literals {
            collect(nodes, parts + [.literal(text)], into: &found)
        }
        for (kind, nodes) in values {
            let only = nodes.count == 1 ? self.nodes[nodes[0]].only : ByteText([])
            let part: ClusterPart = only.bytes.isEmpty ? .value(kind) : .literal(only)
            collect(nodes, parts + [part], into: &found)
        }
    }

    private func children(
        of group: [Int]
    ) -> (literals: [(ByteText, [Int])], values: [(ValueClass, [Int])]) {
        var literals: [ByteText: [Int]] = [:]
        var values: [ValueClass: [Int]] = [:]
        var weight: Int64 = 0
        for node in group {
            weight &+= nodes[node].weight
            for (text, child) in nodes[node].literals { literals[text, default: []].append(child) }
            for kind in ValueClass.allCases where nodes[node].values[kind.rawValue] > 0 {
                values[kind, default: []].append(nodes[node].values[kind.rawValue])
            }
        }
        var kept = literals.sorted { $0.key < $1.key }
        if kept.count > Self.shownLiterals {
            kept = []
            for (text, children) in literals.sorted(by: { $0.key < $1.key }) {
                let own = children.reduce(Int64(0)) { $0 &+ nodes[$1].weight }
                if own >= weight / 10 {
                    kept.append((text, children))
                } else {
                    values[ValueClass(text.bytes), default: []] += children
                }
            }
        }
        return (
            kept.map { ($0.key, $0.value) },
            ValueClass.allCases.compactMap { kind in values[kind].map { (kind, $0) } }
        )
    }
}
