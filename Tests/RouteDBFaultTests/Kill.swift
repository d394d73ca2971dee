import Foundation
import RouteDBTestSupport
import Testing

/// A process that runs one step of a session and is killed in it.
struct Kill: Codable, Sendable {
    /// The places of the session in the list of all, and of the step in its session.
    let session: Int
    let step: Int
    /// Which call it does not come to; 0 if it is killed just after the step.
    let call: Int
    /// Whether half of the write that it is killed in reaches the file.
    let isInHalf: Bool

    static let sessions = FaultSession.registries + FaultSession.histories

    /// Runs the step in this process, which does not come back.
    func run(in folder: String) async {
        let fault = PlannedFault(kind: .kill, call: call, lasts: isInHalf)
        _ = await fault.strike(folder) {
            // What went wrong shows in the files.
            try? await Self.sessions[session].steps[step].run(folder)
        }
        kill(getpid(), SIGKILL)
    }
}

/// The steps that processes are killed in, made once for all seeds.
actor KillableSteps {
    private struct Step {
        let trial: FaultTrial
        /// The calls after the first write.
        let calls: Int
    }

    private var making: [Int: Task<[Step], any Error>] = [:]

    /// Chooses a kill by a seed.
    func kill(_ seed: UInt64) async throws -> (Kill, FaultTrial) {
        var random = SeededGenerator(seed: seed)
        let session = random.below(Kill.sessions.count)
        let step = random.pick(try await steps(of: session).filter { $0.calls > 0 })
        let call = random.below(step.calls + 1)
        let kill = Kill(
            session: session, step: step.trial.number, call: call, isInHalf: random.oneIn(2))
        return (kill, step.trial)
    }

    private func steps(of session: Int) async throws -> [Step] {
        if let making = making[session] { return try await making.value }
        let task = Task {
            var steps: [Step] = []
            for trial in try await Kill.sessions[session].trials() {
                steps.append(Step(trial: trial, calls: try await Self.calls(of: trial)))
            }
            return steps
        }
        making[session] = task
        return try await task.value
    }

    /// Counts the calls of a step, in which nothing fails.
    private static func calls(of trial: FaultTrial) async throws -> Int {
        let folder = try trial.folder()
        defer { withExtendedLifetime(folder) {} }
        let nothing = PlannedFault(kind: .kill, call: 0)
        return await nothing.strike(folder.path) { try? await trial.step.run(folder.path) }.calls
    }
}
