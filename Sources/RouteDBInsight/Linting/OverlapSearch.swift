import RouteDBRouting

/// Finds the pairs of variants that match a common URL, with the parts of such a URL.
///
/// The search walks the tree of variants against itself and follows a pair of branches only if some
/// text matches both, so patterns that differ in a literal are never compared.
struct OverlapSearch {
    /// Two variants, the higher-ranked one first, with the parts of a URL that both match.
    struct Pair {
        let first: Int
        let second: Int
        /// The texts of the scheme, the host and the segments; `nil` means anything or nothing.
        let texts: [[UInt8]?]
    }

    private let variants: [LintVariant]
    private let tree: LintTree
    private(set) var classes: ClassPool
    /// How many pairs of branches and variants may still be visited.
    private(set) var budget: Int
    /// True to find only variants of the same shape, whose segments must be of the same kinds.
    private let needsSameShape: Bool
    /// True if some literals ignore case and others do not.
    private let mixesCase: Bool

    /// The cost of a pair that may become a finding, where a step along a branch costs 1.
    private static let pairCost = 8

    private var texts: [[UInt8]?] = []
    private var seen: Set<UInt64> = []

    init(
        _ variants: [LintVariant], _ tree: LintTree, _ classes: ClassPool, sameShape: Bool,
        mixesCase: Bool, budget: Int
    ) {
        self.mixesCase = mixesCase
        self.variants = variants
        self.tree = tree
        self.classes = classes
        needsSameShape = sameShape
        self.budget = budget
    }

    /// Passes each pair to a closure, until the budget is used up.
    mutating func run(_ body: (Pair) -> Void) {
        visit(0, 0, body)
    }

    private mutating func visit(_ one: Int32, _ other: Int32, _ body: (Pair) -> Void) {
        // Below a branch of one variant there is no pair.
        guard one != other || tree.nodes[Int(one)].count > 1 else { return }
        let (one, other) = one <= other ? (one, other) : (other, one)
        let key = UInt64(UInt32(bitPattern: one)) << 32 | UInt64(UInt32(bitPattern: other))
        guard budget > 0, seen.insert(key).inserted else { return }
        budget -= 1
        pairEnds(one, other, body)
        let (left, right) = (tree.nodes[Int(one)], tree.nodes[Int(other)])
        // A catch-all may match no segment.
        if left.catchAll >= 0 { visit(left.catchAll, other, body) }
        if right.catchAll >= 0 && one != other { visit(one, right.catchAll, body) }
        pairLiterals(one, other, left, right, body)
        pairClasses(left, right, isSame: one == other, body)
        pairRests(one, other, left, right, body)
    }

    private mutating func pairEnds(_ one: Int32, _ other: Int32, _ body: (Pair) -> Void) {
        for first in tree.nodes[Int(one)].ends {
            let kind = variants[Int(first)].kind
            for ends in tree.ends(of: other, competingWith: kind) {
                let start = one == other ? ends.index(behind: first) : 0
                for second in ends[start...] {
                    budget -= Self.pairCost
                    guard budget > 0 else { return }
                    pair(Int(min(first, second)), Int(max(first, second)), body)
                }
            }
        }
    }

    private func pair(_ best: Int, _ worst: Int, _ body: (Pair) -> Void) {
        let (first, second) = (variants[best], variants[worst])
        guard first.routeID != second.routeID, first.canMeetConditions(of: second) else { return }
        body(Pair(first: best, second: worst, texts: texts))
    }

    private mutating func pairLiterals(
        _ one: Int32, _ other: Int32, _ left: LintTree.Node, _ right: LintTree.Node,
        _ body: (Pair) -> Void
    ) {
        if one == other {
            for edge in left.literals {
                follow(edge.child, edge.child, text(of: edge.type), body)
            }
        } else {
            let isFewer = left.literals.count <= right.literals.count
            let (few, node) = isFewer ? (left, other) : (right, one)
            for edge in few.literals {
                guard let child = tree.child(of: node, edge.type) else { continue }
                follow(edge.child, child, text(of: edge.type), body)
            }
        }
        if mixesCase {
            for edge in left.literals { pairFolded(edge, at: other, body) }
            for edge in right.literals where one != other { pairFolded(edge, at: one, body) }
        }
        // A literal on one side and a class on the other.
        pairLiteralsAndClasses(left, right, body)
        if one != other { pairLiteralsAndClasses(right, left, body) }
    }

    /// Follows an exact literal together with a node's case-insensitive literal that matches it.
    private mutating func pairFolded(
        _ edge: LintTree.Edge, at node: Int32, _ body: (Pair) -> Void
    ) {
        guard case .literal(let text, true) = classes[edge.type],
            let folded = classes.number(ofLiteral: text.map(\.asciiLowercased), isExact: false),
            let child = tree.child(of: node, folded)
        else { return }
        follow(edge.child, child, text, body)
    }

    private mutating func pairLiteralsAndClasses(
        _ left: LintTree.Node, _ right: LintTree.Node, _ body: (Pair) -> Void
    ) {
        guard !needsSameShape || left.isBehindRest || right.isBehindRest else { return }
        for edge in right.classes {
            for literal in left.literals {
                guard budget > 0 else { return }
                budget -= 1
                if let text = classes.commonText(literal.type, edge.type) {
                    follow(literal.child, edge.child, text, body)
                }
            }
        }
    }

    private mutating func pairClasses(
        _ left: LintTree.Node, _ right: LintTree.Node, isSame: Bool, _ body: (Pair) -> Void
    ) {
        let isLoose = !needsSameShape || left.isBehindRest || right.isBehindRest
        for (index, one) in left.classes.enumerated() {
            for other in isSame ? right.classes[index...] : right.classes[...] {
                guard budget > 0 else { return }
                guard isLoose || classes[one.type].sort == classes[other.type].sort else {
                    continue
                }
                budget -= classes.commonTextCost(one.type, other.type)
                if let text = common(one.type, other.type) {
                    follow(one.child, other.child, text, body)
                }
            }
        }
    }

    /// Follows rests, which match any segment that the other side has.
    private mutating func pairRests(
        _ one: Int32, _ other: Int32, _ left: LintTree.Node, _ right: LintTree.Node,
        _ body: (Pair) -> Void
    ) {
        let leftRests = (left.isLoop ? [one] : []) + (left.path >= 0 ? [left.path] : [])
        let rightRests = (right.isLoop ? [other] : []) + (right.path >= 0 ? [right.path] : [])
        for rest in leftRests {
            for edge in right.literals + right.classes {
                guard isAllowed(left, right) else { break }
                follow(rest, edge.child, text(of: edge.type), body)
            }
            for otherRest in rightRests { follow(rest, otherRest, Self.anySegment, body) }
        }
        guard one != other else { return }
        for rest in rightRests where isAllowed(left, right) {
            for edge in left.literals + left.classes {
                follow(edge.child, rest, text(of: edge.type), body)
            }
        }
    }

    private func isAllowed(_ left: LintTree.Node, _ right: LintTree.Node) -> Bool {
        !needsSameShape || left.isBehindRest || right.isBehindRest
    }

    private static let anySegment = Array("x1".utf8)

    private mutating func follow(
        _ one: Int32, _ other: Int32, _ text: [UInt8]?, _ body: (Pair) -> Void
    ) {
        texts.append(text)
        visit(one, other, body)
        texts.removeLast()
    }

    /// The text that matches both branches; the inner `nil` means that any text does, which is
    /// possible only for schemes and hosts.
    private mutating func common(_ one: Int32, _ other: Int32) -> [UInt8]?? {
        let isFree = classes[one] == .anything && classes[other] == .anything
        if isFree && texts.count < LintVariant.firstSegment { return .some(nil) }
        return classes.commonText(one, other).map { .some($0) }
    }

    private mutating func text(of type: Int32) -> [UInt8]? {
        switch classes[type] {
        case .literal(let text, _): text
        default: classes.commonText(type, type) ?? Self.anySegment
        }
    }
}

extension [Int32] {
    /// The index of the first number that is greater than another one, in a list that is sorted.
    fileprivate func index(behind number: Int32) -> Int {
        var (low, high) = (0, count)
        while low < high {
            let middle = (low + high) / 2
            if self[middle] <= number { low = middle + 1 } else { high = middle }
        }
        return low
    }
}
