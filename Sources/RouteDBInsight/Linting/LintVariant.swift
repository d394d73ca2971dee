import RouteDBRouting

/// Everything that decides which requests a variant matches; variants with equal keys match the
/// same.
struct VariantKey: Hashable {
    private struct Condition: Hashable {
        let key: [UInt8]
        let test: String
        let text: [UInt8]
        let type: SegmentClass?
    }

    private let word: [Int32]
    private let port: UInt16?
    private let trailingSlash: Bool?
    private let kind: [UInt8]?
    private let period: RoutePeriod
    private let conditions: Set<Condition>

    /// Creates the key of a variant, or returns `nil` if code decides too.
    init?(_ variant: LintVariant) {
        guard !variant.needsCode else { return nil }
        word = variant.word
        port = variant.port
        trailingSlash = variant.trailingSlash
        period = variant.route.period
        kind = variant.route.kind.map { Array(RouteKind.canonical($0).utf8) }
        conditions = Set(
            variant.query.map { condition in
                switch condition.test {
                case .equals(let text):
                    Condition(key: condition.key, test: "equals", text: text, type: nil)
                case .capture(let token):
                    Condition(
                        key: condition.key, test: "capture", text: [],
                        type: SegmentClass(token, of: variant.shard))
                case .present: Condition(key: condition.key, test: "present", text: [], type: nil)
                case .absent: Condition(key: condition.key, test: "absent", text: [], type: nil)
                }
            })
    }
}

/// A compiled variant of a route's pattern as a word: its scheme, its host, and its segments.
struct LintVariant {
    /// The index of the first segment in a word, after the scheme and the host.
    static let firstSegment = 2

    let shard: RoutingShard
    /// The number of the variant in the shard.
    private let number: Int32
    /// The classes of the scheme, the host and the segments, as numbers in a ``ClassPool``.
    let word: [Int32]
    /// True if code, such as a registered converter, may refuse a text that fits.
    let needsCode: Bool

    private var place: Int { Int(shard.variants[Int(number)].route) }
    private var conditions: RoutingShard.Conditions? { shard.conditions[UInt32(number)] }

    var route: Route { shard.routes[place] }
    /// The id of the route, which is not copied.
    var routeID: RouteID { shard.routes[place].id }
    /// The kind of the route, which is not copied.
    var kind: String? { shard.routes[place].kind }
    var rank: Rank { shard.ranks[Int(number)] }
    /// The index of the first segment's token in the shard.
    var firstToken: UInt32 { shard.variants[Int(number)].firstToken }
    var port: UInt16? { conditions?.port }
    /// True if the URL must end in a slash, `false` if it must not; `nil` if it does not matter.
    var trailingSlash: Bool? { conditions?.trailingSlash }
    var query: [RoutingShard.Conditions.Query] { conditions?.query ?? [] }

    init(
        _ number: Int, of shard: RoutingShard, classes: inout ClassPool,
        policies: NamespacePolicy.Values
    ) {
        let variant = shard.variants[number]
        let route = shard.routes[Int(variant.route)]
        let conditions = shard.conditions[UInt32(number)]
        let scheme: SegmentClass
        if let text = route.patternOrigin?.scheme {
            scheme = .literal(Array(text.utf8), isExact: true)
        } else {
            // A missing scheme is an empty literal.
            scheme = policies.scheme == .exact ? .literal([], isExact: true) : .anything
        }
        var word = [classes.number(of: scheme)]
        if let pieces = conditions?.hostPieces {
            word.append(classes.number(ofHost: pieces, in: shard))
        } else {
            let host = route.patternOrigin.flatMap(policies.matchedHost)
            word.append(
                classes.number(
                    of: host.map { .literal(Array($0.literalText.utf8), isExact: true) }
                        ?? .anything))
        }
        for index in 0..<UInt32(variant.tokenCount) {
            word.append(classes.number(ofTokenAt: variant.firstToken + index, in: shard))
        }
        let conditionsNeedCode = (conditions?.query ?? []).contains { condition in
            guard case .capture(let token) = condition.test else { return false }
            return SegmentClass(token, of: shard).needsCode
        }
        needsCode = conditionsNeedCode || word.contains { classes[$0].needsCode }
        (self.shard, self.number, self.word) = (shard, Int32(number), word)
    }

    /// The variants of a namespace's routes, by rank, without those that no URL reaches.
    static func all(
        of table: NamespaceTable, _ classes: inout ClassPool, where isWanted: (Route) -> Bool
    ) -> [LintVariant] {
        var variants: [LintVariant] = []
        for (place, shard) in table.shards.objects.enumerated()
        where !isOutOfReach(shard.routes[0], policies: table.policies) {
            for number in table.variants(ofShard: place)
            where isWanted(shard.routes[Int(shard.variants[number].route)]) {
                variants.append(
                    LintVariant(number, of: shard, classes: &classes, policies: table.policies))
            }
        }
        return variants.sorted { $0.rank < $1.rank }
    }

    /// Returns whether the variant's host is one that no URL can have; the matcher never finds such a
    /// variant.
    private static func isOutOfReach(_ route: Route, policies: NamespacePolicy.Values) -> Bool {
        guard let host = route.patternOrigin.flatMap(policies.matchedHost), host.isLiteral else {
            return false
        }
        return !HostSyntax.canBeHost(Array(host.literalText.utf8))
    }

    /// Returns whether every request that this variant's route takes is taken by the other variant's first
    /// where both fit.
    func yields(to other: LintVariant) -> Bool {
        guard other.routeID != routeID, !other.needsCode else { return false }
        return other.route.covers(route)
    }

    /// Returns whether some requests are taken by either route.
    func competes(with other: LintVariant) -> Bool { route.competes(with: other.route) }

    // MARK: Conditions beyond the word

    /// Returns whether every URL that this variant matches meets the other variant's conditions beyond its
    /// word.
    func meetsConditions(of other: LintVariant) -> Bool {
        if let port = other.port, port != self.port { return false }
        if let slash = other.trailingSlash, slash != trailingSlash { return false }
        return other.query.allSatisfy(meets)
    }

    private func meets(_ wanted: RoutingShard.Conditions.Query) -> Bool {
        let own = query.filter { $0.key == wanted.key }
        switch wanted.test {
        case .absent:
            return own.contains { if case .absent = $0.test { true } else { false } }
        case .present:
            return own.contains { if case .absent = $0.test { false } else { true } }
        case .equals(let text):
            return own.contains { condition in
                if case .equals(let other) = condition.test { other == text } else { false }
            }
        case .capture(let token):
            return own.contains { condition in
                switch condition.test {
                // A parameter may refuse the empty value.
                case .equals(let text): token.is(.parameter) && !text.isEmpty
                case .capture(let other):
                    token.is(.parameter) || token.is(.wildcard) && other.is(.wildcard)
                default: false
                }
            }
        }
    }

    /// Returns whether a URL can meet the conditions beyond the words of both variants.
    func canMeetConditions(of other: LintVariant) -> Bool {
        if let port, let wanted = other.port, port != wanted { return false }
        if let trailingSlash, let wanted = other.trailingSlash, trailingSlash != wanted {
            return false
        }
        return !forbids(other) && !other.forbids(self)
    }

    private func forbids(_ other: LintVariant) -> Bool {
        query.contains { condition in
            guard case .absent = condition.test else { return false }
            return other.query.contains { wanted in
                if case .absent = wanted.test { false } else { wanted.key == condition.key }
            }
        }
    }
}

/// The variants of a namespace as a tree of their words; words with a common prefix share branches.
///
/// Invariants:
/// 1. Variants are numbered by rank; a node's `best` is the lowest number below it.
/// 2. A node behind a rest accepts any number of further segments.
struct LintTree {
    /// A branch of a node.
    struct Edge {
        let type: Int32
        let child: Int32
    }

    struct Node {
        /// Branches for literals.
        var literals: [Edge] = []
        /// Branches for classes of one segment other than literals.
        var classes: [Edge] = []
        /// The node behind a `path`, or -1.
        var path: Int32 = -1
        /// The node behind a catch-all, or -1.
        var catchAll: Int32 = -1
        /// True if the node is behind a rest, which may take further segments.
        var isLoop = false
        /// True if a rest is on the path from the root.
        var isBehindRest = false
        /// The variants that end here, by rank.
        var ends: [Int32] = []
        var best: Int32
        /// How many variants end here and below.
        var count: Int32 = 0
    }

    private struct Key: Hashable {
        let node: Int32
        let type: Int32
    }

    private(set) var nodes: [Node] = [Node(best: 0)]
    private var children: [Key: Int32] = [:]
    /// The variants that end in a node, by the kinds of their routes, for nodes in which many end.
    private var endsByKind: [Int32: [TextKey?: [Int32]]] = [:]

    /// The number of variants from which on they are looked up by kind.
    private static let indexedEnds = 16

    /// Builds the tree of variants that are sorted by rank.
    init(_ variants: [LintVariant], classes: ClassPool) {
        for (number, variant) in variants.enumerated() {
            var node: Int32 = 0
            nodes[0].count += 1
            for type in variant.word {
                node = child(of: node, type, classes, Int32(number))
                nodes[Int(node)].count += 1
            }
            nodes[Int(node)].ends.append(Int32(number))
        }
        index(variants)
    }

    /// Returns the tree without the ends of some variants, whose branches stay.
    ///
    /// Each of them must have a higher-ranked one that ends in the same node, if what is ``Node/best``
    /// matters.
    func without(_ leftOut: Set<Int>, of variants: [LintVariant]) -> LintTree {
        guard !leftOut.isEmpty else { return self }
        var tree = self
        for node in tree.nodes.indices {
            let ends = tree.nodes[node].ends
            guard ends.contains(where: { leftOut.contains(Int($0)) }) else { continue }
            tree.nodes[node].ends = ends.filter { !leftOut.contains(Int($0)) }
        }
        tree.index(variants)
        return tree
    }

    /// Looks up the variants of nodes in which many end.
    private mutating func index(_ variants: [LintVariant]) {
        endsByKind = [:]
        for (node, content) in nodes.enumerated() where content.ends.count >= Self.indexedEnds {
            endsByKind[Int32(node)] = Dictionary(grouping: content.ends) {
                Self.key(variants[Int($0)].kind)
            }
        }
    }

    /// The variants that end in a node, by rank, as lists that have all those whose routes have requests
    /// in common with a route of a kind.
    func ends(of node: Int32, competingWith kind: String?) -> [[Int32]] {
        guard let kind, let byKind = endsByKind[node] else { return [nodes[Int(node)].ends] }
        return Self.alike(kind).compactMap { byKind[$0] }
    }

    /// The variants that end in a node, by rank, as lists that have all those whose routes take every
    /// request that a route of a kind takes.
    func ends(of node: Int32, covering kind: String?) -> [[Int32]] {
        guard let byKind = endsByKind[node] else { return [nodes[Int(node)].ends] }
        return (kind.map(Self.alike) ?? [nil]).compactMap { byKind[$0] }
    }

    /// The kinds of routes that may take requests for a kind.
    private static func alike(_ kind: String) -> [TextKey?] {
        let own = key(kind)
        let (get, head) = (TextKey("GET"), TextKey("HEAD"))
        return [nil, own] + (own == get ? [head] : []) + (own == head ? [get] : [])
    }

    private static func key(_ kind: String?) -> TextKey? {
        kind.map { TextKey(RouteKind.canonical($0)) }
    }

    /// The child of a node behind a class, if there is one.
    func child(of node: Int32, _ type: Int32) -> Int32? { children[Key(node: node, type: type)] }

    private mutating func child(
        of node: Int32, _ type: Int32, _ classes: ClassPool, _ number: Int32
    ) -> Int32 {
        if let child = self.child(of: node, type) { return child }
        let child = Int32(nodes.count)
        children[Key(node: node, type: type)] = child
        var new = Node(best: number)
        switch classes[type] {
        case .literal: nodes[Int(node)].literals.append(Edge(type: type, child: child))
        case .path:
            nodes[Int(node)].path = child
            new.isLoop = true
        case .catchAll:
            nodes[Int(node)].catchAll = child
            new.isLoop = true
        default: nodes[Int(node)].classes.append(Edge(type: type, child: child))
        }
        new.isBehindRest = new.isLoop || nodes[Int(node)].isBehindRest
        nodes.append(new)
        return child
    }
}

/// The numbers of the variants of each route, by rank.
struct RouteVariants {
    /// The numbers, by route and then by rank.
    private let numbers: [Int]
    /// The route of each of the numbers.
    private let routes: [RouteID]

    /// Finds the variants of routes among those that are sorted by rank.
    init(_ variants: [LintVariant]) {
        let all = variants.map(\.routeID)
        numbers = all.indices.sorted { (all[$0], $0) < (all[$1], $1) }
        routes = numbers.map { all[$0] }
    }

    /// The variants of a route.
    ///
    /// - Complexity: Logarithmic in the number of all variants.
    subscript(route: RouteID) -> ArraySlice<Int> {
        var (low, high) = (0, routes.count)
        while low < high {
            let middle = (low + high) / 2
            if routes[middle] < route { low = middle + 1 } else { high = middle }
        }
        return numbers[low..<(routes[low...].firstIndex { $0 != route } ?? routes.count)]
    }
}
