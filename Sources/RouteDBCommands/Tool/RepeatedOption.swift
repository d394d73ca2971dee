import ArgumentParser
import RouteDB
import RouteDBTerminal

/// The failure for an option that takes one value and is given several.
///
/// The argument parser keeps the last value, and with it a gate forgets the others.
enum RepeatedOption {
    /// An option, or a key of its values, that is given twice.
    struct Repetition: Hashable {
        /// The name of the option; `nil` for arguments without one.
        let name: String?
        /// The key, if the option may be repeated with other keys.
        let key: String?
        /// The first two values.
        let values: [String]
    }

    /// Addresses may have passwords.
    private static let secret: Set = ["--hub"]

    /// Returns the failure; `nil` if nothing is given twice that counts once.
    static func failure(of arguments: [String]) -> CommandFailure? {
        // A shell that asks for completions passes on what is not yet complete.
        guard arguments.first != "---completion", mayRepeat(arguments),
            let first = repetitions(in: arguments).first
        else { return nil }
        let values = first.values.map { "'\($0)'" }.joined(separator: " and ")
        guard let key = first.key else {
            let name = first.name ?? ""
            return .usage(
                "'\(name)' is given twice" + (secret.contains(name) ? "." : ": \(values)."),
                hint: "It takes one value: leave out all but one.")
        }
        let place = first.name.map { "'\($0)' has '\(key)' twice" } ?? "'\(key)' is given twice"
        return .usage("\(place): \(values).", hint: "Give each key once.")
    }

    /// Returns what a command line gives more often than it may, in order.
    static func repetitions(in arguments: [String]) -> [Repetition] {
        guard let (command, words) = command(of: arguments) else { return [] }
        var before: [Repetition: String] = [:]
        return DeclaredOptions(of: command).values(in: words).compactMap { given in
            let declaration = given.declaration
            let key = declaration.isRepeating ? declaration.key(of: given.value) : nil
            if key == nil, declaration.isRepeating || declaration.name == nil { return nil }
            let place = Repetition(name: declaration.name, key: key, values: [])
            guard let first = before.updateValue(given.value, forKey: place) else { return nil }
            return Repetition(name: place.name, key: key, values: [first, given.value])
        }
    }

    /// Returns whether two words may be of one option, whose declaration takes longer to make.
    ///
    /// All names of an option begin with the same letter.
    private static func mayRepeat(_ arguments: [String]) -> Bool {
        var seen: Set<String> = []
        return arguments.contains { word in
            let names = DeclaredOptions.names(in: word)
            if names.isEmpty { return word.contains("=") && !seen.insert("=").inserted }
            return names.contains { name in
                !seen.insert(name.drop { $0 == "-" }.prefix(1).lowercased()).inserted
            }
        }
    }

    /// Returns the command that a command line is for, and its other words.
    private static func command(
        of arguments: [String]
    ) -> (any ParsableCommand.Type, [String])? {
        var command: any ParsableCommand.Type = RootCommand.self
        var words: [String] = []
        var rest = arguments[...]
        while let word = rest.first {
            let subcommands = command.configuration.subcommands
            if let next = subcommands.first(where: { $0.configuration.commandName == word }) {
                command = next
                rest.removeFirst()
            } else if word.hasPrefix("-"), word != "-", word != "--", !subcommands.isEmpty {
                words.append(rest.removeFirst())
                if UnknownCommand.optionsWithValue.contains(word), let value = rest.popFirst() {
                    words.append(value)
                }
            } else {
                break
            }
        }
        let standard = command.configuration.defaultSubcommand
        guard let leaf = command.configuration.subcommands.isEmpty ? command : standard else {
            return nil
        }
        return (leaf, words + rest)
    }
}
