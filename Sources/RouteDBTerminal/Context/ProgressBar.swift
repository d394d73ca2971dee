import RouteDB

/// A progress bar for long commands: the amount done, the rate and the time left.
///
/// It appears on the last line of standard error if that is a terminal and the command takes longer
/// than half a second. It can be updated from any thread.
package final class ProgressBar: Sendable {
    private struct State: Sendable {
        /// When the bar was last drawn, in microseconds since the start; `nil` if it is not
        /// visible.
        var drawn: Int64?
    }

    private static let delay: Int64 = 500_000
    private static let interval: Int64 = 100_000
    private static let width = 20

    private let unit: String
    private let verbosity: CommandContext.Verbosity
    private let start: Timestamp
    private let clock: @Sendable () -> Timestamp
    private let state = Locked(State())
    private let diagnostics: OutputWriter

    /// Creates a bar that is not visible yet.
    package init(unit: String, in context: CommandContext) {
        self.unit = unit
        verbosity = context.verbosity
        clock = context.now
        start = clock()
        diagnostics = context.diagnostics
    }

    /// Updates the bar.
    package func update(_ done: Int64, of total: Int64?, count: Int64? = nil) {
        guard diagnostics.isTerminal, verbosity != .quiet else { return }
        let elapsed = (clock() - start).wholeMicroseconds
        state.withLock { state in
            guard elapsed >= state.drawn.map({ $0 + Self.interval }) ?? Self.delay else { return }
            state.drawn = elapsed
            let text = text(done: done, of: total, count: count ?? done, elapsed: elapsed)
            draw { output throws(StreamError) in
                try output.writeControl("\r")
                try output.write(text)
                try output.writeControl("\u{1B}[K")
            }
        }
    }

    /// Writes a line of text above the bar, whether or not the bar is visible; with `--quiet` only if it
    /// is a warning.
    package func printNote(_ text: String) {
        guard verbosity.shows(text) else { return }
        state.withLock { state in
            let isDrawn = state.drawn != nil
            draw { output throws(StreamError) in
                if isDrawn { try output.writeControl("\r\u{1B}[K") }
                try output.writeLine(text)
            }
            state.drawn = nil
        }
    }

    /// Removes the bar, so that the line can be used for other text.
    package func clear() {
        state.withLock { state in
            guard state.drawn != nil else { return }
            state.drawn = nil
            draw { output throws(StreamError) in try output.writeControl("\r\u{1B}[K") }
        }
    }

    private func draw(_ body: (OutputWriter) throws(StreamError) -> Void) {
        // If diagnostics cannot be written, nobody is reading them.
        try? body(diagnostics)
        try? diagnostics.flush()
    }

    private func text(done: Int64, of total: Int64?, count: Int64, elapsed: Int64) -> String {
        let seconds = Double(elapsed) / 1e6
        let rate = Int64(Double(count) / seconds)
        let counted = "\(NumberText.grouped(count)) \(unit)  \(NumberText.grouped(rate)) \(unit)/s"
        guard let total, total > 0 else { return "\(counted)  \(Self.time(seconds))" }
        let share = min(1, max(0, Double(done) / Double(total)))
        let filled = Int(share * Double(Self.width))
        let bar =
            String(repeating: "#", count: filled)
            + String(repeating: "-", count: Self.width - filled)
        let percent = String(Int(share * 100))
        let padding = String(repeating: " ", count: 3 - percent.utf8.count)
        let left = share > 0 ? "  \(Self.time(seconds / share - seconds)) left" : ""
        return "[\(bar)] \(padding)\(percent)%  \(counted)\(left)"
    }

    /// Formats a length of time to the second, such as `12m30s`.
    private static func time(_ seconds: Double) -> String {
        DurationText.text(Int64(min(max(0, seconds), 1e6).rounded()) * 1_000_000)
    }
}
