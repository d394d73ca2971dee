import Foundation
import RouteDBTestSupport
import Testing

/// Processes that are killed at any call that changes a file, by seed; see `make crash`.
@Suite("Killed processes")
struct KillTests {
    @Test("a step in which its process is killed is done or not, and the next process goes on")
    func steps() async throws {
        let steps = KillableSteps()
        try await CrashBudget.forEachSeed(of: "one process", odd: true) { seed in
            let (kill, trial) = try await steps.kill(seed)
            let directory = try trial.folder()
            defer { withExtendedLifetime(directory) {} }
            let folder = directory.path
            let when = kill.call == 0 ? "behind its end" : "at call \(kill.call)"
            let place: Comment =
                """
                \(trial.session.name), \(trial.step.name), killed \(when)\
                \(kill.isInHalf ? ", in half of a write" : ""): \(CrashBudget.replay(seed))
                """
            await #expect(processExitsWith: .signal(SIGKILL), place) {
                [kill = kill as Kill, folder = folder as String] in
                await kill.run(in: folder)
            }
            await trial.expectWhole(
                folder, mustBeDone: kill.call == 0, mayBeGradual: true, place)
            return kill.call == 0 ? 0 : 1
        }
    }

    @Test("several killed at once, with readers on, lose nothing that they had answered for")
    func processes() async throws {
        let base = try await CrashScene.makeFiles()
        try await CrashBudget.forEachSeed(of: "several processes", odd: false) { seed in
            let directory = try TemporaryDirectory()
            defer { withExtendedLifetime(directory) {} }
            try FaultSession.copy(base.path, to: directory.path)
            let scene = CrashScene(seed: seed, folder: directory.path)
            let place: Comment = "\(scene): \(CrashBudget.replay(seed))"
            let readers = Task { try await scene.read() }
            await withTaskGroup { group in
                for writer in scene.writers {
                    group.addTask {
                        await #expect(processExitsWith: .signal(SIGKILL), place) {
                            [writer = writer as CrashWriter] in
                            await writer.run()
                        }
                    }
                }
            }
            readers.cancel()
            do {
                try await readers.value
                try await scene.expectWhole(place)
            } catch {
                Issue.record(error, place)
            }
            return scene.writers.count { !$0.isDone }
        }
    }
}
