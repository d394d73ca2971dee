/// The forms in which a replay is reported.
enum ReplayForm {
    /// One of those of all lists.
    case listing(ListingFormat, TextStyle)
    /// Text for a pull request.
    case markdown

    /// Makes the form that options ask for.
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
            throw CommandFailure.usage("Use only one of '--markdown' and the other forms.")
        }
        self = .markdown
    }

    /// Whether each difference is written while it is found.
    var isEachDifference: Bool {
        if case .listing(let format, _) = self { format == .ndjson } else { false }
    }

    /// Whether people read the output, and find there what is said of the whole.
    var isForPeople: Bool {
        switch self {
        case .markdown: true
        case .listing(let format, _): format.isText
        }
    }
}
