import RouteDB
import RouteDBTerminal

// How the tool shows a stored case.
extension CaseOutput {
    /// Returns a case as a line of text.
    static func text(_ stored: RouteTestCase.Stored) -> String {
        let tested = TestedCase(content: stored.content, label: "#\(stored.id.rawValue)")
        return "case \(tested.title)"
    }

    /// Returns an expectation as text.
    private static func expectation(_ stored: RouteTestCase.Stored) -> String {
        guard case .object(let object)? = stored.content.json["expect"] else { return "" }
        return object.members.map { member in
            guard case .string(let text) = member.value else {
                return "\(member.key)=\(member.value)"
            }
            return "\(member.key)=\(text)"
        }.joined(separator: " ")
    }

    static let listing = Listing<RouteTestCase.Stored>(
        "cases",
        columns: [
            .init("id") { "\($0.id.rawValue)" }, .init("case") { $0.content.name ?? "" },
            .init("request") { $0.content.request.routeName ?? $0.content.request.url },
            .init("principal") { $0.content.request.principal?.id ?? "" },
            .init("expected") { expectation($0) },
        ], object: object)
}

extension ItemChange {
    /// Describes what was done to a stored case.
    init(_ outcome: String, _ stored: RouteTestCase.Stored) {
        self.init(outcome, CaseOutput.object(stored), text: CaseOutput.text(stored))
    }
}

extension TestedCase {
    /// Stores the case inside an edit.
    func store(with editor: RegistryEditor, replacing isReplacing: Bool) throws -> ItemChange {
        do {
            let outcome = try editor.addCase(content, replacing: isReplacing)
            return ItemChange(
                outcome.word, RouteTestCase.Stored(id: outcome.item, content: content))
        } catch {
            let hint =
                error.code == .caseConflict
                ? "Replace it with '--replace', or choose another name." : error.hint
            throw CommandFailure(
                error.code.description, "\(label): \(error.message)", hint: hint)
        }
    }
}

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
            cases.append(
                TestedCase(
                    content: try members.read(RouteTestCase.init(json:)), label: "line \(line)"))
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
