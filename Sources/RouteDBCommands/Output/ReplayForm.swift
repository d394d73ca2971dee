/// The formats of a replay report.
enum ReplayForm {
    /// A format of lists.
    case listing(ListingFormat, TextStyle)
    /// Markdown for a pull request.
    case markdown

    /// Creates the format that options ask for.
    init(
        _ markdown: Bool, _ listing: ListingOptions, _ global: GlobalOptions,
        in context: CommandContext
    ) throws {
        let format = try listing.format(global, in: context)
        guard markdown else {
            let style = TextStyle(
                isTerminal: context.output.isTerminal, noColor: global.noColor, in: context)
            self = .listing(format, style)
            return
        }
        guard !listing.isChosen(global) else {
            throw CommandFailure.usage("Use only one of '--markdown' and the other formats.")
        }
        self = .markdown
    }

    /// Whether each difference is written as soon as it is found.
    var isEachDifference: Bool {
        if case .listing(let format, _) = self { format == .ndjson } else { false }
    }

    /// Whether the output is text for people, which includes the summary.
    var isForPeople: Bool {
        switch self {
        case .markdown: true
        case .listing(let format, _): format.isText
        }
    }
}
