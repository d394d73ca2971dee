import RouteDB

/// What the tool tells of a suppression.
struct SuppressionFacts: Sendable {
    let suppression: LintSuppression
    let names: LintNames

    /// What JSON says of it.
    var object: JSONObject {
        [
            "id": .int(suppression.id), "code": .string(suppression.code.rawValue),
            "route": suppression.route.map { .int($0.rawValue) } ?? .null,
            "other": suppression.other.map { .int($0.rawValue) } ?? .null,
            "namespace": suppression.namespace.map { .string(names.name(of: $0)) } ?? .null,
            "about": suppression.name.map(JSONValue.string) ?? .null,
            "reason": .string(suppression.reason),
        ]
    }

    /// What it is about, for people.
    var subject: String {
        let routes = [suppression.route, suppression.other].compactMap(\.self).map(names.label)
        let namespace = suppression.namespace.map { "namespace \(names.name(of: $0))" }
        return (routes + [namespace, suppression.name].compactMap(\.self)).joined(separator: ", ")
    }

    /// What a line for people says of it.
    var text: String {
        PlainText.shown(
            "suppression \(suppression.id): \(suppression.code.rawValue) of \(subject),"
                + " because: \(suppression.reason)")
    }

    static let listing = Listing<SuppressionFacts>(
        "suppressions",
        columns: [
            .init("id") { "\($0.suppression.id)" }, .init("code") { $0.suppression.code.rawValue },
            .init("about") { $0.subject }, .init("reason") { $0.suppression.reason },
        ], object: { $0.object })
}
