package import RouteDB

/// The surroundings of a command: its streams, its environment, its clock and its exit status.
package final class CommandContext: Sendable {
    private struct State: Sendable {
        var verbosity = Verbosity.usual
        var status = ExitStatus.success
        var endings: [@Sendable () -> Void] = []
        /// The messages that are printed once only, and have been.
        var printedOnce: Set<String> = []
    }

    /// The stream for data, normally standard output.
    package let output: OutputWriter
    /// The stream for everything else, normally standard error.
    package let diagnostics: OutputWriter
    /// The stream to read from, normally standard input.
    package let input: InputReader
    /// The environment variables.
    package let environment: [String: String]
    /// Returns the current time.
    package let now: @Sendable () -> Timestamp
    /// Returns the name of the account that runs the process, if the system knows one.
    package let accountName: @Sendable () -> String?
    /// Tells whether the user has interrupted the command.
    package let interruption: Interruption
    /// Returns the current size of the terminal that shows the output.
    let terminalSize: @Sendable () -> TerminalSize?
    /// Shows long output, if that goes to a terminal.
    package let pager: Pager?
    /// True if the command has the process to itself, so that it may limit the memory of the process.
    package let isProcess: Bool
    private let state = Locked(State())

    package init(
        output: OutputWriter, diagnostics: OutputWriter, input: InputReader,
        environment: [String: String], now: @escaping @Sendable () -> Timestamp,
        accountName: @escaping @Sendable () -> String? = { nil }, interruption: Interruption,
        terminalSize: @escaping @Sendable () -> TerminalSize? = { nil }, pager: Pager? = nil,
        isProcess: Bool = false
    ) {
        self.output = output
        self.diagnostics = diagnostics
        // Diagnostics are read by people, on a terminal or in the log of a build.
        diagnostics.escape()
        self.input = input
        self.environment = environment
        self.now = now
        self.accountName = accountName
        self.interruption = interruption
        self.terminalSize = terminalSize
        self.pager = pager
        self.isProcess = isProcess
    }

    /// The exit status if the command ended now.
    package var status: ExitStatus { state.withLock { $0.status } }

    /// Sets the exit status; of several, the highest one wins.
    package func setExitStatus(_ status: ExitStatus) {
        state.withLock { if status.rawValue > $0.status.rawValue { $0.status = status } }
    }

    /// Registers an action to run when the command ends, whether or not it fails.
    package func atEnd(_ action: @escaping @Sendable () -> Void) {
        state.withLock { $0.endings.append(action) }
    }

    /// Runs the registered actions.
    package func end() {
        let endings = state.withLock { state in
            defer { state.endings = [] }
            return state.endings
        }
        for action in endings.reversed() { action() }
    }

    /// How much is written to standard error.
    package var verbosity: Verbosity {
        get { state.withLock { $0.verbosity } }
        set { state.withLock { $0.verbosity = newValue } }
    }

    /// How much is written to standard error.
    package enum Verbosity: Sendable {
        /// Warnings and errors.
        case quiet
        /// Also notes, summaries and progress.
        case usual
        /// Also what was read, and how long it took.
        case verbose

        /// Returns whether a text that is neither data nor a question is written.
        func shows(_ text: String) -> Bool {
            self != .quiet || text.hasPrefix("warning: ") || text.hasPrefix("error: ")
        }
    }

    /// Prints a message for the user on the diagnostics stream; with `--quiet` only if it is a warning
    /// or an error.
    package func printNote(_ text: String) {
        if verbosity.shows(text) { printError(text) }
    }

    /// Prints a message for the user as a note does, unless the command has printed it before.
    package func printNoteOnce(_ text: String) {
        guard state.withLock({ $0.printedOnce.insert(text).inserted }) else { return }
        printNote(text)
    }

    /// Prints a detail, with `--verbose` only.
    package func detail(_ text: String) {
        if verbosity == .verbose { printError(text) }
    }

    /// Prints what even `--quiet` does not hide: why the command fails, or a question.
    package func printError(_ text: String) {
        // Data and messages keep their order if both go to the same place. A failure is reported by who
        // writes or flushes next.
        try? output.flush()
        // If diagnostics cannot be written, there is nowhere to report that.
        try? diagnostics.writeLine(text)
        try? diagnostics.flush()
    }

    /// Prints an error that does not stop the command as a note.
    package func printNote(note error: RouteDBError) {
        let hint = error.hint.map { " \($0)" } ?? ""
        printNote(PlainText.shown("note: \(error.message)\(hint)"))
    }

    /// Returns an environment variable that is set and not empty.
    package func variable(_ name: String) -> String? {
        environment[name].flatMap { $0.isEmpty ? nil : $0 }
    }
}

extension CommandContext {
    private static let defaultColumns = 80
    /// The longest answer to a question, in bytes.
    private static let answerBytes = 1_024

    /// The width that `COLUMNS` asks for.
    private var chosenColumns: Int? { variable("COLUMNS").flatMap(Int.init) }

    /// The width at which prose is wrapped.
    package var columns: Int {
        if let chosenColumns, (20...1_000).contains(chosenColumns) { return chosenColumns }
        guard output.isTerminal, let columns = terminalSize()?.columns, columns >= 20 else {
            return Self.defaultColumns
        }
        return columns
    }

    /// The largest width of tables: that of the terminal, or `COLUMNS`; `nil` for no limit.
    package var tableWidth: Int? {
        if let chosenColumns, chosenColumns > 0 { return chosenColumns }
        return output.isTerminal ? terminalSize()?.columns : nil
    }

    /// Asks the user a yes-or-no question, and returns whether the answer is yes.
    package func confirm(_ question: String) throws(StreamError) -> Bool {
        try output.flush()
        try diagnostics.write("\(question) [y/N] ")
        try diagnostics.flush()
        let answer = try input.readLine(limit: Self.answerBytes)?.bytes ?? []
        return ["y", "yes", "Y", "YES", "Yes"].contains(String(decoding: answer, as: UTF8.self))
    }
}
