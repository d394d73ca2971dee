/// The texts of the columns of one line, before they are read.
struct LogFields {
    private var texts: [(column: LogColumn, text: LogText)] = []

    /// Sets the text of a column; the first that is not empty counts.
    mutating func set(_ column: LogColumn, _ text: LogText) {
        guard !text.isEmpty, !texts.contains(where: { $0.column == column }) else { return }
        texts.append((column, text))
    }

    /// The text of a column.
    subscript(column: LogColumn) -> LogText {
        texts.first { $0.column == column }?.text ?? .none
    }

    /// A duration, and its unit if the column's name tells it.
    var duration: (text: LogText, unit: DurationUnit?)? {
        for (column, text) in texts {
            if case .duration(let unit) = column { return (text, unit) }
        }
        return nil
    }
}
