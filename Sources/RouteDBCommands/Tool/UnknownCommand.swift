import ArgumentParser
import RouteDB

/// The failure for a command or option that does not exist.
enum UnknownCommand {
    /// The options that take a value and may precede a command.
    private static let optionsWithValue: Set = ["--db"]

    /// Returns the failure; `nil` if all commands and options exist.
    static func failure(of arguments: [String]) -> CommandFailure? {
        var command: any ParsableCommand.Type = RootCommand.self
        var path = ["routedb"]
        var rest = arguments[...]
        var words: [String] = []
        var asksForHelp = false
        while let word = rest.popFirst() {
            if word == "--" { break }
            if optionsWithValue.contains(word) {
                _ = rest.popFirst()
                continue
            }
            if word.hasPrefix("-") {
                words.append(word)
                continue
            }
            let subcommands = command.configuration.subcommands
            if path.count == 1, word == "help", !asksForHelp {
                asksForHelp = true
                continue
            }
            let names = subcommands.compactMap { $0.configuration.commandName }
            guard let index = names.firstIndex(of: word) else {
                // It may be an argument of the command or of its default subcommand.
                let isArgument =
                    subcommands.isEmpty || command.configuration.defaultSubcommand != nil
                guard isArgument, !asksForHelp else { return failure(word, path, names) }
                words.append(word)
                break
            }
            command = subcommands[index]
            path.append(word)
        }
        if asksForHelp { return nil }
        return UnknownOption.failure(
            in: words + rest, of: command, path: path.joined(separator: " "))
    }

    private static func failure(
        _ word: String, _ path: [String], _ names: [String]
    ) -> CommandFailure {
        let synonym = synonyms[word].flatMap { names.contains($0) ? $0 : nil }
        let nearest = synonym ?? NameSuggestion.nearest(to: word, among: names)
        let place = path.joined(separator: " ")
        return .usage(
            "There is no command '\(place) \(word)'.",
            hint: nearest.map { "Did you mean '\(place) \($0)'?" }
                ?? (names.isEmpty
                    ? "'\(place)' has no subcommands." : "'\(place) --help' lists the commands."))
    }

    /// Returns whether a command line asks for the help of a command.
    static func asksForHelp(_ arguments: [String]) -> Bool {
        arguments.first { !$0.hasPrefix("-") } == "help"
    }

    /// What our commands are called in other tools.
    private static let synonyms = [
        "ls": "list", "rm": "remove", "delete": "remove", "del": "remove", "mv": "rename",
        "get": "show", "match": "resolve", "history": "log", "ns": "namespace", "create": "init",
        "update": "replace", "edit": "replace", "verify": "check", "revert": "rollback",
        "undo": "rollback", "annotate": "blame", "compare": "diff", "hash": "digest",
    ]
}
