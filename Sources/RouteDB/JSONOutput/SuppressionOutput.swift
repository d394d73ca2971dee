package import RouteDBRouting
import RouteDBStorage

/// The output for a suppression.
package struct SuppressionOutput: Sendable {
    package let suppression: LintSuppression
    package let names: SnapshotNames

    package init(suppression: LintSuppression, names: SnapshotNames) {
        self.suppression = suppression
        self.names = names
    }

    /// The suppression as JSON.
    package var object: JSONObject {
        let head: JSONObject = ["id": .int(suppression.id)]
        return head.merging(
            suppression.allFields(
                ItemNames(
                    namespace: { .string(names.name(of: $0)) }, route: { .int($0.rawValue) })))
    }
}
