/// A nondeterministic automaton that a ``UnionAutomaton`` runs.
package protocol SteppedAutomaton {
    /// The states before the first byte.
    var starts: [Int32] { get }
    /// True if every text is accepted.
    var startsFull: Bool { get }

    /// Returns whether a text that leads to a state is accepted.
    func accepts(_ state: Int32) -> Bool

    /// Calls a closure with each set of bytes that a state takes, each state to which they lead, and
    /// whether whatever follows them is accepted.
    func visitSteps(of state: Int32, _ visit: (ByteSet, Int32, Bool) -> Void)
}

/// A program without the instructions that take no byte.
package struct SteppedProgram: SteppedAutomaton, Sendable {
    /// The bytes that each instruction takes, and the place of what follows in `closures`.
    private let steps: [(bytes: ByteSet, closure: Int)]
    /// For each instruction, its epsilon closure: the instructions that consume a byte or accept.
    private let closures: [[Int32]]
    /// A flag for each of these: true if it accepts whatever follows.
    private let isFull: [Bool]
    private let first: Int

    /// Prepares a program.
    ///
    /// - Complexity: Linear in the program, times the instructions that lead on from one.
    package init(_ program: ByteProgram) {
        var list = ByteProgram.StateList(count: program.instructions.count)
        var closures: [[Int32]] = []
        var places: [Int: Int] = [:]
        func closure(_ index: Int) -> Int {
            if let place = places[index] { return place }
            program.follow(index, into: &list)
            closures.append(list.members.map(Int32.init))
            list.removeAll()
            places[index] = closures.count - 1
            return closures.count - 1
        }
        first = closure(program.start)
        steps = program.instructions.map { instruction in
            guard case .take(let bytes, let next) = instruction else { return (ByteSet(), 0) }
            return (bytes, closure(next))
        }
        self.closures = closures
        isFull = Self.full(steps, closures)
    }

    /// Finds the closures after which every text is accepted: those that accept, and that go on to such
    /// closures with all bytes.
    private static func full(
        _ steps: [(bytes: ByteSet, closure: Int)], _ closures: [[Int32]]
    ) -> [Bool] {
        // The instruction 0 accepts.
        var isFull = closures.map { $0.contains(0) }
        for _ in 0..<8 {
            var isChanged = false
            for index in closures.indices where isFull[index] {
                let bytes = closures[index].reduce(ByteSet()) { bytes, instruction in
                    let step = steps[Int(instruction)]
                    return instruction != 0 && isFull[step.closure]
                        ? bytes.union(step.bytes) : bytes
                }
                if bytes != .all {
                    isFull[index] = false
                    isChanged = true
                }
            }
            if !isChanged { return isFull }
        }
        // A long chain: nothing is lost but time if it is not known.
        return closures.map { _ in false }
    }

    package var starts: [Int32] { closures[first] }

    package var startsFull: Bool { isFull[first] }

    package func accepts(_ state: Int32) -> Bool { state == 0 }

    package func visitSteps(of state: Int32, _ visit: (ByteSet, Int32, Bool) -> Void) {
        guard state != 0 else { return }
        let step = steps[Int(state)]
        let isFull = isFull[step.closure]
        for next in closures[step.closure] { visit(step.bytes, next, isFull) }
    }
}
