import RouteDB

/// A case, and what people call it.
struct TestedCase: Sendable {
    let content: RouteTestCase
    /// Where it comes from: the number of a stored one, as `#3`, or the line of a file.
    let label: String

    /// The cases that a registry keeps.
    static func stored(in snapshot: RegistrySnapshot) -> [TestedCase] {
        snapshot.cases.map { TestedCase(content: $0.content, label: "#\($0.id.rawValue)") }
    }

    /// The cases of a file, one JSON object a line, or of standard input for `-`.
    static func read(from path: String, in context: CommandContext) throws -> [TestedCase] {
        var cases: [TestedCase] = []
        _ = try context.forEachObject(of: path) { line, members throws(InputProblem) in
            let content = try members.read { reader throws(JSONMemberError) in
                try RouteTestCase(json: reader.object)
            }
            cases.append(TestedCase(content: content, label: "line \(line)"))
        }
        return cases
    }

    /// The URL, or the name of the route, that is asked for.
    var subject: String { content.request.routeName ?? content.request.url }

    /// The case on one line.
    var title: String {
        PlainText.shown([label, content.name, subject].compactMap { $0 }.joined(separator: "  "))
    }

    /// Whether a text is part of the name or of what is asked for.
    func contains(_ text: String) -> Bool {
        subject.contains(text) || content.name?.contains(text) == true
    }
}
