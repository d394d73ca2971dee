/// A deterministic automaton over bytes, such as a set of texts.
///
/// Invariants:
/// 1. State 0 is dead: no text leads from it to acceptance, and it has no edges.
/// 2. The edges of a state have no byte in common, and none leads to state 0.
package protocol ByteAutomaton: AnyObject {
    /// The state before the first byte.
    var start: Int32 { get }
    /// How much was done to find edges, which is what time and memory depend on.
    var work: Int { get }

    /// The edges of a state; other bytes lead to state 0.
    func edges(of state: Int32) -> [ByteEdge]
    /// Returns whether a text that leads to a state is accepted.
    func accepts(_ state: Int32) -> Bool
    /// Returns whether whatever follows is known to be accepted.
    func isFull(_ state: Int32) -> Bool
}

/// Some bytes, and the state to which each of them leads.
package struct ByteEdge: Sendable {
    package var bytes: ByteSet
    package var target: Int32
}

/// The states of up to three automata that take the same bytes.
struct ByteNode: Hashable {
    private(set) var first: Int32 = 0
    private(set) var second: Int32 = 0
    private(set) var third: Int32 = 0

    /// The states before the first byte.
    init(startOf automata: [any ByteAutomaton]) {
        for (place, automaton) in automata.enumerated() { self[place] = automaton.start }
    }

    fileprivate init(_ first: Int32) { self.first = first }

    subscript(place: Int) -> Int32 {
        get { place == 0 ? first : place == 1 ? second : third }
        set {
            switch place {
            case 0: first = newValue
            case 1: second = newValue
            default: third = newValue
            }
        }
    }

    // One word is hashed much faster than three; states have far less than 21 bits.
    func hash(into hasher: inout Hasher) {
        let high = UInt64(first.magnitude) << 42 ^ UInt64(second.magnitude) << 21
        hasher.combine(high ^ UInt64(third.magnitude))
    }
    /// The nodes after one, each with the bytes that lead to it; none where the first automaton is dead.
    func edges(_ automata: [any ByteAutomaton]) -> [(bytes: ByteSet, node: ByteNode)] {
        var edges = automata[0].edges(of: self[0]).map { edge in
            (bytes: edge.bytes, node: ByteNode(edge.target))
        }
        for place in automata.indices.dropFirst() where self[place] != 0 {
            let own = automata[place].edges(of: self[place])
            var refined: [(bytes: ByteSet, node: ByteNode)] = []
            refined.reserveCapacity(edges.count + own.count)
            for var (rest, node) in edges {
                for edge in own {
                    let common = edge.bytes.intersection(rest)
                    guard !common.isEmpty else { continue }
                    node[place] = edge.target
                    refined.append((common, node))
                    rest = rest.subtracting(common)
                    if rest.isEmpty { break }
                }
                guard !rest.isEmpty else { continue }
                node[place] = 0
                refined.append((rest, node))
            }
            edges = refined
        }
        return edges
    }
}
