import Foundation

/// What was measured, printed as a table or as JSON.
struct Report {
    /// One number.
    struct Entry: Codable {
        let table: String
        let measure: String
        let value: Double
    }

    let title: String
    private(set) var entries: [Entry] = []

    init(_ title: String) { self.title = title }

    mutating func add(_ table: String, _ measure: String, _ value: Double) {
        entries.append(Entry(table: table, measure: measure, value: value))
    }

    func value(_ table: String, _ measure: String) -> Double? {
        entries.first { $0.table == table && $0.measure == measure }?.value
    }

    func print(asJSON: Bool) throws {
        if asJSON {
            let encoder = JSONEncoder()
            encoder.outputFormatting = [.prettyPrinted, .sortedKeys]
            Swift.print(String(decoding: try encoder.encode([title: entries]), as: UTF8.self))
        } else {
            Swift.print(text)
        }
    }

    private var text: String {
        var tables: [String] = []
        var measures: [String] = []
        for entry in entries {
            if !tables.contains(entry.table) { tables.append(entry.table) }
            if !measures.contains(entry.measure) { measures.append(entry.measure) }
        }
        let head = [title] + tables
        let rows = measures.map { measure in
            [measure] + tables.map { value($0, measure).map(Self.format) ?? "–" }
        }
        let widths = head.indices.map { column in
            ([head] + rows).map { $0[column].count }.max() ?? 0
        }
        return ([head] + rows).map { row in
            zip(row, widths).enumerated().map { index, cell in
                let gap = String(repeating: " ", count: cell.1 - cell.0.count)
                return index == 0 ? cell.0 + gap : gap + cell.0
            }.joined(separator: "  ")
        }.joined(separator: "\n")
    }

    private static func format(_ value: Double) -> String {
        String(format: value < 10 ? "%.2f" : value < 1_000 ? "%.1f" : "%.0f", value)
    }
}
