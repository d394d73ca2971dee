import RouteDBDatabase
import RouteDBRouting
import RouteDBStorage

/// An item of a registry as named fields, for comparing and hashing.
struct RegistryItem {
    /// The identity of an item across snapshots.
    struct Key: Hashable {
        let kind: RegistryChange.Kind
        /// The id of the item, or of the namespace or route it belongs to.
        var number: Int64 = 0
        /// The further texts that identify the item, as UTF-8.
        var texts: [[UInt8]] = []
    }

    let key: Key
    /// The name for display.
    let label: String
    /// The routes that the item applies to.
    var scope: RouteScope?
    /// The values of the fields by name; fields that are not set are absent.
    let fields: JSONObject

    /// Orders items by label, then by key: places have the same name if one lost it to the other.
    func precedes(_ other: RegistryItem) -> Bool {
        guard label.utf8.elementsEqual(other.label.utf8) else {
            return label.utf8.lexicographicallyPrecedes(other.label.utf8)
        }
        guard key.texts == other.key.texts else {
            return key.texts.lexicographicallyPrecedes(other.key.texts) { left, right in
                left.lexicographicallyPrecedes(right)
            }
        }
        return key.number < other.key.number
    }
}

/// Converts the contents of a snapshot to items.
///
/// Items refer to each other by id. The caller chooses what replaces an id: a name for people, or,
/// for a digest, something that does not depend on the registry's past.
struct RegistryItemWriter {
    let snapshot: RegistrySnapshot
    /// Returns the text that refers to a namespace.
    let namespaceName: (NamespaceID) -> String
    /// Returns the text that refers to a route.
    let routeName: (RouteID) -> String

    private var names: ItemNames {
        ItemNames(
            namespace: { .string(namespaceName($0)) }, route: { .string(routeName($0)) })
    }

    /// The namespaces, oldest first.
    func namespaces() -> [RegistryItem] {
        snapshot.namespaces.map { namespace in
            var fields: JSONObject = [:]
            for member in namespace.setFields(names).members {
                switch member.value {
                case .object(let policies):
                    for policy in policies.members { fields["policy \(policy.key)"] = policy.value }
                // The order of bindings has no meaning.
                case .array(let texts): fields[member.key] = Self.sorted(texts)
                default: fields[member.key] = member.value
                }
            }
            return RegistryItem(
                key: .init(kind: .namespace, number: namespace.id.rawValue),
                label: "namespace \(namespace.name)", scope: .namespace(namespace.id),
                fields: fields)
        }
    }

    /// The routes, in the order of registration.
    func routes() -> [RegistryItem] { snapshot.routes.map(item) }

    /// Returns a route as an item.
    func item(of route: Route) -> RegistryItem {
        let described = DescribedRoute(
            route, namespace: namespaceName(route.namespace), pattern: route.pattern?.description)
        var fields: JSONObject = [:]
        for field in Self.routeFields {
            fields[field.name] = field.value(described)
            if field == .pattern {
                fields[Self.writtenField] = route.dialectText.map(JSONValue.string)
            }
        }
        return RegistryItem(
            key: .init(kind: .route, number: route.id.rawValue),
            label: "route \(routeName(route.id))", scope: .route(route.id), fields: fields)
    }

    /// The fields of a route; its default values are items of their own, and the pattern is
    /// canonical.
    private static let routeFields = RouteField.all(
        beginningWith: [
            .namespace, .name, .group, .kind, .pattern, .target, .priority, .enabled,
        ], without: [.defaults, .syntax])

    /// The name of the field that holds a pattern as written in another dialect.
    static let writtenField = "written"

    /// The default values, ordered by place and key.
    func defaults() -> [RegistryItem] {
        var items: [RegistryItem] = []
        for (scope, values) in snapshot.defaults {
            let (place, number, texts) = self.place(scope)
            for member in values.members {
                items.append(
                    RegistryItem(
                        key: .init(
                            kind: .defaultValue, number: number,
                            texts: texts + [Array(member.key.utf8)]),
                        label: "default \(member.key) of \(place)", scope: scope,
                        fields: ["value": member.value]))
            }
        }
        return items.sorted { $0.precedes($1) }
    }

    /// The converters, ordered by namespace and name.
    func converters() -> [RegistryItem] {
        snapshot.converters.map { converter in
            var fields = converter.setFields(names)
            // These identify it.
            (fields["namespace"], fields["name"]) = (nil, nil)
            return RegistryItem(
                key: .init(
                    kind: .converter, number: converter.namespace.rawValue,
                    texts: [Array(converter.name.utf8)]),
                label: "converter \(converter.name) of namespace"
                    + " \(namespaceName(converter.namespace))",
                scope: .namespace(converter.namespace), fields: fields)
        }
        .sorted { $0.precedes($1) }
    }

    /// The access rules, oldest first.
    func accessRules() -> [RegistryItem] {
        snapshot.accessRules.map { rule in
            var fields: JSONObject = ["scope": .string(place(rule.scope).text)]
            for member in rule.json.members where member.value != .null {
                fields[member.key] = member.value
            }
            return RegistryItem(
                key: .init(kind: .accessRule, number: rule.id.rawValue),
                label: "rule #\(rule.id.rawValue)", scope: rule.scope, fields: fields)
        }
    }

    /// The route tests, oldest first.
    func cases() -> [RegistryItem] {
        snapshot.cases.map { stored in
            let name = stored.content.name.map { " \($0)" } ?? ""
            return RegistryItem(
                key: .init(kind: .testCase, number: stored.id.rawValue),
                label: "case #\(stored.id.rawValue)\(name)", fields: stored.content.json)
        }
    }

    /// The suppressions, oldest first.
    func suppressions() -> [RegistryItem] {
        snapshot.suppressions.map { suppression in
            RegistryItem(
                key: .init(kind: .suppression, number: suppression.id),
                label: "suppression #\(suppression.id)",
                scope: suppression.route.map { .route($0) }
                    ?? suppression.namespace.map { .namespace($0) },
                fields: suppression.setFields(names))
        }
    }

    /// The apps, ordered by namespace, platform and identifier.
    func apps() -> [RegistryItem] {
        let records = snapshot.apps.flatMap { namespace, apps in
            apps.map { AppRecord(namespace: namespace, app: $0) }
        }
        return records.map { record in
            var fields = record.setFields(names)
            // These identify it; the platform stays, so that every app has a field.
            for key in ["namespace", "app"] { fields[key] = nil }
            let (platform, identifier) = (record.app.platform.rawValue, record.app.identifier)
            return RegistryItem(
                key: .init(
                    kind: .app, number: record.namespace.rawValue,
                    texts: [Array(platform.utf8), Array(identifier.utf8)]),
                label: "app \(identifier) for \(platform) of namespace"
                    + " \(namespaceName(record.namespace))",
                scope: .namespace(record.namespace), fields: fields)
        }
        .sorted { $0.precedes($1) }
    }

    /// Returns a scope in words, with the parts of the key that identify it.
    private func place(
        _ scope: RouteScope
    ) -> (text: String, number: Int64, texts: [[UInt8]]) {
        switch scope {
        case .namespace(let id):
            ("namespace \(namespaceName(id))", id.rawValue, [Array("namespace".utf8)])
        case .group(let id, let group):
            (
                "group \(group) of namespace \(namespaceName(id))", id.rawValue,
                [Array("group".utf8), Array(group.utf8)]
            )
        case .route(let id): ("route \(routeName(id))", id.rawValue, [Array("route".utf8)])
        }
    }

    private static func sorted(_ values: [JSONValue]) -> JSONValue {
        let texts = values.compactMap { if case .string(let text) = $0 { text } else { nil } }
        return .array(
            texts.sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }.map(JSONValue.string))
    }
}
