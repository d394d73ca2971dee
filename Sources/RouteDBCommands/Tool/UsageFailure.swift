import ArgumentParser
import RouteDB
import RouteDBTerminal

/// A command line that could not be parsed.
struct UsageFailure: Error {
    private static let foreignPrefix = "Error: "

    /// A description of the mistake.
    let message: String
    /// A description of the mistake, with the usage of the command.
    let fullText: String

    /// Creates a failure from the texts of the argument parser, which may quote arguments.
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

/// The failure for a command or option that does not exist.
enum UnknownCommand {
    /// The options that take a value and may precede a command.
    static let optionsWithValue: Set = ["--db", "--hub"]

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
            hint: nearest.map { NameSuggestion.question("\(place) \($0)") }
                ?? (names.isEmpty
                    ? "'\(place)' has no subcommands." : "'\(place) --help' lists the commands."))
    }

    /// Returns whether a command line asks for the help of a command.
    static func asksForHelp(_ arguments: [String]) -> Bool {
        arguments.first { !$0.hasPrefix("-") } == "help"
    }

    /// The names of our commands in other tools, each with our own.
    private static let synonyms = [
        "ls": "list", "rm": "remove", "delete": "remove", "del": "remove", "mv": "rename",
        "get": "show", "match": "resolve", "history": "log", "ns": "namespace", "create": "init",
        "update": "set", "edit": "set", "replace": "set", "change": "set", "modify": "set",
        "verify": "check", "undo": "revert",
        "annotate": "blame", "compare": "diff", "hash": "digest",
    ]
}

/// The failure for an option that its command does not have.
///
/// The argument parser reports missing arguments first, although an option is often missing because
/// it was misspelled.
enum UnknownOption {
    /// Returns the failure; `nil` if the command has all options.
    static func failure(
        in words: [String], of command: any ParsableCommand.Type, path: String
    ) -> CommandFailure? {
        let options = options(of: command)
        var rest = words[...]
        while let word = rest.popFirst() {
            guard word != "--" else { return nil }
            guard word.hasPrefix("-"), word != "-" else { continue }
            let isLong = word.hasPrefix("--")
            let name = isLong ? String(word.prefix { $0 != "=" }) : String(word.prefix(2))
            guard let takesValue = options[name] else {
                // A signed number is a value.
                if !isLong, word.dropFirst().first?.isNumber == true { continue }
                return failure(name, among: options, path)
            }
            if takesValue, isLong ? name == word : word.count == 2 { _ = rest.popFirst() }
        }
        return nil
    }

    private static func failure(
        _ name: String, among options: [String: Bool], _ path: String
    ) -> CommandFailure {
        let names = options.keys.sorted()
        let synonym = synonyms[name]?.first { options[$0] != nil }
        let long = names.filter { $0.hasPrefix("--") }
        let nearest =
            synonym
            ?? NameSuggestion.nearest(
                to: String(name.drop { $0 == "-" }), among: long.map { String($0.dropFirst(2)) }
            ).map { "--\($0)" }
        return .usage(
            "'\(path)' has no option '\(name)'.",
            hint: nearest.map(NameSuggestion.question) ?? "'\(path) --help' lists its options.")
    }

    /// Returns the options of a command, with whether each takes a value.
    private static func options(of command: any ParsableCommand.Type) -> [String: Bool] {
        var options = ["--help": false, "-h": false, "--version": false, "--help-hidden": false]
        var commands: [any ParsableCommand.Type] = [command]
        if let standard = command.configuration.defaultSubcommand { commands.append(standard) }
        for command in commands {
            for (name, option) in DeclaredOptions(of: command).named {
                options[name] = option.takesValue
            }
        }
        return options
    }

    /// The names of our options in other tools, each with our own.
    private static let synonyms = [
        "-n": ["--dry-run", "--limit"], "--max-count": ["--limit"], "--count": ["--limit"],
        "--top": ["--limit"], "--from": ["--since"], "--to": ["--until"], "--start": ["--since"],
        "--end": ["--until"], "--after": ["--since"], "--before": ["--until"],
        "--force": ["--yes"], "--assume-yes": ["--yes"], "--out": ["--output"],
        "--database": ["--db"], "--file": ["--db"], "--ns": ["--namespace"],
        "--user": ["--as", "--author"], "--principal": ["--as"], "--revision": ["--as-of"],
        "--rev": ["--as-of"], "--at": ["--as-of"], "--check": ["--dry-run"],
        "--simulate": ["--dry-run"], "--msg": ["--message"], "--jsonl": ["--ndjson", "--format"],
        "--csv": ["--format"],
        "--ndjson": ["--format"], "--tsv": ["--format"],
        "--format": ["--log-format", "--file-format"], "-f": ["--log-format", "--file-format"],
        "--timezone": ["--tz"], "--zone": ["--tz"], "--interval": ["--bucket"],
    ]
}
