/// A compiled ``ByteExpression``: a nondeterministic automaton, run by keeping the set of its states.
///
/// Invariants:
/// 1. Targets of instructions are indices of the program.
/// 2. The last instruction accepts, and no other does.
/// 3. Running takes at most one visit of each instruction for each byte, whatever the expression is:
///    it never backtracks.
package struct ByteProgram: Sendable {
    /// The instruction that a state carries out.
    package enum Instruction: Hashable, Sendable {
        /// Takes a byte of the set and goes on.
        case take(ByteSet, next: Int)
        /// Goes on at both places.
        case split(Int, Int)
        /// Accepts the text that has been taken.
        case accept
    }

    package private(set) var instructions: [Instruction] = []
    package private(set) var start = 0

    /// Compiles an expression.
    ///
    /// - Complexity: Linear in the expression.
    package init(_ expression: ByteExpression) {
        // It is built from its end, so that every target exists.
        instructions.append(.accept)
        start = add(expression, before: 0)
    }

    private mutating func add(_ instruction: Instruction) -> Int {
        instructions.append(instruction)
        return instructions.count - 1
    }

    private mutating func add(_ expression: ByteExpression, before next: Int) -> Int {
        switch expression {
        case .set(let set): return add(.take(set, next: next))
        case .sequence(let parts): return parts.reversed().reduce(next) { add($1, before: $0) }
        case .choice(let parts):
            guard let last = parts.last else { return add(.take(ByteSet(), next: next)) }
            return parts.dropLast().reversed().reduce(add(last, before: next)) { others, part in
                let branch = add(part, before: next)
                return add(.split(branch, others))
            }
        case .many(let part):
            let loop = add(.split(next, next))
            let body = add(part, before: loop)
            instructions[loop] = .split(body, next)
            return loop
        }
    }

    /// Returns whether the program accepts a text.
    ///
    /// - Complexity: At most the length of the text times the number of instructions.
    package func accepts(_ text: some Sequence<UInt8>) -> Bool {
        var states = StateList(count: instructions.count)
        var next = StateList(count: instructions.count)
        follow(start, into: &states)
        for byte in text {
            if states.isEmpty { return false }
            for state in states.members {
                if case .take(let set, let target) = instructions[state], set.contains(byte) {
                    follow(target, into: &next)
                }
            }
            swap(&states, &next)
            next.removeAll()
        }
        return states.members.contains(0)
    }

    /// Adds a state and those reached from it without a byte; leaves out those that only lead on.
    package func follow(_ state: Int, into list: inout StateList) {
        var pending = [state]
        while let state = pending.popLast() {
            guard list.visit(state) else { continue }
            if case .split(let one, let other) = instructions[state] {
                pending.append(other)
                pending.append(one)
            } else {
                list.keep(state)
            }
        }
    }

    /// A set of states that is emptied in the time that it took to fill.
    package struct StateList {
        package private(set) var members: [Int] = []
        private var visited: [Bool]
        private var touched: [Int] = []

        package init(count: Int) { visited = Array(repeating: false, count: count) }

        var isEmpty: Bool { members.isEmpty }

        /// Marks a state; returns whether it was not marked.
        fileprivate mutating func visit(_ state: Int) -> Bool {
            guard !visited[state] else { return false }
            visited[state] = true
            touched.append(state)
            return true
        }

        fileprivate mutating func keep(_ state: Int) { members.append(state) }

        package mutating func removeAll() {
            for state in touched { visited[state] = false }
            touched.removeAll(keepingCapacity: true)
            members.removeAll(keepingCapacity: true)
        }
    }
}
