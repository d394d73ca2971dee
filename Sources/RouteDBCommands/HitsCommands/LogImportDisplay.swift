import RouteDB
import RouteDBTerminal
import RouteDBTraffic

/// Shows the progress of importing logs.
final class LogImportDisplay: Sendable {
    private struct Progress: Sendable {
        var bytes: Int64 = 0
        var lines: Int64 = 0
    }

    private let bar: ProgressBar
    private let totalBytes: Int64?
    private let rejects: RejectsFile?
    private let interruption: Interruption
    /// The amounts read of the earlier logs, and of the current one.
    private let progress = Locked((before: Progress(), current: Progress()))

    /// Creates a display.
    init(totalBytes: Int64?, rejects: RejectsFile?, in context: CommandContext) {
        bar = ProgressBar(unit: "lines", in: context)
        self.totalBytes = totalBytes
        self.rejects = rejects
        interruption = context.interruption
    }

    /// The callbacks for an importer.
    var monitor: LogImportMonitor {
        var monitor = LogImportMonitor()
        monitor.event = { [self] in show($0) }
        monitor.isStopped = { [interruption] in interruption.isInterrupted }
        if let rejects { monitor.rejections = { try rejects.add($0) } }
        return monitor
    }

    /// Starts the next log.
    func next() {
        progress.withLock {
            $0.before.bytes += $0.current.bytes
            $0.before.lines += $0.current.lines
            $0.current = Progress()
        }
    }

    /// Removes the progress bar.
    func clear() { bar.clear() }

    private func show(_ event: LogImportEvent) {
        switch event {
        case .format(let name, let format, let reason):
            guard let reason else { return }
            bar.printNote("\(PlainText.shown(name)): format \(format) (\(reason))")
        case .progress(let bytes, let lines):
            let sum = progress.withLock { progress in
                progress.current = Progress(bytes: bytes, lines: lines)
                return Progress(
                    bytes: progress.before.bytes + bytes, lines: progress.before.lines + lines)
            }
            bar.update(sum.bytes, of: totalBytes, count: sum.lines)
        case .restarted(let name):
            bar.printNote("\(PlainText.shown(name)): rotated; reading the new file")
        case .problem(let name, let error):
            bar.printNote(
                "warning: \(PlainText.shown(name)): \(PlainText.shown(error.message)) Trying again."
            )
        }
    }
}

/// Asks once whether to import logs without hosts as they are.
final class HostConsent: Sendable {
    private let isGiven: Bool
    private let canAsk: Bool
    private let context: CommandContext
    private let isAgreed = Locked(false)

    init(_ confirmation: Confirmation, readsInput: Bool, in context: CommandContext) {
        isGiven = confirmation.yes
        canAsk = !readsInput && context.input.isTerminal && context.diagnostics.isTerminal
        self.context = context
    }

    /// Warns the user, and asks for confirmation once.
    func require(_ warning: LogHostWarning) throws {
        let text = warning.text
        if isGiven || isAgreed.withLock({ $0 }) { return context.printNote("warning: \(text)") }
        guard canAsk else {
            throw CommandFailure(
                "hostsMissing", text,
                hint:
                    "Add '\(warning.options)', or '--yes' to import it without hosts.",
                status: .usage)
        }
        context.printNote("warning: \(text)")
        guard try context.confirm("Import it without hosts?") else {
            throw CommandFailure(
                "cancelled", "Nothing was imported.",
                hint: "Import it with '\(warning.options)'.", status: .no)
        }
        isAgreed.withLock { $0 = true }
    }
}

extension LogHostWarning {
    /// The warning as sentences.
    var text: String {
        let requests = tried == 1 ? "1 request" : "the first \(tried) requests"
        return "'\(PlainText.shown(name))' records no hosts, and namespace"
            + " '\(PlainText.shown(remedy.namespace))' has routes that only take URLs with a host."
            + " Without a host, \(matched) of \(requests) match a route; with '\(options)',"
            + " \(remedy.matched) do."
    }

    /// The options that add the host.
    var options: String {
        (remedy.scheme.map { "--scheme \($0) " } ?? "") + "--host \(remedy.host)"
    }
}
