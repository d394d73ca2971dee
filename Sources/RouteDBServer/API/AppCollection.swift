#if Server
import HTTPTypes
import RouteDB

/// The apps that open the links of namespaces, in the API.
enum AppCollection: SmallCollection {
    static let outline = CollectionOutline(
        key: "apps", name: "App", noun: "app", schema: "App",
        parameters: [
            .path("platform", "ios or android."), .path("app", "Team and bundle, or package."),
            .query("namespace", "The namespace (default: default)."),
        ],
        change: CollectionOutline.change(.init("app", .string("The app."))),
        operations: [
            .list("Lists the apps that open links, by namespace."),
            .get,
            .put(
                "Adds an app, or replaces what is said about it.",
                .object(RequestBodies.app, "What is said about the app.")),
            .patch(RequestBodies.appPatch),
            .remove("Removes an app."),
        ])

    static func all(_ snapshot: RegistrySnapshot) -> [AppOutput] { AppOutput.all(snapshot) }

    static func find(_ call: Call, in snapshot: RegistrySnapshot) throws -> AppOutput {
        try find(call) { snapshot.apps[try snapshot.namespace(named: $0).id] ?? [] }
    }

    static func find(_ call: Call, in editor: RegistryEditor) throws -> AppOutput {
        try find(call, editor.apps)
    }

    private static func find(
        _ call: Call, _ apps: (_ namespace: String) throws -> [LinkedApp]
    ) throws -> AppOutput {
        let namespace = try namespace(call)
        let app = try apps(namespace)
            .named(call.required("app"), on: try platform(call), in: namespace)
        return AppOutput(app: app, namespace: namespace)
    }

    private static func platform(_ call: Call) throws(Problem) -> LinkedApp.Platform {
        let word = call.required("platform")
        if let platform = LinkedApp.Platform(rawValue: word) { return platform }
        let known = LinkedApp.Platform.allCases.map(\.rawValue)
        throw Problem(
            .notFound, "notFound", "There is no platform \(word.excerpt).",
            hint: "The platforms are \(known.joined(separator: " and ")).")
    }

    static func object(of item: AppOutput) -> JSONObject { item.object }

    static func namespace(of item: AppOutput) -> String? { item.namespace }

    static func identity(_ call: Call) throws -> [(key: String, value: String)] {
        [
            ("namespace", try namespace(call)), ("platform", try platform(call).rawValue),
            ("app", call.required("app")),
        ]
    }

    static func draft(_ settings: JSONObject) throws -> LinkedApp {
        try StoredForm.read(settings) { try $0.linkedApp() }
    }

    static func store(
        _ draft: LinkedApp, over old: AppOutput?, for call: Call, in editor: RegistryEditor
    ) throws -> JSONObject {
        let namespace = try namespace(call)
        let outcome = try editor.addApp(draft, in: namespace, replacing: true)
        return change(outcome.word, AppOutput(app: outcome.item, namespace: namespace).object)
    }

    static func remove(
        _ item: AppOutput, for call: Call, in editor: RegistryEditor
    ) throws -> JSONObject {
        try editor.removeApp(item.app.identifier, on: item.app.platform, in: item.namespace)
        return change("removed", item.object)
    }
}
#endif
