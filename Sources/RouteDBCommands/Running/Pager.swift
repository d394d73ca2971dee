/// Shows output that is longer than the screen in a pager, as git does.
///
/// Once a command says that its output may be paged, output is held back until there is more of it
/// than the screen has room for; then a pager is started, which gets everything. What people are
/// told beside it goes the same way, so that it does not disturb the pager's screen.
package final class Pager {
    /// A pager that runs.
    package struct Running {
        /// Where it reads from.
        let sink: any ByteSink
        /// Ends its input, and waits until the user has quit it.
        let finish: () -> Void

        package init(sink: any ByteSink, finish: @escaping () -> Void) {
            self.sink = sink
            self.finish = finish
        }
    }

    private enum State {
        /// Output goes to the terminal.
        case passing
        /// Output is held back.
        case holding([(bytes: [UInt8], sink: any ByteSink)], lines: Int)
        /// Output goes to a pager.
        case running(Running)
    }

    private let command: String?
    private let size: () -> TerminalSize?
    private let launch: (String) -> Running?
    private var state = State.passing

    /// Makes a pager.
    ///
    /// - Parameters:
    ///   - environment: The variables that name the program.
    ///   - size: The size of the terminal.
    ///   - launch: Starts a command of the shell; `nil` if that fails.
    package init(
        environment: [String: String], size: @escaping () -> TerminalSize?,
        launch: @escaping (String) -> Running?
    ) {
        command = Self.command(environment)
        self.size = size
        self.launch = launch
    }

    /// The command that shows text: `ROUTEDB_PAGER`, else `PAGER`, else `less`; `nil`: none.
    package static func command(_ environment: [String: String]) -> String? {
        guard environment["TERM"] != "dumb" else { return nil }
        let command = environment["ROUTEDB_PAGER"] ?? environment["PAGER"] ?? "less"
        return command.isEmpty || command == "cat" ? nil : command
    }

    /// Says that the output to come may be paged.
    package func begin() {
        if case .passing = state, command != nil { state = .holding([], lines: 0) }
    }

    /// Shows what was held back, and waits until the user has quit the pager.
    package func finish() {
        let last = state
        state = .passing
        switch last {
        case .passing: break
        case .holding(let held, _): for part in held { try? part.sink.write(part.bytes) }
        case .running(let pager): pager.finish()
        }
    }

    /// Writes bytes that are meant for a stream of the terminal.
    fileprivate func write(_ bytes: [UInt8], to sink: any ByteSink) throws(StreamError) {
        switch state {
        case .passing: try sink.write(bytes)
        case .running(let pager): try pager.sink.write(bytes)
        case .holding(var held, var lines):
            let size = size() ?? TerminalSize(columns: 80, rows: 24)
            held.append((bytes, sink))
            lines += Self.lines(of: bytes, columns: size.columns)
            state = .holding(held, lines: lines)
            guard lines >= size.rows else { return }
            let pager = command.flatMap(launch)
            state = pager.map { .running($0) } ?? .passing
            for part in held { try (pager?.sink ?? part.sink).write(part.bytes) }
        }
    }

    /// How many lines of the screen bytes fill.
    static func lines(of bytes: [UInt8], columns: Int) -> Int {
        bytes.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false).dropLast()
            .reduce(0) { count, line in
                let width = DisplayWidth.of(String(decoding: line, as: UTF8.self))
                return count + max(1, (width + columns - 1) / max(1, columns))
            }
    }
}

/// A stream of the terminal whose output may be paged.
package struct PagedSink: ByteSink {
    private let sink: any ByteSink
    private let pager: Pager

    package init(_ sink: any ByteSink, by pager: Pager) {
        self.sink = sink
        self.pager = pager
    }

    package func write(_ bytes: [UInt8]) throws(StreamError) { try pager.write(bytes, to: sink) }
}
