import Foundation

/// Does the same again and again, and measures the memory that the process has: `make leaks MINUTES=5`,
/// for which nothing else may run in the process.
package enum LeakLoop {
    private static let minutes = ProcessInfo.processInfo.environment["ROUTEDB_LEAKS_MINUTES"]
        .flatMap { Double($0) }
    private static let statistics = "/proc/self/statm"

    /// Whether somebody wants to know, and the system says how much memory there is.
    package static let isAsked =
        minutes != nil && FileManager.default.isReadableFile(atPath: statistics)

    /// How much more the process may have at the end than after the first two passes, in bytes: what the
    /// allocator keeps differs by that from moment to moment.
    package static let tolerance = 8 << 20

    /// How much more memory the process has after many passes than after two.
    ///
    /// - Parameter pass: What is done again and again.
    /// - Returns: The difference in bytes.
    /// - Throws: What the closure throws.
    package static func growth(of pass: () async throws -> Void) async throws -> Int {
        storeNoBacktraces()
        let end = Date(timeIntervalSinceNow: (minutes ?? 0) * 60)
        for _ in 1...2 { try await pass() }
        let start = try residentBytes()
        var passes = 0
        repeat {
            try await pass()
            passes += 1
        } while Date() < end
        let growth = try residentBytes() - start
        print("\(passes) passes: \(growth) bytes more than the \(start) after the first two")
        return growth
    }

    /// The memory of the process: the second number of the file is the pages that are in memory.
    private static func residentBytes() throws -> Int {
        let text = try String(contentsOfFile: statistics, encoding: .utf8)
        return text.split(separator: " ").dropFirst().first.flatMap { Int($0) }
            .map { $0 * sysconf(Int32(_SC_PAGESIZE)) } ?? 0
    }

    /// Keeps Swift Testing from storing the backtrace of each error that is thrown until the test ends:
    /// about half a kilobyte for each, which is no memory of ours, and grows without end in a loop.
    private static func storeNoBacktraces() {
        for name in ["_swift_willThrow", "_swift_willThrowTypedImpl"] {
            guard let handler = unsafe dlsym(nil, name) else { continue }
            // Each is the runtime's pointer to the function that it calls for an error, or null. Nothing
            // else runs in the process.
            unsafe handler.storeBytes(of: 0, as: UInt.self)
        }
    }
}
