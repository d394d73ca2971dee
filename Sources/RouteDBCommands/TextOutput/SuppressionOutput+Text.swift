import RouteDB
import RouteDBTerminal

// How the tool shows a suppression.
extension SuppressionOutput {
    /// The items that the suppression applies to, in words.
    var subject: String {
        let routes = [suppression.route, suppression.other].compactMap(\.self).map(names.label)
        let namespace = suppression.namespace.map { "namespace \(names.name(of: $0))" }
        return (routes + [namespace, suppression.name].compactMap(\.self)).joined(separator: ", ")
    }

    /// The suppression as a line of text.
    var text: String {
        PlainText.shown(
            "suppression \(suppression.id): \(suppression.code.rawValue) of \(subject),"
                + " because: \(suppression.reason)")
    }

    static let listing = Listing<SuppressionOutput>(
        "suppressions",
        columns: [
            .init("id") { "\($0.suppression.id)" }, .init("code") { $0.suppression.code.rawValue },
            .init("about") { $0.subject }, .init("reason") { $0.suppression.reason },
        ], object: { $0.object })
}

extension ItemChange {
    /// Describes what was done to a suppression.
    init(_ outcome: String, _ suppression: LintSuppression, in editor: RegistryEditor) throws {
        let facts = try SuppressionOutput(suppression, in: editor)
        self.init(outcome, facts.object, text: facts.text)
    }
}
