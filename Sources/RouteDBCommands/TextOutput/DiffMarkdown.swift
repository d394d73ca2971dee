import RouteDB
import RouteDBTerminal

/// Differences as Markdown: the totals, and a table for each kind of item.
struct DiffMarkdown {
    /// The largest number of fields shown of a change.
    private static let fieldLimit = 3

    /// The text around the tables.
    struct Surroundings {
        /// The lines between the heading and the tables.
        var before: [String] = []
        /// The lines after the tables.
        var after: [String] = []
    }

    let facts: DiffOutput
    var around = Surroundings()

    /// The lines, which begin with a heading.
    var lines: [String] {
        let title = facts.diff.isEmpty ? "no changes" : facts.counts
        return ["### Changes: \(title)"]
            + around.before + RegistryChange.Kind.allCases.flatMap(group) + around.after
    }

    private func group(_ kind: RegistryChange.Kind) -> [String] {
        let entries = facts.entries.filter { $0.change.kind == kind }
        guard !entries.isEmpty else { return [] }
        var columns: [MarkdownTable.Column] = [.init("change"), .init("item"), .init("fields")]
        if facts.hits != nil { columns.append(.init("hits")) }
        let table = MarkdownTable(columns: columns, rows: entries.map(row))
        let counts = DiffOutput.counts(entries.map(\.change))
        return MarkdownText.collapsed(
            "\(NumberText.counted(entries.count, kind.noun)): \(counts)", table.lines)
    }

    private func row(_ entry: DiffOutput.Entry) -> [String] {
        let change = entry.change
        // The label has the name, and the namespace where that is not the default one.
        let fields = change.fields.filter {
            change.outcome == .changed || !["namespace", "name", "group"].contains($0.name)
        }
        let cells = [
            change.outcome.rawValue, MarkdownText.code(change.label),
            MarkdownText.stacked(
                fields.map { DiffOutput.text($0, of: change) }, most: Self.fieldLimit),
        ]
        return facts.hits == nil ? cells : cells + [MarkdownText.prose(facts.hitsText(entry))]
    }
}

extension RegistryChange.Kind {
    /// The name of an item of the kind.
    fileprivate var noun: String {
        switch self {
        case .namespace: "namespace"
        case .route: "route"
        case .defaultValue: "default value"
        case .converter: "converter"
        case .accessRule: "access rule"
        case .suppression: "suppression"
        case .testCase: "route test"
        case .app: "app"
        }
    }
}
