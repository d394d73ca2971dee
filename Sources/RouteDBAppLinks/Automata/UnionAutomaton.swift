/// Automata run side by side, as one deterministic automaton that accepts what any of them does.
///
/// Its states and their edges are made when they are first asked for.
///
/// Invariants:
/// 1. State 0 is dead, and state 1 accepts whatever follows.
/// 2. The members of a state are in order, each once; the edges of a state, once made, never change.
package final class UnionAutomaton<Part: SteppedAutomaton>: ByteAutomaton {
    /// A state of a part: the part's index and the state.
    private typealias Member = UInt64

    private let parts: [Part]
    private var members: [[Member]] = [[], []]
    private var accepting = [false, true]
    private var edges: [[ByteEdge]?] = [[], [ByteEdge(bytes: .all, target: 1)]]
    private var indices: [[Member]: Int32] = [[]: 0]

    package private(set) var start: Int32 = 0
    package private(set) var work = 0

    package init(_ parts: [Part]) {
        self.parts = parts
        guard !parts.contains(where: \.startsFull) else {
            start = 1
            return
        }
        start = state(
            of: parts.enumerated().flatMap { owner, part in
                part.starts.map { Self.member(owner, $0) }
            })
    }

    private static func member(_ part: Int, _ state: Int32) -> Member {
        UInt64(truncatingIfNeeded: part) << 32 | UInt64(UInt32(bitPattern: state))
    }

    package func accepts(_ state: Int32) -> Bool { accepting[Int(state)] }

    package func isFull(_ state: Int32) -> Bool { state == 1 }

    package func edges(of state: Int32) -> [ByteEdge] {
        if let edges = edges[Int(state)] { return edges }
        let made = makeEdges(of: members[Int(state)])
        edges[Int(state)] = made
        return made
    }

    private func state(of unordered: [Member]) -> Int32 {
        var members = unordered
        if zip(members, members.dropFirst()).contains(where: { $0 >= $1 }) {
            members.sort()
            var last: Member?
            members.removeAll { member in
                defer { last = member }
                return member == last
            }
        }
        work += members.count
        if let index = indices[members] { return index }
        let index = Int32(truncatingIfNeeded: self.members.count)
        indices[members] = index
        accepting.append(
            members.contains { parts[Int($0 >> 32)].accepts(Int32(truncatingIfNeeded: $0)) })
        self.members.append(members)
        edges.append(nil)
        return index
    }

    /// The members after some bytes; `nil` if whatever follows is accepted.
    private struct Step {
        let bytes: ByteSet
        var members: [Member]?
    }

    private func makeEdges(of members: [Member]) -> [ByteEdge] {
        let steps = steps(of: members)
        // Bytes that no step tells apart, with the steps that take them.
        var pieces: [(bytes: ByteSet, steps: [Int])] = []
        for (index, step) in steps.enumerated() {
            var rest = step.bytes
            for place in pieces.indices {
                let common = pieces[place].bytes.intersection(rest)
                guard !common.isEmpty else { continue }
                rest = rest.subtracting(common)
                if common == pieces[place].bytes {
                    pieces[place].steps.append(index)
                } else {
                    pieces[place].bytes = pieces[place].bytes.subtracting(common)
                    pieces.append((common, pieces[place].steps + [index]))
                }
                if rest.isEmpty { break }
            }
            if !rest.isEmpty { pieces.append((rest, [index])) }
        }
        work += steps.count * pieces.count
        var edges: [ByteEdge] = []
        for piece in pieces {
            let target = target(of: piece.steps.map { steps[$0] })
            if let index = edges.firstIndex(where: { $0.target == target }) {
                edges[index].bytes = edges[index].bytes.union(piece.bytes)
            } else {
                edges.append(ByteEdge(bytes: piece.bytes, target: target))
            }
        }
        return edges
    }

    private func target(of steps: [Step]) -> Int32 {
        var members: [Member] = []
        for step in steps {
            guard let own = step.members else { return 1 }
            members += own
        }
        return state(of: members)
    }

    /// The steps of some members, those with equal bytes together.
    private func steps(of members: [Member]) -> [Step] {
        var steps: [Step] = []
        var places: [ByteSet: Int] = [:]
        var last = 0
        for member in members {
            let owner = Int(member >> 32)
            parts[owner].visitSteps(of: Int32(truncatingIfNeeded: member)) { bytes, next, isFull in
                if bytes.isEmpty { return }
                if last >= steps.count || steps[last].bytes != bytes {
                    last = places[bytes] ?? steps.count
                }
                if last == steps.count {
                    places[bytes] = last
                    steps.append(Step(bytes: bytes, members: []))
                }
                if isFull {
                    steps[last].members = nil
                } else {
                    steps[last].members?.append(Self.member(owner, next))
                }
            }
        }
        return steps
    }
}
