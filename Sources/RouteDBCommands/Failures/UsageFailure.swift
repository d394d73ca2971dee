/// A command line that could not be read.
struct UsageFailure: Error {
    private static let foreignPrefix = "Error: "

    /// What is wrong.
    let message: String
    /// What is wrong, and how the command is used.
    let fullText: String

    /// Makes a failure of the parser's texts, in which arguments may be quoted.
    ///
    /// - Parameters:
    ///   - message: What is wrong.
    ///   - fullText: What is wrong, and how the command is used.
    ///   - arguments: The arguments. What a terminal would obey in them is escaped in the text for
    ///     people, line feeds too: an argument cannot pass for a message.
    init(message: String, fullText: String, arguments: [String]) {
        self.message = message
        var text = fullText
        // An option's value is quoted alone.
        let quoted =
            arguments
            + arguments.compactMap { argument in
                argument.firstIndex(of: "=").map { String(argument[argument.index(after: $0)...]) }
            }
        for argument in quoted.sorted(by: { $0.utf8.count > $1.utf8.count }) {
            let shown = PlainText.shown(argument)
            if shown != argument { text = text.replacing(argument, with: shown) }
        }
        self.fullText = text
    }

    /// The text for people.
    var text: String {
        guard fullText.hasPrefix(Self.foreignPrefix) else { return fullText }
        return "error: " + fullText.dropFirst(Self.foreignPrefix.count)
    }

    /// The failure for programs.
    var failure: CommandFailure {
        .usage(message, hint: "Run the command with '--help' to see its options.")
    }
}
