import RouteDB
import RouteDBTerminal
import RouteDBTraffic

/// Imports the logs of a command, and shows the progress.
struct LogImportRun {
    let importer: LogImporter
    let display: LogImportDisplay
    let consent: HostConsent
    let isJSON: Bool
    let context: CommandContext

    /// Imports files one after the other; a file that cannot be read does not stop the others.
    func importFiles(_ files: [String]) async throws -> LogImportSummary {
        var summary = LogImportSummary()
        for file in files where !context.interruption.isInterrupted {
            do {
                let report = try await importOne(file)
                display.clear()
                show(report)
                summary.add(report)
            } catch let error as RouteDBError
                where [.inputUnreadable, .unknownFormat].contains(error.code)
            {
                display.clear()
                let failure = CommandFailure(error)
                show(failure)
                summary.add(failure, of: file)
            } catch {
                throw Self.refusal(error)
            }
            display.next()
        }
        return summary
    }

    /// Follows files until the command is interrupted.
    func follow(_ files: [String]) async throws -> LogImportSummary {
        var summary = LogImportSummary()
        let reports: [LogImportReport]
        do {
            reports = try await importer.follow(files, monitor: monitor)
        } catch {
            throw Self.refusal(error)
        }
        display.clear()
        for report in reports {
            show(report)
            summary.add(report)
        }
        return summary
    }

    /// The callbacks for the importer.
    private var monitor: LogImportMonitor {
        var monitor = display.monitor
        monitor.missingHosts = { [consent, display] warning in
            display.clear()
            try consent.require(warning)
        }
        return monitor
    }

    /// Returns the failure of a declined confirmation if that ended the import.
    private static func refusal(_ error: any Error) -> any Error {
        guard let error = error as? RouteDBError, error.code == .hostsMissing,
            let failure = error.underlying as? CommandFailure
        else { return error }
        return failure
    }

    private func importOne(_ file: String) async throws -> LogImportReport {
        let monitor = monitor
        guard file == "-" else { return try await importer.importFile(file, monitor: monitor) }
        let input = context.input
        return try await importer.importLog(named: "standard input", monitor: monitor) {
            do {
                return try input.read()
            } catch StreamError.interrupted {
                return []
            }
        }
    }

    private func show(_ report: LogImportReport) {
        context.printNote(LogImportSummary.line(report))
        for line in LogImportSummary.rejectionLines(report) { context.printNote(line) }
        if let run = report.earlierRun, let log = report.log { show(run, of: log, report) }
        if report.hasWaitingLine {
            context.printNote(
                "note: the last line is incomplete, and is left for the next import; '--final'"
                    + " takes it")
        }
        if report.isStopped {
            context.printNote("note: interrupted; repeat the command to resume")
        }
        if let failure = report.failure { show(CommandFailure(failure)) }
    }

    /// Reports that lines of the log were imported with other options before.
    private func show(
        _ run: LogImportRecord.Run, of log: Int64, _ report: LogImportReport
    ) {
        let options = ImportOutput.text(run.options)
        let lines = NumberText.counted(report.duplicate, "line was", "lines were")
        context.printNote(
            "note: \(lines) already imported on \(run.started.inSeconds)"
                + " (format \(run.format), \(options.isEmpty ? "no options" : PlainText.shown(options)))"
                + " and did not change. To import them with the new options, run 'routedb hits forget"
                + " \(log)', then repeat this command")
    }

    private func show(_ failure: CommandFailure) {
        let lines = isJSON ? [failure.object.description] : failure.lines
        for line in lines { context.printNote(line) }
    }
}

/// The results of importing logs.
struct LogImportSummary {
    private var logs: [(report: LogImportReport, failure: CommandFailure?)] = []
    private var failed: [(name: String, failure: CommandFailure)] = []

    /// True if a log could not be read to its end.
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

    /// Returns why lines of a log were rejected, a line for each reason.
    static func rejectionLines(_ report: LogImportReport) -> [String] {
        report.rejectionReasons.map { reason in
            let lines = reason.lines.map(String.init).joined(separator: ", ")
            let rest = reason.count - Int64(reason.lines.count)
            return "\(PlainText.shown(report.name)): rejected \(reason.count)"
                + " (\(reason.count == 1 ? "line" : "lines") \(lines)"
                + (rest > 0 ? " and \(NumberText.grouped(rest)) more" : "") + "): \(reason.reason)"
        }
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

    private static func json(_ reason: LogImportReport.RejectionReason) -> JSONValue {
        [
            "reason": .string(reason.reason), "count": .int(reason.count),
            "lines": .array(reason.lines.map(JSONValue.int)),
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
            "rejections": .array(report.rejectionReasons.map(json)), "outcomes": .object(outcomes),
            "earlierRun": report.earlierRun.map { .object(ImportOutput.object($0)) } ?? .null,
            "waiting": .bool(report.hasWaitingLine), "stopped": .bool(report.isStopped),
            "error": error?.object["error"] ?? .null,
        ]
    }
}
