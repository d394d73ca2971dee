import Foundation

/// How many random cases the tests try: `make fuzz` sets `ROUTEDB_FUZZ_ROUNDS`, to try more.
package enum FuzzBudget {
    private static let setRounds: Int? = ProcessInfo.processInfo.environment["ROUTEDB_FUZZ_ROUNDS"]
        .flatMap { Int($0) }.flatMap { $0 > 0 ? $0 : nil }

    /// How much longer than by default the fuzz tests run.
    package static let rounds = setRounds ?? 1

    /// The first seed of the slow tests: `ROUTEDB_FUZZ_FROM=1129` replays one that was found.
    package static let firstSeed =
        ProcessInfo.processInfo.environment["ROUTEDB_FUZZ_FROM"].flatMap { UInt64($0) } ?? 0

    /// Returns how many cases a slow test tries: all of its own for every round, fewer by default.
    package static func tries(_ count: Int, byDefault few: Int) -> Int {
        setRounds.map { count * $0 } ?? few
    }
}
