import ArgumentParser
import RouteDB

/// The failure for an option that its command does not have.
///
/// The argument parser reports missing arguments first, although an option is often missing because
/// it was misspelled.
enum UnknownOption {
    /// Returns the failure; `nil` if the command has all options.
    ///
    /// - Parameters:
    ///   - words: The words after the name of the command.
    ///   - command: The command.
    ///   - path: The full name of the command, such as `routedb list`.
    /// - Returns: The failure.
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
            hint: nearest.map { "Did you mean '\($0)'?" } ?? "'\(path) --help' lists its options.")
    }

    /// Returns the options of a command, with whether each takes a value.
    private static func options(of command: any ParsableCommand.Type) -> [String: Bool] {
        var options = ["--help": false, "-h": false, "--version": false, "--help-hidden": false]
        var commands: [any ParsableCommand.Type] = [command]
        if let standard = command.configuration.defaultSubcommand { commands.append(standard) }
        for command in commands {
            guard case .object(let help)? = try? JSONValue(parsing: command._dumpHelp()),
                case .object(let described)? = help["command"],
                case .array(let arguments)? = described["arguments"]
            else { continue }
            for case .object(let argument) in arguments {
                guard case .array(let names)? = argument["names"] else { continue }
                for case .object(let name) in names {
                    guard case .string(let text)? = name["name"] else { continue }
                    let dashes = name["kind"] == "long" ? "--" : "-"
                    options[dashes + text] = argument["kind"] == "option"
                }
            }
        }
        return options
    }

    /// What our options are called in other tools.
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
        "--timezone": ["--tz"], "--zone": ["--tz"], "--interval": ["--bucket"],
    ]
}
