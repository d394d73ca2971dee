import RouteDB
import RouteDBStorage

/// What a registry says, without ids and history: two that answer alike are equal.
struct RegistryContent: Equatable {
    struct NamespaceContent: Equatable {
        let profile: NamespaceProfile
        let overrides: NamespacePolicy.Overrides
        let schemes: Set<String>
        let hosts: Set<String>
        let fallback: String?
        let fallbackTarget: String?
        let access: RouteNamespace.Access
    }

    struct RouteContent: Equatable {
        let namespace: String
        let pattern: RoutePattern?
        let text: String
        let kind: String?
        let target: String
        let name: String?
        let group: String?
        let priority: Int32
        let isEnabled: Bool
        let defaults: JSONObject
        let requirements: [RouteRequirement]
        let presentation: RoutePresentation?
        let redirect: RouteRedirect?
        let labels: [String: String]
        let note: String?
    }

    /// The rules of converters, by namespace and, behind a slash, name.
    let converters: [String: ParameterConverter.Rule]
    let namespaces: [String: NamespaceContent]
    let routes: [RouteContent]
    /// The default values, by namespace and, behind a slash, group.
    let defaults: [String: JSONObject]
    /// The access rules, each behind what it covers, by age; a route is its place.
    let rules: [String]
    /// The suppressions, each with the places of its routes, by age.
    let suppressions: [String]
    /// The route tests, by age.
    let cases: [RouteTestCase]
    /// The apps, by namespace.
    let apps: [String: [LinkedApp]]

    init(_ snapshot: RegistrySnapshot) {
        var names: [NamespaceID: String] = [:]
        for namespace in snapshot.namespaces { names[namespace.id] = namespace.name }
        var namespaces: [String: NamespaceContent] = [:]
        for namespace in snapshot.namespaces {
            namespaces[namespace.name] = NamespaceContent(
                profile: namespace.profile, overrides: namespace.overrides,
                schemes: Set(namespace.schemes), hosts: Set(namespace.hosts),
                fallback: namespace.fallback.flatMap { names[$0] },
                fallbackTarget: namespace.fallbackTarget, access: namespace.access)
        }
        self.namespaces = namespaces
        routes = snapshot.routes.map { route in
            RouteContent(
                namespace: names[route.namespace] ?? "?", pattern: route.pattern,
                text: route.patternText, kind: route.kind,
                target: route.target, name: route.name, group: route.group,
                priority: route.priority, isEnabled: route.isEnabled,
                defaults: snapshot.defaults[.route(route.id)] ?? [:],
                requirements: route.requirements, presentation: route.presentation,
                redirect: route.redirect, labels: route.labels, note: route.note)
        }
        converters = Dictionary(
            snapshot.converters.map { ("\(names[$0.namespace] ?? "?")/\($0.name)", $0.rule) },
            uniquingKeysWith: { first, _ in first })
        var defaults: [String: JSONObject] = [:]
        for (scope, values) in snapshot.defaults {
            switch scope {
            case .namespace(let id): defaults[names[id] ?? "?"] = values
            case .group(let id, let group): defaults["\(names[id] ?? "?")/\(group)"] = values
            case .route: break
            }
        }
        self.defaults = defaults
        rules = snapshot.accessRules.map { rule in
            let scope: String =
                switch rule.scope {
                case .namespace(let id): names[id] ?? "?"
                case .group(let id, let group): "\(names[id] ?? "?")/\(group)"
                case .route(let id):
                    "route \(snapshot.routes.firstIndex { $0.id == id } ?? -1)"
                }
            return "\(scope) \(rule.json)"
        }
        suppressions = snapshot.suppressions.map { suppression in
            let places = [suppression.route, suppression.other].map { route in
                snapshot.routes.firstIndex { $0.id == route } ?? -1
            }
            let namespace = suppression.namespace.flatMap { names[$0] } ?? "-"
            return "\(suppression.code) \(places) \(namespace) \(suppression.name ?? "-")"
                + " \(suppression.reason)"
        }
        cases = snapshot.cases.map(\.content)
        apps = Dictionary(
            snapshot.apps.map { (names[$0.key] ?? "?", $0.value) },
            uniquingKeysWith: { first, _ in first })
    }
}
