package import RouteDBRouting

/// The output for a suppression.
package struct SuppressionFacts: Sendable {
    package let suppression: LintSuppression
    package let names: LintNames

    package init(suppression: LintSuppression, names: LintNames) {
        self.suppression = suppression
        self.names = names
    }

    /// The suppression as JSON.
    package var object: JSONObject {
        [
            "id": .int(suppression.id), "code": .string(suppression.code.rawValue),
            "route": suppression.route.map { .int($0.rawValue) } ?? .null,
            "other": suppression.other.map { .int($0.rawValue) } ?? .null,
            "namespace": suppression.namespace.map { .string(names.name(of: $0)) } ?? .null,
            "about": suppression.name.map(JSONValue.string) ?? .null,
            "reason": .string(suppression.reason),
        ]
    }
}
