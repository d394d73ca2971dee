import Foundation
import RouteDBCZlib
import RouteDBHistory
import RouteDBTestSupport

@testable import RouteDB
@testable import RouteDBTraffic

/// A history of its own, and logs beside it.
struct ImportFixture {
    let directory: TemporaryDirectory
    var history: String { directory.path("routes.hits.db") }

    init() throws { directory = try TemporaryDirectory() }

    /// A table with one route.
    static var table: RoutingTable { RoutingTable(RegistrySnapshot.of(["/user/{id:int}"])) }

    /// Writes a log.
    @discardableResult
    func write(_ bytes: some Collection<UInt8>, to name: String) throws -> String {
        let path = directory.path(name)
        try Data(bytes).write(to: URL(fileURLWithPath: path))
        return path
    }

    @discardableResult
    func write(_ lines: [String], to name: String) throws -> String {
        try write(Self.text(lines).utf8, to: name)
    }

    static func text(_ lines: [String]) -> String { lines.map { "\($0)\n" }.joined() }

    func open(_ options: LogImportOptions? = nil) async throws -> LogImporter {
        try await LogImporter.open(
            history, options: options ?? LogImportOptions(resolving: .table(Self.table)),
            now: { 5_000_000 })
    }

    /// Imports a file by an importer of its own.
    @discardableResult
    func importFile(
        _ path: String, monitor: LogImportMonitor = LogImportMonitor(),
        _ change: (inout LogImportOptions) -> Void = { _ in }
    ) async throws -> LogImportReport {
        var options = LogImportOptions(resolving: .table(Self.table))
        change(&options)
        let importer = try await open(options)
        let report = try await importer.importFile(path, monitor: monitor)
        await importer.close()
        return report
    }

    /// Writes a log and imports it.
    @discardableResult
    func importLines(
        _ lines: [String], as name: String = "access.log",
        _ change: (inout LogImportOptions) -> Void = { _ in }
    ) async throws -> LogImportReport {
        try await importFile(try write(lines, to: name), change)
    }

    /// Imports bytes as if they came from standard input.
    func importStream(_ bytes: [UInt8], piece: Int = 1_000) async throws -> LogImportReport {
        let importer = try await open()
        let rest = Locked(bytes[...])
        let report = try await importer.importLog(named: "standard input") {
            rest.withLock { rest in
                defer { rest = rest.dropFirst(piece) }
                return Array(rest.prefix(piece))
            }
        }
        await importer.close()
        return report
    }

    /// The URLs of all hits, sorted.
    func urls() async throws -> [String] {
        let history = try await HitHistory.open(history)
        var urls: [String] = []
        for try await hit in history.hits() { urls.append(hit.urlText) }
        await history.close()
        return urls.sorted()
    }

    /// What is wrong with the history.
    func findings() async throws -> [HistoryFinding] {
        let history = try await HitHistory.open(history)
        let findings = try await history.verify()
        await history.close()
        return findings
    }

    /// Lines of the combined format, with URLs from a number on.
    static func lines(_ range: Range<Int>, host: Int = 1) -> [String] {
        range.map { number in
            "10.0.0.\(host) - - [10/Oct/2000:13:55:36 -0700] \"GET /user/\(number) HTTP/1.1\""
                + " 200 \(number) \"-\" \"curl/8\""
        }
    }
}

extension GzipFixtures {
    /// Bytes in stored blocks.
    static func storing(_ bytes: [UInt8]) -> [UInt8] {
        var data: [UInt8] = [0x1F, 0x8B, 8, 0, 0, 0, 0, 0, 0, 3]
        var rest = bytes[...]
        repeat {
            let block = rest.prefix(40_000)
            rest = rest.dropFirst(block.count)
            let count = UInt16(block.count)
            data.append(rest.isEmpty ? 1 : 0)
            for number in [count, ~count] { data += littleEndian(UInt64(number), 2) }
            data += block
        } while !rest.isEmpty
        // The call reads as many bytes as the array has.
        let checksum = unsafe crc32(0, bytes, UInt32(bytes.count))
        return data + littleEndian(UInt64(checksum), 4)
            + littleEndian(UInt64(bytes.count), 4)
    }

    private static func littleEndian(_ number: UInt64, _ count: Int) -> [UInt8] {
        (0..<count).map { UInt8(truncatingIfNeeded: number >> UInt64($0 * 8)) }
    }
}

extension LogImportReport {
    /// The numbers that tests compare: imported, duplicate, rejected.
    var numbers: [Int64] { [imported, duplicate, rejected] }
}
