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
        /// Whether the node is behind a rest, which may take further segments.
        var isLoop = false
        /// Whether a rest is on the path from the root.
        var isBehindRest = false
        /// The variants that end here, by rank.
        var ends: [Int32] = []
        var best: Int32
    }

    private struct Key: Hashable {
        let node: Int32
        let type: Int32
    }

    private(set) var nodes: [Node] = [Node(best: 0)]
    private var children: [Key: Int32] = [:]

    /// Builds the tree of variants that are sorted by rank.
    ///
    /// - Parameters:
    ///   - variants: The variants.
    ///   - classes: The classes that the words refer to.
    ///   - leftOut: The numbers of the variants to leave out.
    init(_ variants: [LintVariant], classes: ClassPool, without leftOut: Set<Int> = []) {
        for (number, variant) in variants.enumerated() where !leftOut.contains(number) {
            var node: Int32 = 0
            for type in variant.word { node = child(of: node, type, classes, Int32(number)) }
            nodes[Int(node)].ends.append(Int32(number))
        }
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
