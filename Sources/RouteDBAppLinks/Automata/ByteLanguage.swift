/// A set of texts, as a deterministic automaton in which every state leads to acceptance.
///
/// A set of links is made of all links, the links that a pattern matches, and those that were decided
/// before. What such a product explores in vain is cut off, so that comparing sets with each other
/// only visits texts that are in both so far.
package final class ByteLanguage: ByteAutomaton, SteppedAutomaton {
    private let edges: [[ByteEdge]]
    private let accepting: [Bool]
    /// A flag for each state: true if the texts after it are all those that continue a text of the domain.
    private let full: [Bool]

    package let start: Int32
    package var work: Int { 0 }

    /// The number of states.
    package var count: Int { edges.count }

    /// Makes the set of the texts of a domain that an automaton accepts, and another one does not.
    package convenience init?(
        _ domain: any ByteAutomaton, _ own: any ByteAutomaton,
        excluding excluded: (any ByteAutomaton)? = nil, budget: inout Int
    ) {
        guard
            let graph = Graph(
                [domain, own] + [excluded].compactMap(\.self), budget: &budget)
        else { return nil }
        self.init(graph)
    }

    private init(_ graph: Graph) {
        let isAlive = graph.leadingToAcceptance()
        var numbers = [Int32](repeating: 0, count: graph.nodes.count)
        var edges: [[ByteEdge]] = [[]]
        for index in numbers.indices where isAlive[index] {
            numbers[index] = Int32(truncatingIfNeeded: edges.count)
            edges.append([])
        }
        var accepting = [Bool](repeating: false, count: edges.count)
        var isWhole = accepting
        for index in numbers.indices where isAlive[index] {
            let number = Int(numbers[index])
            let kept = graph.edges[index].filter { isAlive[Int($0.target)] }
            edges[number] = kept.map {
                ByteEdge(bytes: $0.bytes, target: numbers[Int($0.target)])
            }
            accepting[number] = graph.accepting[index]
            isWhole[number] = graph.isWhole(index, kept)
        }
        self.edges = edges
        self.accepting = accepting
        full = Self.full(edges, isWhole)
        start = numbers.first ?? 0
    }

    /// The states that are whole, as all states after them are.
    private static func full(_ edges: [[ByteEdge]], _ isWhole: [Bool]) -> [Bool] {
        var full = isWhole
        var before = [[Int32]](repeating: [], count: edges.count)
        for (state, own) in edges.enumerated() where isWhole[state] {
            for edge in own { before[Int(edge.target)].append(Int32(truncatingIfNeeded: state)) }
        }
        var pending = full.indices.filter { !full[$0] }
        while let state = pending.popLast() {
            for earlier in before[state] where full[Int(earlier)] {
                full[Int(earlier)] = false
                pending.append(Int(earlier))
            }
        }
        return full
    }

    package func edges(of state: Int32) -> [ByteEdge] { edges[Int(state)] }

    package func accepts(_ state: Int32) -> Bool { accepting[Int(state)] }

    package func isFull(_ state: Int32) -> Bool { full[Int(state)] }

    package var starts: [Int32] { start == 0 ? [] : [start] }

    package var startsFull: Bool { full[Int(start)] }

    package func visitSteps(of state: Int32, _ visit: (ByteSet, Int32, Bool) -> Void) {
        for edge in edges[Int(state)] { visit(edge.bytes, edge.target, full[Int(edge.target)]) }
    }
}

/// The nodes of a product: a domain, an automaton, and perhaps one that excludes.
private struct Graph {
    private let automata: [any ByteAutomaton]
    private(set) var nodes: [ByteNode]
    private(set) var edges: [[ByteEdge]] = []
    private(set) var accepting: [Bool] = []

    init?(_ automata: [any ByteAutomaton], budget: inout Int) {
        self.automata = automata
        nodes = [ByteNode(startOf: automata)]
        var indices = [nodes[0]: Int32(0)]
        while edges.count < nodes.count {
            let node = nodes[edges.count]
            let before = automata.reduce(0) { $0 + $1.work }
            var own: [ByteEdge] = []
            for (bytes, target) in node.edges(automata) where !isDead(target) {
                let next = Int32(truncatingIfNeeded: nodes.count)
                let index = indices[target, default: next]
                if index == next {
                    indices[target] = next
                    nodes.append(target)
                }
                // Bytes that lead to the same node belong together.
                if let place = own.firstIndex(where: { $0.target == index }) {
                    own[place].bytes = own[place].bytes.union(bytes)
                } else {
                    own.append(ByteEdge(bytes: bytes, target: index))
                }
            }
            edges.append(own)
            accepting.append(
                automata[0].accepts(node[0]) && automata[1].accepts(node[1])
                    && !(automata.count > 2 && automata[2].accepts(node[2])))
            budget -= 1 + own.count + automata.reduce(0) { $0 + $1.work } - before
            guard budget > 0 else { return nil }
        }
    }

    private func isDead(_ node: ByteNode) -> Bool {
        node[1] == 0 || automata.count > 2 && automata[2].isFull(node[2])
    }

    /// Returns whether a node accepts as the domain does and, by some edges, goes on wherever that does.
    func isWhole(_ index: Int, _ kept: [ByteEdge]) -> Bool {
        let domain = nodes[index][0]
        guard accepting[index] == automata[0].accepts(domain) else { return false }
        func bytes(_ edges: [ByteEdge]) -> ByteSet {
            edges.reduce(ByteSet()) { $0.union($1.bytes) }
        }
        return bytes(kept) == bytes(automata[0].edges(of: domain))
    }

    /// Returns, for each node, whether it leads to one that accepts.
    func leadingToAcceptance() -> [Bool] {
        var before = [[Int32]](repeating: [], count: nodes.count)
        for (index, own) in edges.enumerated() {
            for edge in own { before[Int(edge.target)].append(Int32(truncatingIfNeeded: index)) }
        }
        var isAlive = accepting
        var pending = isAlive.indices.filter { isAlive[$0] }
        while let index = pending.popLast() {
            for earlier in before[index] where !isAlive[Int(earlier)] {
                isAlive[Int(earlier)] = true
                pending.append(Int(earlier))
            }
        }
        return isAlive
    }
}
