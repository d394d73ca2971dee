import RouteDB
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
                tell(report)
                summary.add(report)
            } catch let error as RouteDBError
                where [.inputUnreadable, .unknownFormat].contains(error.code)
            {
                display.clear()
                let failure = CommandFailure(error)
                tell(failure)
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
            tell(report)
            summary.add(report)
        }
        return summary
    }

    /// The callbacks for the importer.
    private var monitor: LogImportMonitor {
        var monitor = display.monitor
        // The command waits for the import, and only the import asks meanwhile.
        nonisolated(unsafe) let asked = (consent: consent, display: display)
        monitor.missingHosts = { warning in
            asked.display.clear()
            try asked.consent.require(warning)
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
        // The command waits for the import, and only the import reads the input meanwhile.
        nonisolated(unsafe) let input = context.input
        return try await importer.importLog(named: "standard input", monitor: monitor) {
            do {
                return try input.read()
            } catch StreamError.interrupted {
                return []
            }
        }
    }

    private func tell(_ report: LogImportReport) {
        context.notify(LogImportSummary.line(report))
        if let run = report.earlierRun, let log = report.log { tell(run, of: log, report) }
        if report.hasWaitingLine {
            context.notify(
                "note: the last line is incomplete, and is left for the next import; '--final'"
                    + " takes it")
        }
        if report.isStopped {
            context.notify("note: interrupted; repeat the command to resume")
        }
        if let failure = report.failure { tell(CommandFailure(failure)) }
    }

    /// Reports that lines of the log were imported with other options before.
    private func tell(
        _ run: LogImportRecord.Run, of log: Int64, _ report: LogImportReport
    ) {
        let options = ImportFacts.text(run.options)
        context.notify(
            "note: \(report.duplicate) lines were already imported on \(run.started.inSeconds), as"
                + " \(run.format) \(options.isEmpty ? "without options" : "with '\(PlainText.shown(options))'"),"
                + " and are unchanged. To import them again, run 'routedb hits forget"
                + " \(log)' first")
    }

    private func tell(_ failure: CommandFailure) {
        let lines = isJSON ? [failure.object.description] : failure.lines(in: context)
        for line in lines { context.notify(line) }
    }
}
