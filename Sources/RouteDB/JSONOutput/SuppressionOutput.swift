package import RouteDBRouting
package import RouteDBStorage

/// The output for a suppression.
package struct SuppressionOutput: Sendable {
    package let suppression: LintSuppression
    package let names: SnapshotNames

    package init(suppression: LintSuppression, names: SnapshotNames) {
        self.suppression = suppression
        self.names = names
    }

    /// Creates the output for a suppression, as an edit sees what it names.
    package init(_ suppression: LintSuppression, in editor: RegistryEditor) throws {
        self.suppression = suppression
        let routes = [suppression.route, suppression.other].compactMap { $0.map(RouteScope.route) }
        let namespace = suppression.namespace.map { [RouteScope.namespace($0)] } ?? []
        names = try SnapshotNames(of: routes + namespace, in: editor)
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
