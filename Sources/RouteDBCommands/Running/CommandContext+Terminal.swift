extension CommandContext {
    private static let usualColumns = 80

    /// How wide running text may be.
    package var columns: Int {
        if let columns = variable("COLUMNS").flatMap(Int.init), (20...1_000).contains(columns) {
            return columns
        }
        guard output.isTerminal, let columns = terminalSize()?.columns, columns >= 20 else {
            return Self.usualColumns
        }
        return columns
    }

    /// How wide tables may be: as wide as the terminal, or as `COLUMNS` says; `nil`: any width.
    package var tableWidth: Int? {
        if let columns = variable("COLUMNS").flatMap(Int.init), columns > 0 { return columns }
        return output.isTerminal ? terminalSize()?.columns : nil
    }

    /// Asks a person a question, and says whether the answer was yes.
    package func confirm(_ question: String) throws(StreamError) -> Bool {
        try output.flush()
        try diagnostics.write("\(question) [y/N] ")
        try diagnostics.flush()
        let answer = try input.readLine(limit: InputLimits.answer)?.bytes ?? []
        return ["y", "yes", "Y", "YES", "Yes"].contains(String(decoding: answer, as: UTF8.self))
    }
}
