import Foundation
import RouteDB
import RouteDBTestSupport
import Testing

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
    let steps: [FaultStep]
    /// Checks the files of a folder, and describes their content.
    let state: @Sendable (_ folder: String) async throws -> String
    /// Whether an answered step may be lost when the power fails, but nothing before it.
    var mayLoseLastStep = false

    /// Every how many calls a fault is tried: `make faults` tries all.
    private static let stride =
        ProcessInfo.processInfo.environment["ROUTEDB_FAULTS"] == "all" ? 1 : 61

    /// Tries the steps from one on, each in the state that the steps before it leave.
    ///
    /// - Returns: How many faults happened.
    func tryAll(
        _ kinds: [PlannedFault.Kind] = PlannedFault.Kind.allCases, from first: Int = 0
    ) async throws -> Int {
        var happened = 0
        let made = try TemporaryDirectory()
        var before = try await stateOfCopy(made.path)
        for (index, step) in steps.enumerated() {
            let start = try TemporaryDirectory()
            try Self.copy(made.path, to: start.path)
            try await step.run(made.path)
            let after = try await stateOfCopy(made.path)
            let trial = Trial(
                session: self, step: step, start: start.path, before: before, after: after)
            for kind in kinds where index >= first {
                happened += try await tryCalls(of: kind, trial, offset: index)
            }
            before = after
        }
        return happened
    }

    /// Tries a kind of fault at each call of a step, until the step makes no more calls.
    private func tryCalls(
        of kind: PlannedFault.Kind, _ trial: Trial, offset: Int
    ) async throws -> Int {
        var happened = 0
        for lasts in kind == .io || kind == .full ? [false, true] : [kind == .busy] {
            var call = 1 + offset % Self.stride
            while true {
                let fault = PlannedFault(
                    kind: kind, call: call, lasts: lasts,
                    seed: UInt64(call * 131 + offset))
                guard try await trial.strikes(fault) else { break }
                happened += 1
                call += Self.stride
            }
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
    fileprivate func stateOfCopy(_ folder: String) async throws -> String {
        let copy = try TemporaryDirectory()
        defer { withExtendedLifetime(copy) {} }
        try Self.copy(folder, to: copy.path)
        return try await state(copy.path)
    }

    fileprivate static func copy(_ folder: String, to other: String) throws {
        for name in try FileManager.default.contentsOfDirectory(atPath: folder) {
            try FileManager.default.copyItem(
                atPath: "\(folder)/\(name)", toPath: "\(other)/\(name)")
        }
    }
}

/// A step with what is there before it and after it.
private struct Trial {
    let session: FaultSession
    let step: FaultStep
    let start: String
    let before: String
    let after: String

    /// Runs the step with a fault, and checks what it leaves.
    ///
    /// - Returns: Whether the fault happened.
    func strikes(_ fault: PlannedFault) async throws -> Bool {
        let directory = try TemporaryDirectory()
        defer { withExtendedLifetime(directory) {} }
        let folder = directory.path
        try FaultSession.copy(start, to: folder)
        var failure: (any Error)?
        let outcome = await fault.strike(folder) {
            do { try await step.run(folder) } catch { failure = error }
        }
        let place: Comment = "\(step.name), \(fault)\(failure.map { "; \($0)" } ?? "")"
        if let failure { #expect(failure is RouteDBError, place) }
        do {
            let found = try await session.stateOfCopy(folder)
            let mayBeLost = fault.kind == .power && session.mayLoseLastStep
            let (isBefore, isAfter) = (found == before, found == after)
            #expect(isBefore || isAfter, place)
            let isLost = failure == nil && !isAfter && !mayBeLost
            #expect(!isLost, place)
            if !isAfter {
                try await step.run(folder)
                let isAfterRetry = try await session.stateOfCopy(folder) == after
                #expect(isAfterRetry, place)
            }
        } catch {
            Issue.record(error, place)
        }
        return outcome.happened
    }
}
