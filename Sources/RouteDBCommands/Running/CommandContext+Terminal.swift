extension CommandContext {
    private static let defaultColumns = 80

    /// The width at which prose is wrapped.
    package var columns: Int {
        if let columns = variable("COLUMNS").flatMap(Int.init), (20...1_000).contains(columns) {
            return columns
        }
        guard output.isTerminal, let columns = terminalSize()?.columns, columns >= 20 else {
            return Self.defaultColumns
        }
        return columns
    }

    /// The largest width of tables: that of the terminal, or `COLUMNS`; `nil` for no limit.
    package var tableWidth: Int? {
        if let columns = variable("COLUMNS").flatMap(Int.init), columns > 0 { return columns }
        return output.isTerminal ? terminalSize()?.columns : nil
    }

    /// Asks the user a yes-or-no question, and returns whether the answer is yes.
    package func confirm(_ question: String) throws(StreamError) -> Bool {
        try output.flush()
        try diagnostics.write("\(question) [y/N] ")
        try diagnostics.flush()
        let answer = try input.readLine(limit: InputLimits.answer)?.bytes ?? []
        return ["y", "yes", "Y", "YES", "Yes"].contains(String(decoding: answer, as: UTF8.self))
    }
}
