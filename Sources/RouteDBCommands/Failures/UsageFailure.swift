/// A command line that could not be read.
struct UsageFailure: Error {
    private static let foreignPrefix = "Error: "

    /// What is wrong.
    let message: String
    /// What is wrong, and how the command is used.
    let fullText: String

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
