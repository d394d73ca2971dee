package import RouteDBRouting
import RouteDBStorage

/// The output for an app.
package struct AppOutput: Sendable {
    package let app: LinkedApp
    /// The name of the namespace.
    package let namespace: String

    package init(app: LinkedApp, namespace: String) {
        self.app = app
        self.namespace = namespace
    }

    /// The apps of a registry, ordered by namespace, platform and identifier.
    package static func all(_ snapshot: RegistrySnapshot) -> [AppOutput] {
        let names = snapshot.namespaceNames
        return snapshot.appRecords.map { record in
            AppOutput(app: record.app, namespace: names[record.namespace] ?? "")
        }
        .sorted { $0.namespace < $1.namespace }
    }

    /// The app as JSON, as documents have it.
    package var object: JSONObject {
        AppRecord(namespace: NamespaceID(rawValue: 0), app: app).allFields(
            ItemNames(namespace: { _ in .string(namespace) }, route: { .int($0.rawValue) }))
    }
}
