/// Asks whether every URL that a variant takes is taken by better ranked variants of other routes,
/// perhaps by some of them together.
///
/// The variant's word is read, segment by segment, with all the words of the tree that take at
/// least as much, at once; a list of texts is read text by text, and a range of numbers in the
/// pieces in which others take it. A yes is certain. A no may mean that it is not known: where
/// several patterns cover what none of them covers alone in any segment, or where the work would
/// have no bounds.
struct CoverageSearch {
    /// A point that was reached in the reading.
    private struct Point: Hashable {
        let index: Int
        let isInRest: Bool
        let nodes: [Int32]
    }

    private let variants: [LintVariant]
    private let tree: LintTree
    private(set) var classes: ClassPool
    /// How many branches may still be looked at, for all variants together.
    private(set) var budget: Int
    /// Whether all was looked at for every variant so far.
    private(set) var isWhole = true

    private var number: Int32 = 0
    private var steps = 0
    private var seen: Set<Point> = []

    /// The most points for one variant.
    private static let maximumSteps = 4_000

    init(_ variants: [LintVariant], _ tree: LintTree, _ classes: ClassPool, budget: Int) {
        self.variants = variants
        self.tree = tree
        self.classes = classes
        self.budget = budget
    }

    /// Whether the variant with a number is covered.
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
        // What was read before covers, or is about to say that it does not.
        guard seen.insert(point).inserted else { return true }
        steps -= 1
        let variant = variants[Int(number)]
        guard point.index < variant.word.count else { return ends(point.nodes) }
        let next = point.index + 1
        let type = variant.word[point.index]
        switch classes[type] {
        case .path, .catchAll:
            // More of the rest, and what follows it.
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

    /// Whether a variant that ends in one of the nodes takes it all.
    private mutating func ends(_ nodes: [Int32]) -> Bool {
        let variant = variants[Int(number)]
        return nodes.contains { node in
            tree.nodes[Int(node)].ends.contains { end in
                guard end < number else { return false }
                budget -= 1
                let other = variants[Int(end)]
                return variant.yields(to: other) && variant.meetsConditions(of: other)
            }
        }
    }

    /// The nodes that are reached from others by every text of a class.
    private mutating func move(
        _ nodes: [Int32], _ type: SegmentClass, number: Int32? = nil, at place: Int
    ) -> [Int32] {
        var reached: Set<Int32> = []
        // Whether segments are empty does not matter to schemes and hosts, which may be missing.
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

    /// The nodes behind literals that take all that a literal takes.
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

    /// Nodes with those that need no segment more, in order, and only those that lead to variants
    /// of better rank.
    private func closed(_ nodes: Set<Int32>) -> [Int32] {
        var found = nodes
        for node in nodes {
            var next = tree.nodes[Int(node)].catchAll
            while next >= 0, found.insert(next).inserted { next = tree.nodes[Int(next)].catchAll }
        }
        return found.filter { tree.nodes[Int($0)].best < number }.sorted()
    }

    /// A range of numbers in pieces, such that a range of a branch has all or nothing of each.
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
