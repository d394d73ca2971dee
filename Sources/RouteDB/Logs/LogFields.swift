/// The unparsed texts of the columns of one line.
struct LogFields {
    private var texts: [(column: LogColumn, text: LogText)] = []

    /// Sets the text of a column; the first text that is not empty wins.
    mutating func set(_ column: LogColumn, _ text: LogText) {
        guard !text.isEmpty, !texts.contains(where: { $0.column == column }) else { return }
        texts.append((column, text))
    }

    /// The text of a column.
    subscript(column: LogColumn) -> LogText {
        texts.first { $0.column == column }?.text ?? .none
    }

    /// The duration, with its unit if the column's name implies one.
    var duration: (text: LogText, unit: DurationUnit?)? {
        for (column, text) in texts {
            if case .duration(let unit) = column { return (text, unit) }
        }
        return nil
    }
}
