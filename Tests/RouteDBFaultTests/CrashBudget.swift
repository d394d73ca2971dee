import Foundation
import Testing

/// Which processes the tests kill: `make crash RUNS=10000 SEED=1` kills more than they do by default.
enum CrashBudget {
    private static func number(_ name: String) -> UInt64? {
        ProcessInfo.processInfo.environment[name].flatMap { UInt64($0) }
    }

    /// Whether somebody asked for more than the tests kill by default, and wants to know.
    private static let isAsked = number("ROUTEDB_CRASH_RUNS") != nil

    private static let seeds: Range<UInt64> = {
        let first = number("ROUTEDB_CRASH_SEED") ?? 1
        return first..<first + min(number("ROUTEDB_CRASH_RUNS") ?? 2, 1 << 32)
    }()

    /// How to do what a seed does once more.
    static func replay(_ seed: UInt64) -> String { "make crash RUNS=1 SEED=\(seed)" }

    /// Calls a closure for each odd or even seed, some of them at once.
    ///
    /// - Parameters:
    ///   - kind: What is killed, for the summary.
    ///   - odd: Whether odd seeds are meant.
    ///   - body: Returns how many processes were killed in the middle of their work.
    /// - Throws: What the closure throws.
    static func forEachSeed(
        of kind: String, odd: Bool, _ body: @escaping @Sendable (_ seed: UInt64) async throws -> Int
    ) async throws {
        let seeds = seeds.filter { $0 % 2 == (odd ? 1 : 0) }
        let width = min(ProcessInfo.processInfo.activeProcessorCount, 4)
        let killed = try await withThrowingTaskGroup(of: Int.self) { group in
            for worker in 0..<width {
                group.addTask {
                    var killed = 0
                    for index in stride(from: worker, to: seeds.count, by: width) {
                        killed += try await body(seeds[index])
                    }
                    return killed
                }
            }
            return try await group.reduce(0, +)
        }
        if isAsked { print("\(kind): \(seeds.count) runs, \(killed) processes killed at work") }
    }
}
