import ArgumentParser
import RouteDB

/// The failure of a command line that names a command that there is not.
enum UnknownCommand {
    /// Options that take the next argument, and may stand before a command.
    private static let optionsWithValue: Set = ["--db"]

    /// The failure; `nil` if the command line names commands that there are.
    static func failure(of arguments: [String]) -> CommandFailure? {
        var command: any ParsableCommand.Type = RootCommand.self
        var path = ["routedb"]
        var rest = arguments[...]
        while let word = rest.popFirst() {
            if word == "--" { return nil }
            if optionsWithValue.contains(word) { _ = rest.popFirst() }
            if word.hasPrefix("-") { continue }
            let subcommands = command.configuration.subcommands
            guard !subcommands.isEmpty else { return nil }
            let names = subcommands.compactMap { $0.configuration.commandName }
            guard let index = names.firstIndex(of: word) else {
                // It may be an argument of the command that needs no name.
                if command.configuration.defaultSubcommand != nil { return nil }
                let synonym = synonyms[word].flatMap { names.contains($0) ? $0 : nil }
                let nearest = synonym ?? NameSuggestion.nearest(to: word, among: names)
                let place = path.joined(separator: " ")
                return .usage(
                    "Unknown command '\(place) \(word)'.",
                    hint: nearest.map { "Did you mean '\(place) \($0)'?" }
                        ?? "'\(place) --help' lists the commands.")
            }
            command = subcommands[index]
            path.append(word)
        }
        return nil
    }

    /// What other tools call our commands.
    private static let synonyms = [
        "ls": "list", "rm": "remove", "delete": "remove", "del": "remove", "mv": "rename",
        "get": "show", "match": "resolve", "history": "log", "ns": "namespace", "create": "init",
        "update": "replace", "edit": "replace", "verify": "check", "revert": "rollback",
        "undo": "rollback", "annotate": "blame", "compare": "diff", "hash": "digest",
    ]
}
