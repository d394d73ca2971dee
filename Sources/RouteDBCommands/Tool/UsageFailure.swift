/// A command line that could not be parsed.
struct UsageFailure: Error {
    private static let foreignPrefix = "Error: "

    /// What is wrong.
    let message: String
    /// What is wrong, with the usage of the command.
    let fullText: String

    /// Creates a failure from the texts of the argument parser, which may quote arguments.
    ///
    /// - Parameters:
    ///   - message: What is wrong.
    ///   - fullText: What is wrong, with the usage of the command.
    ///   - arguments: The arguments. Control characters in them, including line feeds, are escaped
    ///     in the text for people, so that an argument cannot fake a message or control the
    ///     terminal.
    init(message: String, fullText: String, arguments: [String]) {
        self.message = message
        var text = fullText
        // The parser quotes the value of an option on its own.
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

    /// The failure as reported in JSON.
    var failure: CommandFailure {
        .usage(message, hint: "Run the command with '--help' to see its options.")
    }
}
