import RouteDB
import RouteDBTraffic

/// The results of importing logs.
struct LogImportSummary {
    private var logs: [(report: LogImportReport, failure: CommandFailure?)] = []
    private var failed: [(name: String, failure: CommandFailure)] = []

    /// Whether a log could not be read to its end.
    var hasFailures: Bool { !failed.isEmpty || logs.contains { $0.failure != nil } }

    /// The number of rejected lines.
    var rejected: Int64 { logs.reduce(0) { $0 + $1.report.rejected } }

    mutating func add(_ report: LogImportReport) {
        logs.append((report, report.failure.map { CommandFailure($0) }))
    }

    mutating func add(_ failure: CommandFailure, of name: String) {
        failed.append((name, failure))
    }

    /// Returns the result for a log in one line.
    static func line(_ report: LogImportReport) -> String {
        let outcomes = Resolution.Outcome.allCases.compactMap { outcome in
            report.outcomes[outcome].map { "\(outcome.rawValue) \($0)" }
        }
        var line =
            "\(PlainText.shown(report.name)): total \(report.total), imported"
            + " \(report.imported), duplicate \(report.duplicate), rejected \(report.rejected)"
        if !outcomes.isEmpty { line += " (\(outcomes.joined(separator: ", ")))" }
        return line
    }

    /// Returns the summary as JSON.
    func json(history: String) -> JSONObject {
        let sum = { (count: (LogImportReport) -> Int64) -> JSONValue in
            .int(logs.reduce(0) { $0 + count($1.report) })
        }
        let entries =
            logs.map { Self.json($0.report, error: $0.failure) }
            + failed.map { Self.json(LogImportReport(name: $0.name), error: $0.failure) }
        return [
            "schema": 1, "history": .string(history), "total": sum(\.total),
            "imported": sum(\.imported), "duplicate": sum(\.duplicate),
            "rejected": sum(\.rejected), "skipped": sum(\.skipped),
            "logs": .array(entries.map(JSONValue.object)),
        ]
    }

    private static func json(_ report: LogImportReport, error: CommandFailure?) -> JSONObject {
        var outcomes = JSONObject()
        for (outcome, count) in report.outcomes.sorted(by: { $0.key.rawValue < $1.key.rawValue }) {
            outcomes[outcome.rawValue] = .int(count)
        }
        return [
            "name": .string(report.name), "log": report.log.map(JSONValue.int) ?? .null,
            "format": report.format.map(JSONValue.string) ?? .null, "total": .int(report.total),
            "imported": .int(report.imported), "duplicate": .int(report.duplicate),
            "rejected": .int(report.rejected), "skipped": .int(report.skipped),
            "outcomes": .object(outcomes),
            "earlierRun": report.earlierRun.map { .object(ImportFacts.object($0)) } ?? .null,
            "waiting": .bool(report.hasWaitingLine), "stopped": .bool(report.isStopped),
            "error": error?.object["error"] ?? .null,
        ]
    }
}
