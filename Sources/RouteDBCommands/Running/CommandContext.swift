import RouteDB

/// Everything that a command has to do with the world outside, beside the registry's file.
package final class CommandContext {
    /// Where data goes.
    package let output: OutputWriter
    /// Where all else goes.
    package let diagnostics: OutputWriter
    /// Where data comes from.
    package let input: InputReader
    /// The variables of the environment.
    package let environment: [String: String]
    /// The time, in microseconds since 1970-01-01T00:00:00Z.
    package let currentTimeMicroseconds: @Sendable () -> Int64
    /// Whether the user wants the command to stop.
    package let interruption: Interruption
    /// The size of the terminal that the output goes to, as it is now.
    package let terminalSize: @Sendable () -> TerminalSize?
    /// What shows long output, if it goes to a terminal.
    package let pager: Pager?
    /// How much is written to standard error.
    package internal(set) var verbosity = Verbosity.usual
    /// How the tool would end now.
    package private(set) var status = ExitStatus.success
    private var endings: [() -> Void] = []

    package init(
        output: OutputWriter, diagnostics: OutputWriter, input: InputReader,
        environment: [String: String], currentTimeMicroseconds: @escaping @Sendable () -> Int64,
        interruption: Interruption,
        terminalSize: @escaping @Sendable () -> TerminalSize? = { nil }, pager: Pager? = nil
    ) {
        self.output = output
        self.diagnostics = diagnostics
        // It is read by people, now or in the log of a build.
        diagnostics.isEscaping = true
        self.input = input
        self.environment = environment
        self.currentTimeMicroseconds = currentTimeMicroseconds
        self.interruption = interruption
        self.terminalSize = terminalSize
        self.pager = pager
    }

    /// Notes how the tool is to end; of several, the one with the highest number counts.
    package func conclude(_ status: ExitStatus) {
        if status.rawValue > self.status.rawValue { self.status = status }
    }

    /// Has something done when the command has ended, however it does.
    package func atEnd(_ action: @escaping () -> Void) { endings.append(action) }

    /// Does what was to be done in the end.
    func end() {
        for action in endings.reversed() { action() }
        endings = []
    }

    /// How much the user wants to be told beside the data.
    package enum Verbosity: Sendable {
        /// Warnings and errors.
        case quiet
        /// Also notes, summaries and progress.
        case usual
        /// Also what was read, and how long it took.
        case verbose

        /// Whether a text that is neither data nor a question is written.
        func shows(_ text: String) -> Bool {
            self != .quiet || text.hasPrefix("warning: ") || text.hasPrefix("error: ")
        }
    }

    /// Tells the user something that is not data; not if the user wants quiet, unless it is a
    /// warning or an error.
    package func notify(_ text: String) {
        if verbosity.shows(text) { insist(text) }
    }

    /// Tells the user a detail that is wanted only with `--verbose`.
    func detail(_ text: String) {
        if verbosity == .verbose { insist(text) }
    }

    /// Tells the user what even `--quiet` does not hide: why the command fails, or what it asks.
    package func insist(_ text: String) {
        // A person reads both, in the order in which they were written.
        if output.isTerminal, diagnostics.isTerminal { try? output.flush() }
        // Where diagnostics cannot go, nobody can be told so.
        try? diagnostics.writeLine(text)
        try? diagnostics.flush()
    }

    /// Tells the user of something that hinders nothing.
    func notify(note error: RouteDBError) {
        let hint = error.hint.map { " \($0)" } ?? ""
        notify(PlainText.shown("note: \(error.message)\(hint)"))
    }

    /// A variable of the environment that is set and not empty.
    package func variable(_ name: String) -> String? {
        environment[name].flatMap { $0.isEmpty ? nil : $0 }
    }

    /// How long to wait for another process's write, in milliseconds.
    package var busyTimeoutMilliseconds: Int {
        variable("ROUTEDB_TIMEOUT_MS").flatMap(Int.init).map { min(max(0, $0), 3_600_000) } ?? 5_000
    }

    /// The name of the user.
    package var user: String { variable("USER") ?? variable("LOGNAME") ?? "unknown" }
}
