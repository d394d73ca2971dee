/// The unparsed texts of the columns of one line.
///
/// One value serves all lines of a log: it keeps its memory, and a word says which texts are of this line.
struct LogFields {
    /// The texts by the places of their columns; those that `known` does not name are of earlier lines.
    private var texts = [LogText](repeating: .none, count: 32)
    private var known: UInt32 = 0
    private var unit: DurationUnit?

    /// Forgets the texts.
    mutating func removeAll() { known = 0 }

    /// Sets the text of a column; the first text that is not empty wins.
    mutating func set(_ column: LogColumn, _ text: LogText) {
        let bit = 1 as UInt32 &<< UInt32(truncatingIfNeeded: column.place)
        guard !text.isEmpty, known & bit == 0 else { return }
        known |= bit
        texts[column.place] = text
        if case .duration(let unit) = column { self.unit = unit }
    }

    /// The text of a column.
    subscript(column: LogColumn) -> LogText {
        known & 1 &<< UInt32(truncatingIfNeeded: column.place) == 0 ? .none : texts[column.place]
    }

    /// The duration, with its unit if the column's name implies one.
    var duration: (text: LogText, unit: DurationUnit?)? {
        let text = self[.duration(nil)]
        return text.isEmpty ? nil : (text, unit)
    }
}

extension LogColumn {
    /// The place of the column's text, below 32; durations of all units have one.
    fileprivate var place: Int {
        switch self {
        case .url: 0
        case .target: 1
        case .path: 2
        case .query: 3
        case .request: 4
        case .host: 5
        case .scheme: 6
        case .method: 7
        case .date: 8
        case .time: 9
        case .status: 10
        case .byteCount: 11
        case .referrer: 12
        case .userAgent: 13
        case .principal: 14
        case .address: 15
        case .attributes: 16
        case .weight: 17
        case .urlBytes: 18
        case .principalBytes: 19
        case .referrerBytes: 20
        case .userAgentBytes: 21
        case .bot: 22
        case .platform: 23
        case .exactTime: 24
        case .duration: 25
        case .language: 26
        }
    }
}
