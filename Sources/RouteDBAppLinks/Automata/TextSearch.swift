/// Searches for the shortest text that one automaton accepts and another one does not.
///
/// Every automaton takes one step for each byte; the states that they are in together are a node. There
/// are finitely many nodes, so a search without result is a proof, unless it is ended by its budget.
enum TextSearch {
    /// The outcome of a search.
    enum Outcome {
        case found([UInt8])
        /// There is no such text.
        case none
        /// The budget was used up, or texts that were found turned out not to be wanted.
        case undecided
    }

    /// How many texts may turn out not to be wanted.
    private static let attempts = 16

    /// Searches, the shortest text first, and the most readable among these.
    static func run(
        _ wanted: any ByteAutomaton, outside: (any ByteAutomaton)? = nil,
        inside: [any ByteAutomaton] = [], budget: inout Int,
        isConfirmed: ([UInt8]) -> Bool
    ) -> Outcome {
        let automata = [wanted] + inside + [outside].compactMap(\.self)
        let required = 0...inside.count
        func isHopeless(_ node: ByteNode) -> Bool {
            required.contains { node[$0] == 0 }
                || outside.map { $0.isFull(node[required.count]) } ?? false
        }
        func accepts(_ node: ByteNode) -> Bool {
            required.allSatisfy { automata[$0].accepts(node[$0]) }
                && !(outside.map { $0.accepts(node[required.count]) } ?? false)
        }
        let start = ByteNode(startOf: automata)
        guard !isHopeless(start) else { return .none }
        var nodes = [start]
        var parents: [(node: Int, byte: UInt8)] = [(-1, 0)]
        var seen: Set<ByteNode> = [start]
        var refused = 0
        var next = 0
        while next < nodes.count {
            let node = nodes[next]
            if accepts(node) {
                let text = text(to: next, parents)
                if isConfirmed(text) { return .found(text) }
                refused += 1
                if refused == attempts { return .undecided }
            }
            let before = automata.reduce(0) { $0 + $1.work }
            let edges = readableFirst(node.edges(automata))
            for (byte, target) in edges
            where !isHopeless(target) && seen.insert(target).inserted {
                nodes.append(target)
                parents.append((next, byte))
            }
            budget -= 1 + edges.count + automata.reduce(0) { $0 + $1.work } - before
            guard budget > 0 else { return .undecided }
            next += 1
        }
        return refused == 0 ? .none : .undecided
    }

    private static func readableFirst(
        _ edges: [(bytes: ByteSet, node: ByteNode)]
    ) -> [(byte: UInt8, node: ByteNode)] {
        let edges = edges.map { (byte: $0.bytes.mostReadable ?? 0, node: $0.node) }
        guard edges.count > 1 else { return edges }
        return edges.sorted {
            ByteSet.unreadability(of: $0.byte) < ByteSet.unreadability(of: $1.byte)
        }
    }

    private static func text(
        to node: Int, _ parents: [(node: Int, byte: UInt8)]
    ) -> [UInt8] {
        var bytes: [UInt8] = []
        var index = node
        while parents[index].node >= 0 {
            bytes.append(parents[index].byte)
            index = parents[index].node
        }
        return bytes.reversed()
    }
}
