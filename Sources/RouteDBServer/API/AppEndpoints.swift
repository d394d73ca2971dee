#if Server
import HTTPTypes
import Hummingbird
import RouteDB

/// The endpoints for the apps that open the links of namespaces.
enum AppEndpoints {
    static func endpoints(_ state: ServiceState) -> [Endpoint] {
        [list(state), get(state), put(state), patch(state), remove(state)]
    }

    /// The schema of an app.
    static let schema = JSONSchema.object(
        [
            .init("namespace", .string("The namespace.")),
            .init("platform", .word(AppLinkPlatform.allCases.map(\.rawValue), "The platform.")),
            .init("app", .string("Team and bundle, or package.")),
            .init("name", .optional(.string("What people call the app."))),
            .init(
                "fingerprints",
                .list(.string("A SHA-256 fingerprint."), "The certificates of an Android app.")),
            .init(
                "include",
                .list(
                    .string("group:NAME, label:KEY, label:KEY=VALUE or route:NAME."),
                    "The routes whose links open the app; all if empty.")),
            .init(
                "exclude", .list(.string("As for 'include'."), "The routes whose links do not.")),
        ], "An app that opens the links of a namespace.")

    /// The schema of what a request says about an app.
    static let draftSchema = JSONSchema.object(
        [
            .init("name", .optional(.string("What people call the app.")), isRequired: false),
            .init(
                "fingerprints",
                .list(.string("A SHA-256 fingerprint."), "The certificates of an Android app."),
                isRequired: false),
            .init(
                "include", .list(.string("A choice."), "The routes whose links open the app."),
                isRequired: false),
            .init(
                "exclude", .list(.string("A choice."), "The routes whose links do not."),
                isRequired: false),
        ], "What is said about an app.")

    private static let path = "/api/v1/apps/{platform}/{app}"
    private static let parameters: [Endpoint.Parameter] = [
        .path("platform", "ios or android."), .path("app", "Team and bundle, or package."),
        .query("namespace", "The namespace (default: default)."),
    ]
    private static let changes = (
        key: "apps", schema: EntityEdits.change([.init("app", .string("The app."))])
    )

    private static func list(_ state: ServiceState) -> Endpoint {
        EntityEndpoints.list(
            state, "apps", "App", "Lists the apps that open links, by namespace."
        ) { snapshot, own in
            AppFacts.all(snapshot).filter { own == nil || $0.namespace == own }.map(\.object)
        }
    }

    private static func get(_ state: ServiceState) -> Endpoint {
        EntityEndpoints.get(
            state, "getApp", path, "Answers with an app.", "App", namespaces: .limited, parameters
        ) { snapshot, call in
            let namespace = try EntityEdits.namespace(call)
            let space = try snapshot.namespace(named: namespace)
            let app = try (snapshot.apps[space.id] ?? [])
                .named(call.required("app"), on: try platform(call), in: namespace)
            return AppFacts(app: app, namespace: namespace).object
        }
    }

    private static func put(_ state: ServiceState) -> Endpoint {
        EntityEdits.edit(
            "putApp", .put, path, "Adds an app, or replaces what is said about it.",
            namespaces: .limited, parameters: parameters,
            body: .object(.named("AppDraft"), "What is said about the app."), changes: changes
        ) { call in
            let (namespace, platform) = (try EntityEdits.namespace(call), try platform(call))
            let app = try app(call.object, platform, call.required("app"), in: namespace)
            return try await state.edit(for: call, "apps") { editor in
                [change(try editor.addApp(app, in: namespace, replacing: true), namespace)]
            }
        }
    }

    private static func patch(_ state: ServiceState) -> Endpoint {
        EntityEdits.edit(
            "patchApp", .patch, path,
            "Changes members of an app: those sent replace, null removes (RFC 7396).",
            namespaces: .limited, parameters: parameters,
            body: Endpoint.Body(
                form: .object(.any("The members to change.")),
                mediaTypes: ["application/merge-patch+json", "application/json"],
                limit: 1 << 20, summary: "The members to change."),
            changes: changes
        ) { call in
            let (namespace, platform) = (try EntityEdits.namespace(call), try platform(call))
            let (identifier, patch) = (call.required("app"), call.object)
            return try await state.edit(for: call, "apps") { editor in
                let old = try editor.apps(in: namespace)
                    .named(identifier, on: platform, in: namespace)
                let object = AppFacts(app: old, namespace: namespace).object
                let new = try app(
                    MergePatch.apply(patch, to: object), platform, identifier, in: namespace)
                return [change(try editor.addApp(new, in: namespace, replacing: true), namespace)]
            }
        }
    }

    private static func remove(_ state: ServiceState) -> Endpoint {
        EntityEdits.edit(
            "deleteApp", .delete, path, "Removes an app.", namespaces: .limited,
            parameters: parameters, changes: changes
        ) { call in
            let (namespace, platform) = (try EntityEdits.namespace(call), try platform(call))
            let identifier = call.required("app")
            return try await state.edit(for: call, "apps") { editor in
                let app = try editor.removeApp(identifier, on: platform, in: namespace)
                return [
                    EntityEdits.outcome(
                        "removed", AppFacts(app: app, namespace: namespace).object)
                ]
            }
        }
    }

    private static func change(_ outcome: EditOutcome<LinkedApp>, _ namespace: String) -> JSONObject
    {
        EntityEdits.outcome(
            outcome.word, AppFacts(app: outcome.item, namespace: namespace).object)
    }

    private static func platform(_ call: Call) throws(Problem) -> AppLinkPlatform {
        let word = call.required("platform")
        if let platform = AppLinkPlatform(rawValue: word) { return platform }
        let known = AppLinkPlatform.allCases.map(\.rawValue)
        throw Problem(
            .notFound, "notFound", "There is no platform \(word.excerpt).",
            hint: "The platforms are \(known.joined(separator: " and ")).")
    }

    /// Reads an app, which may be one that was answered; what names it must be what the path names.
    private static func app(
        _ object: JSONObject, _ platform: AppLinkPlatform, _ identifier: String,
        in namespace: String
    ) throws -> LinkedApp {
        var object = object
        for key in ["schema", "outcome"] { object[key] = nil }
        try JSONReader(object).requireKeys(
            among: [
                "namespace", "platform", "app", "name", "fingerprints", "include", "exclude",
            ], of: "An app")
        let own = [
            ("namespace", namespace), ("platform", platform.rawValue), ("app", identifier),
        ]
        for (key, text) in own {
            guard object[key] == nil || object[key] == .string(text) else {
                throw Problem(
                    .unprocessableContent, "invalidValue",
                    "The body's '\(key)' is not the one of the path, \(text.excerpt).",
                    hint: "Leave it out, or change another app.")
            }
            object[key] = .string(text)
        }
        return try StoredForm.read(object) { try $0.linkedApp() }
    }
}
#endif
