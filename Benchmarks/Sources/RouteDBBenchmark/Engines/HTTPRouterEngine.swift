import Foundation

/// Go's httprouter over the same URLs, the paths alone, in a process of its own.
///
/// It knows no schemes, hosts and types, and no literal beside a parameter. So it has tables of one
/// scheme and host only, and not all of those.
struct HTTPRouterEngine {
    /// The variable that names the program, which `make compare` builds where Go is installed.
    static let variable = "ROUTEDB_HTTPROUTER"

    private let program: URL
    private let input: String
    private let expectedHits: Int

    /// Prepares a table; `nil` without the program, and if it cannot be written for the router.
    ///
    /// - Parameters:
    ///   - workload: The table and its URLs.
    ///   - hits: How many of the URLs have a route.
    init?(_ workload: Workload, hits: Int) {
        guard let path = ProcessInfo.processInfo.environment[Self.variable], !path.isEmpty,
            Set(workload.routes.map(\.origin)).count == 1
        else { return nil }
        program = URL(fileURLWithPath: path)
        expectedHits = hits
        var lines = ""
        for variant in workload.routes.flatMap(\.variants) {
            let segments = variant.compactMap(\.httpRouter)
            guard segments.count == variant.count else { return nil }
            lines += "R" + RouteSketch.path(segments) + "\n"
        }
        for url in workload.urls { lines += "U" + url.path + "\n" }
        input = lines
    }

    /// The median time of a look-up, in nanoseconds of the processor.
    ///
    /// - Returns: The time; `nil` if the router refuses the routes.
    /// - Throws: ``BenchmarkFailure`` if the program fails, or finds routes for more or fewer URLs.
    func median(rounds: Int) throws -> Double? {
        let file = FileManager.default.temporaryDirectory
            .appendingPathComponent("routedb-httprouter-\(UUID().uuidString)")
        try Data(input.utf8).write(to: file)
        defer { try? FileManager.default.removeItem(at: file) }
        let (process, output) = (Process(), Pipe())
        process.executableURL = program
        process.arguments = [String(rounds)]
        process.standardInput = try FileHandle(forReadingFrom: file)
        process.standardOutput = output
        try process.run()
        let answer = String(
            decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
        process.waitUntilExit()
        if process.terminationStatus == 2 { return nil }
        let numbers = answer.split(whereSeparator: \.isWhitespace)
        guard process.terminationStatus == 0, numbers.count == 2, let time = Double(numbers[0])
        else { throw BenchmarkFailure(message: "\(program.path) failed: \(answer)") }
        guard Int(numbers[1]) == expectedHits else {
            throw BenchmarkFailure(
                message: "httprouter found \(numbers[1]) routes, and RouteDB \(expectedHits).")
        }
        return time
    }
}
