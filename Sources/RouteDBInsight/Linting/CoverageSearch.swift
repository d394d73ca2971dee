import RouteDBRouting

/// Tests whether every URL that a variant matches is also matched by higher-ranked variants of
/// other routes, alone or together.
///
/// The search walks the variant's word segment by segment and follows, at once, all branches of the
/// tree that accept at least as much. Lists of texts are tried text by text; integer ranges are
/// split at the bounds of the other routes' ranges. A positive answer is certain. A negative answer
/// may mean "unknown": where only a combination of patterns covers a single segment, or where the
/// search ran out of budget.
struct CoverageSearch {
    /// A state of the search.
    private struct Point: Hashable {
        let index: Int
        let isInRest: Bool
        let nodes: [Int32]
    }

    private let variants: [LintVariant]
    private let tree: LintTree
    private(set) var classes: ClassPool
    /// How many branches may still be visited, for all variants together.
    private(set) var budget: Int
    /// True if the search has been exhaustive for every variant so far.
    private(set) var isWhole = true

    private var number: Int32 = 0
    private var steps = 0
    private var seen: Set<Point> = []

    /// The most states visited for one variant.
    private static let maximumSteps = 4_000

    init(_ variants: [LintVariant], _ tree: LintTree, _ classes: ClassPool, budget: Int) {
        self.variants = variants
        self.tree = tree
        self.classes = classes
        self.budget = budget
    }

    /// Returns whether the variant with this number is covered.
    mutating func isCovered(_ number: Int) -> Bool {
        self.number = Int32(number)
        steps = Self.maximumSteps
        seen.removeAll(keepingCapacity: true)
        return covers(Point(index: 0, isInRest: false, nodes: [0]))
    }

    private mutating func covers(_ point: Point) -> Bool {
        guard !point.nodes.isEmpty else { return false }
        guard steps > 0, budget > 0 else {
            isWhole = false
            return false
        }
        // A state visited before is covered, or its failure is about to end the search.
        guard seen.insert(point).inserted else { return true }
        steps -= 1
        let variant = variants[Int(number)]
        guard point.index < variant.word.count else { return ends(point.nodes) }
        let next = point.index + 1
        let type = variant.word[point.index]
        switch classes[type] {
        case .path, .catchAll:
            // The rest takes another segment, or ends here.
            let mayEnd = point.isInRest || classes[type] == .catchAll
            if mayEnd, !covers(Point(index: next, isInRest: false, nodes: point.nodes)) {
                return false
            }
            let more = move(point.nodes, .anything, at: point.index)
            return covers(Point(index: point.index, isInRest: true, nodes: more))
        case .texts(let texts):
            return texts.allSatisfy { text in
                let nodes = move(
                    point.nodes, .literal(text, isExact: true), at: point.index)
                return covers(Point(index: next, isInRest: false, nodes: nodes))
            }
        case .typed(.int(let low, let high)):
            return pieces(low, high, at: point.nodes).allSatisfy { piece in
                let nodes = move(point.nodes, piece, at: point.index)
                return covers(Point(index: next, isInRest: false, nodes: nodes))
            }
        default:
            let nodes = move(point.nodes, classes[type], number: type, at: point.index)
            return covers(Point(index: next, isInRest: false, nodes: nodes))
        }
    }

    /// Returns whether a variant that ends in one of the nodes matches everything.
    private mutating func ends(_ nodes: [Int32]) -> Bool {
        let variant = variants[Int(number)]
        for node in nodes {
            for ends in tree.ends(of: node, covering: variant.kind) {
                for end in ends {
                    guard end < number else { break }
                    budget -= 1
                    let other = variants[Int(end)]
                    if variant.yields(to: other), variant.meetsConditions(of: other) { return true }
                }
            }
        }
        return false
    }

    /// The nodes reached from other nodes by every text of a class.
    private mutating func move(
        _ nodes: [Int32], _ type: SegmentClass, number: Int32? = nil, at place: Int
    ) -> [Int32] {
        var reached: Set<Int32> = []
        // Empty segments do not matter for schemes and hosts, which may be missing altogether.
        let mayMiss = place < LintVariant.firstSegment && type == .anything
        for index in nodes {
            let node = tree.nodes[Int(index)]
            budget -= node.classes.count * ClassPool.containmentCost + 1
            if node.isLoop { reached.insert(index) }
            if node.path >= 0 { reached.insert(node.path) }
            for edge in node.classes {
                if mayMiss && classes[edge.type] != .anything { continue }
                let contains =
                    number.map { classes.contains(edge.type, $0) }
                    ?? classes.contains(edge.type, type)
                if contains { reached.insert(edge.child) }
            }
            guard case .literal(let text, let isExact) = type, !node.literals.isEmpty else {
                continue
            }
            for child in literals(of: index, text, isExact: isExact) { reached.insert(child) }
        }
        return closed(reached)
    }

    /// The nodes behind those literals that match every spelling of a literal.
    private func literals(of node: Int32, _ text: [UInt8], isExact: Bool) -> [Int32] {
        var found: [Int32] = []
        if isExact || !SegmentClass.literal(text, isExact: false).foldsLetters {
            let type = classes.number(ofLiteral: text, isExact: true)
            if let child = type.flatMap({ tree.child(of: node, $0) }) { found.append(child) }
        }
        let folded = text.map(\.asciiLowercased)
        let type = classes.number(ofLiteral: folded, isExact: false)
        if let child = type.flatMap({ tree.child(of: node, $0) }) { found.append(child) }
        return found
    }

    /// Adds the nodes that are reached without another segment, and keeps, sorted, those that lead
    /// to higher-ranked variants.
    private func closed(_ nodes: Set<Int32>) -> [Int32] {
        var found = nodes
        for node in nodes {
            var next = tree.nodes[Int(node)].catchAll
            while next >= 0, found.insert(next).inserted { next = tree.nodes[Int(next)].catchAll }
        }
        return found.filter { tree.nodes[Int($0)].best < number }.sorted()
    }

    /// Splits an integer range so that each range of a branch covers a piece wholly or not at all.
    private func pieces(_ low: Int64?, _ high: Int64?, at nodes: [Int32]) -> [SegmentClass] {
        var starts: Set<Int64> = []
        for node in nodes {
            for edge in tree.nodes[Int(node)].classes {
                guard case .typed(.int(let first, let last)) = classes[edge.type] else { continue }
                if let first { starts.insert(first) }
                if let last, last < .max { starts.insert(last + 1) }
            }
        }
        let inside = starts.filter { $0 > low ?? .min && $0 <= high ?? .max }.sorted()
        let firsts = [low] + inside.map(Int64?.some)
        let lasts = inside.map { Int64?.some($0 - 1) } + [high]
        return zip(firsts, lasts).map { .typed(.int(minimum: $0, maximum: $1)) }
    }
}
