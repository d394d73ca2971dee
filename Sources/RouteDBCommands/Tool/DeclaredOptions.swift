import ArgumentParser
import RouteDB

/// The options and arguments that a command declares.
struct DeclaredOptions {
    /// An option, a flag, or an argument without a name.
    struct Declaration {
        /// The name, such as `--format`; `nil` for an argument without one.
        let name: String?
        /// True if a value follows the name.
        let takesValue: Bool
        /// True if each further value adds to those before.
        let isRepeating: Bool
        /// The name of the value in the help, such as `key=value`.
        let valueName: String

        /// Returns the key of a value, if each of the values sets one.
        func key(of value: String) -> String? {
            let bytes = value.utf8
            // A pattern among the fields that are set may have a query.
            if valueName == SetCommand.words, !RouteAssignment.isWritten(in: value) { return nil }
            if valueName.contains("="), !valueName.hasSuffix("]") {
                return bytes.firstIndex(of: UInt8(ascii: "=")).map { String(value[..<$0]) }
            }
            guard valueName.hasSuffix(":kind") else { return nil }
            return bytes.lastIndex(of: UInt8(ascii: ":")).map { String(value[..<$0]) }
        }
    }

    /// A value in a command line.
    struct Given {
        let declaration: Declaration
        let value: String
    }

    /// The options and flags, by each of their names with its dashes.
    private(set) var named: [String: Declaration] = [:]
    private var arguments: [Declaration] = []

    /// Reads the declarations from what the argument parser tells of a command.
    init(of command: any ParsableCommand.Type) {
        guard case .object(let help)? = try? JSONValue(parsing: command._dumpHelp()),
            case .object(let described)? = help["command"],
            case .array(let declarations)? = described["arguments"]
        else { return }
        for case .object(let declared) in declarations { add(declared) }
    }

    private mutating func add(_ declared: JSONObject) {
        var names: [String] = []
        if case .array(let all)? = declared["names"] {
            for case .object(let name) in all {
                guard case .string(let text)? = name["name"] else { continue }
                names.append((name["kind"] == "long" ? "--" : "-") + text)
            }
        }
        var valueName = ""
        if case .string(let text)? = declared["valueName"] { valueName = text }
        let declaration = Declaration(
            name: names.first { $0.hasPrefix("--") } ?? names.first,
            takesValue: declared["kind"] != "flag", isRepeating: declared["isRepeating"] == true,
            valueName: valueName)
        if names.isEmpty { arguments.append(declaration) }
        for name in names { named[name] = declaration }
    }

    /// Returns the values in the words of a command line, without the names of commands.
    func values(in words: [String]) -> [Given] {
        var given: [Given] = []
        var position = 0
        var rest = words[...]
        var areOptionsOver = false
        while let word = rest.popFirst() {
            let names = areOptionsOver ? [] : Self.names(in: word)
            if names.isEmpty {
                if word == "--", !areOptionsOver {
                    areOptionsOver = true
                } else if let argument = argument(at: position) {
                    given.append(Given(declaration: argument, value: word))
                    position += 1
                }
                continue
            }
            for name in names {
                guard let option = named[name], option.takesValue else { continue }
                var value = ""
                if let equals = word.firstIndex(of: "=") {
                    value = String(word[word.index(after: equals)...])
                } else if let next = rest.first, next != "--",
                    !Self.names(in: next).contains(where: { named[$0] != nil })
                {
                    value = rest.removeFirst()
                }
                given.append(Given(declaration: option, value: value))
            }
        }
        return given
    }

    private func argument(at position: Int) -> Declaration? {
        if position < arguments.count { return arguments[position] }
        return arguments.last.flatMap { $0.isRepeating ? $0 : nil }
    }

    /// Returns the names of options that a word has: one, or a letter each for `-qf`.
    static func names(in word: String) -> [String] {
        guard word.hasPrefix("-"), word != "-", word != "--" else { return [] }
        let name = String(word.prefix { $0 != "=" })
        guard !name.hasPrefix("--"), name == word else { return [name] }
        return name.dropFirst().map { "-\($0)" }
    }
}
