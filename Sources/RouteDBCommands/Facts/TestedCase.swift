import RouteDB

/// A test case with a label.
struct TestedCase: Sendable {
    let content: RouteTestCase
    /// The origin of the case: the number of a stored case, as `#3`, or the line of a file.
    let label: String

    /// Returns the cases stored in a registry.
    static func stored(in snapshot: RegistrySnapshot) -> [TestedCase] {
        snapshot.cases.map { TestedCase(content: $0.content, label: "#\($0.id.rawValue)") }
    }

    /// Reads cases from a file with one JSON object per line, or from standard input for `-`.
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

    /// The requested URL or route name.
    var subject: String { content.request.routeName ?? content.request.url }

    /// The case on one line.
    var title: String {
        PlainText.shown([label, content.name, subject].compactMap { $0 }.joined(separator: "  "))
    }

    /// Returns whether a text is part of the name or the subject.
    func contains(_ text: String) -> Bool {
        subject.contains(text) || content.name?.contains(text) == true
    }
}
