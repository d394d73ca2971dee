/// Searches for the shortest path that some automata decide upon together.
///
/// Every automaton takes one step for each byte; the states that they are in together are a node. There
/// are finitely many nodes, so a search without result is a proof, unless it is ended by its budget.
struct PathSearch {
    /// What a search comes to.
    enum Outcome {
        case found([UInt8])
        /// There is no such path.
        case none
        /// The budget was used up.
        case undecided
    }

    /// The states of up to four automata.
    typealias Node = SIMD4<Int32>

    private let automata: [LazyAutomaton]
    private let partition: BytePartition
    private let order: [Int]

    init(_ automata: [LazyAutomaton], _ partition: BytePartition, order: [Int]) {
        self.automata = automata
        self.partition = partition
        self.order = order
    }

    /// Searches, the shortest path first.
    ///
    /// - Parameters:
    ///   - budget: How much work is left: a unit for each step between nodes, and for each
    ///     instruction that an automaton looks at.
    ///   - isHopeless: Whether no path to or through a node is wanted.
    ///   - isWanted: Whether the path that leads to a node is wanted.
    ///   - isConfirmed: Whether a wanted path really is one; else the search goes on.
    /// - Returns: The first confirmed path.
    func run(
        budget: inout Int, isHopeless: (Node) -> Bool, isWanted: (Node) -> Bool,
        isConfirmed: ([UInt8]) -> Bool
    ) -> Outcome {
        var start = Node()
        for (place, automaton) in automata.enumerated() { start[place] = Int32(automaton.start) }
        var nodes = [start]
        var parents: [(node: Int32, byteClass: UInt8)] = [(-1, 0)]
        var seen: Set<Node> = [start]
        var refused = 0
        var next = 0
        while next < nodes.count {
            let node = nodes[next]
            if isWanted(node) {
                let path = path(to: next, parents)
                if isConfirmed(path) { return .found(path) }
                refused += 1
                if refused == Self.attempts { return .undecided }
            }
            let before = automata.reduce(0) { $0 + $1.work }
            for byteClass in order {
                var target = Node()
                target[0] = Int32(automata[0].step(Int(node[0]), byteClass))
                // The first automaton is the domain: outside of it nothing is of interest.
                if target[0] == 0 { continue }
                for place in 1..<automata.count {
                    target[place] = Int32(automata[place].step(Int(node[place]), byteClass))
                }
                guard !isHopeless(target), seen.insert(target).inserted else { continue }
                nodes.append(target)
                parents.append((Int32(next), UInt8(byteClass)))
            }
            budget -= order.count + automata.reduce(0) { $0 + $1.work } - before
            guard budget > 0 else { return .undecided }
            next += 1
        }
        return refused == 0 ? .none : .undecided
    }

    /// How many wanted paths may turn out not to be.
    private static let attempts = 16

    private func path(
        to node: Int, _ parents: [(node: Int32, byteClass: UInt8)]
    ) -> [UInt8] {
        var bytes: [UInt8] = []
        var index = node
        while parents[index].node >= 0 {
            bytes.append(partition.examples[Int(parents[index].byteClass)])
            index = Int(parents[index].node)
        }
        return bytes.reversed()
    }
}
