/// A program with what a deterministic run needs to know of it, found out once.
package struct SteppedProgram: Sendable {
    /// The bytes that each instruction takes.
    fileprivate let sets: [ByteSet]
    /// The instructions after each that takes a byte, without those that only lead on.
    fileprivate let closures: [[Int32]]
    /// Whether the program accepts whatever follows, once it is at an instruction.
    fileprivate let isUniversal: [Bool]
    fileprivate let start: [Int32]

    /// Prepares a program.
    ///
    /// - Complexity: Linear in the program, times the instructions that lead on from one.
    package init(_ program: ByteProgram) {
        var list = ByteProgram.StateList(count: program.instructions.count)
        func closure(_ index: Int) -> [Int32] {
            program.follow(index, into: &list)
            defer { list.removeAll() }
            return list.members.map(Int32.init)
        }
        start = closure(program.start)
        var sets: [ByteSet] = []
        var closures: [[Int32]] = []
        var isUniversal: [Bool] = []
        for (index, instruction) in program.instructions.enumerated() {
            guard case .take(let set, let next) = instruction else {
                sets.append(ByteSet())
                closures.append([])
                isUniversal.append(false)
                continue
            }
            let after = closure(next)
            sets.append(set)
            closures.append(after)
            // A loop over all bytes, beside which the program accepts.
            isUniversal.append(set == .all && after.contains(0) && after.contains(Int32(index)))
        }
        self.sets = sets
        self.closures = closures
        self.isUniversal = isUniversal
    }
}

/// Some programs run side by side, as one deterministic automaton whose states are made when they are
/// first reached.
///
/// Invariants:
/// 1. State 0 is dead: no text leads from it to acceptance.
/// 2. A state's transition, once made, never changes.
package final class LazyAutomaton {
    /// An instruction of a program: the program's index, and the instruction's.
    private typealias Member = UInt64

    private struct State {
        let members: [Member]
        /// The first program that accepts, or `Int.max`.
        let first: Int
        /// Whether some program accepts whatever follows.
        let isUniversal: Bool
    }

    private let programs: [SteppedProgram]
    private let partition: BytePartition
    private var states: [State] = []
    private var indices: [[Member]: Int] = [:]
    private var transitions: [Int32] = []

    /// The state before the first byte.
    package private(set) var start = 0

    /// How many instructions were looked at to make states, which is what time and memory depend on.
    package private(set) var work = 0

    /// Prepares to run programs.
    ///
    /// - Parameters:
    ///   - programs: The programs.
    ///   - partition: A partition that tells their sets apart.
    package init(_ programs: [SteppedProgram], _ partition: BytePartition) {
        self.programs = programs
        self.partition = partition
        _ = state(of: [])
        start = state(
            of: programs.enumerated().flatMap { owner, program in
                program.start.map { Self.member(owner, $0) }
            }.sorted())
    }

    private static func member(_ program: Int, _ instruction: Int32) -> Member {
        UInt64(program) << 32 | UInt64(UInt32(bitPattern: instruction))
    }

    private func state(of members: [Member]) -> Int {
        if let index = indices[members] { return index }
        var first = Int.max
        var isUniversal = false
        for member in members {
            let (owner, instruction) = (Int(member >> 32), Int(member & 0xFFFF_FFFF))
            // The instruction 0 accepts.
            if instruction == 0 { first = min(first, owner) }
            if programs[owner].isUniversal[instruction] { isUniversal = true }
        }
        states.append(State(members: members, first: first, isUniversal: isUniversal))
        indices[members] = states.count - 1
        for _ in partition.examples { transitions.append(-1) }
        return states.count - 1
    }

    /// The first program that accepts in a state; `nil` if none does.
    package func first(_ state: Int) -> Int? {
        let first = states[state].first
        return first == .max ? nil : first
    }

    /// Whether some program accepts in a state.
    package func accepts(_ state: Int) -> Bool { states[state].first != .max }

    /// Whether some program accepts whatever follows.
    package func isUniversal(_ state: Int) -> Bool { states[state].isUniversal }

    /// The state after a byte of a class.
    package func step(_ state: Int, _ byteClass: Int) -> Int {
        let place = state * partition.examples.count + byteClass
        let known = transitions[place]
        if known >= 0 { return Int(known) }
        let byte = partition.examples[byteClass]
        var members: [Member] = []
        work += states[state].members.count
        for member in states[state].members {
            let (owner, instruction) = (Int(member >> 32), Int(member & 0xFFFF_FFFF))
            guard programs[owner].sets[instruction].contains(byte) else { continue }
            for next in programs[owner].closures[instruction] {
                members.append(Self.member(owner, next))
            }
        }
        work += members.count
        if members.count > 1 {
            members.sort()
            var last = Member.max
            members.removeAll { member in
                defer { last = member }
                return member == last
            }
        }
        let next = self.state(of: members)
        transitions[place] = Int32(next)
        return next
    }
}
