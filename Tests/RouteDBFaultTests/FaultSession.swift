import Foundation
import RouteDBTestSupport

/// A step of a session: what one process does with the files of a folder.
struct FaultStep: Sendable {
    let name: String
    let run: @Sendable (_ folder: String) async throws -> Void

    init(_ name: String, _ run: @escaping @Sendable (_ folder: String) async throws -> Void) {
        self.name = name
        self.run = run
    }
}

/// A session of steps, each of which is tried with every fault at every call.
///
/// After a fault the files open, pass their check, and have the state before the step or the one
/// after it: the one after it if the step had answered that it was done. Then the step succeeds.
struct FaultSession: Sendable {
    let name: String
    let steps: [FaultStep]
    /// Checks the files of a folder, and describes their content.
    let state: @Sendable (_ folder: String) async throws -> String
    /// The first step that faults are tried in; those before it only make what it needs.
    var first = 0
    /// The faults that are tried.
    var kinds = PlannedFault.Kind.survivable
    /// The steps of several transactions: a fault may leave some of them done, and the rest to be
    /// done by the same step again.
    var gradualSteps: Set<String> = []
    /// Whether an answered step may be lost when the power fails, but nothing before it.
    var mayLoseLastStep = false

    /// Every how many calls a fault is tried: `make faults` tries all.
    private static let stride =
        ProcessInfo.processInfo.environment["ROUTEDB_FAULTS"] == "all" ? 1 : 61

    /// The steps that faults are tried in, each in the state that the steps before it leave.
    func trials() async throws -> [FaultTrial] {
        let made = try TemporaryDirectory()
        var before = try await stateOfCopy(made.path)
        var trials: [FaultTrial] = []
        for (index, step) in steps.enumerated() {
            let start = try TemporaryDirectory()
            try Self.copy(made.path, to: start.path)
            try await step.run(made.path)
            let after = try await stateOfCopy(made.path)
            if index >= first {
                trials.append(
                    FaultTrial(
                        session: self, step: step, number: index, start: start, before: before,
                        after: after))
            }
            before = after
        }
        return trials
    }

    /// Tries each kind of fault in each step.
    ///
    /// - Returns: How many faults happened.
    func tryAll() async throws -> Int {
        var happened = 0
        for trial in try await trials() {
            for kind in kinds { happened += try await tryCalls(of: kind, trial) }
        }
        return happened
    }

    /// Tries a kind of fault at each call of a step, until the step makes no more calls.
    private func tryCalls(of kind: PlannedFault.Kind, _ trial: FaultTrial) async throws -> Int {
        var happened = 0
        let canLast: [PlannedFault.Kind] = [.io, .full]
        for lasts in canLast.contains(kind) ? [false, true] : [kind == .busy] {
            var call = 1 + trial.number % Self.stride
            while true {
                let fault = PlannedFault(
                    kind: kind, call: call, lasts: lasts,
                    seed: UInt64(call * 131 + trial.number))
                guard try await trial.strikes(fault) else { break }
                happened += 1
                call += Self.stride
            }
        }
        if kind == .short {
            let all = PlannedFault(kind: .short, call: 1, lasts: true)
            if try await trial.strikes(all) { happened += 1 }
        }
        guard kind == .power else { return happened }
        // The power may also fail just after the step.
        for seed in UInt64(0)..<(Self.stride == 1 ? 32 : 4) {
            _ = try await trial.strikes(PlannedFault(kind: .power, call: 0, seed: seed))
            happened += 1
        }
        return happened
    }

    /// Describes the files of a folder, without recovering or upgrading them by looking.
    func stateOfCopy(_ folder: String) async throws -> String {
        let copy = try TemporaryDirectory()
        defer { withExtendedLifetime(copy) {} }
        try Self.copy(folder, to: copy.path)
        return try await state(copy.path)
    }

    static func copy(_ folder: String, to other: String) throws {
        for name in try FileManager.default.contentsOfDirectory(atPath: folder) {
            try FileManager.default.copyItem(
                atPath: "\(folder)/\(name)", toPath: "\(other)/\(name)")
        }
    }
}
