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
        /// What else identifies the item, as UTF-8.
        var texts: [[UInt8]] = []
    }

    let key: Key
    /// The name for display.
    let label: String
    /// The routes that the item applies to.
    var scope: RouteScope?
    /// The values of the fields by name; fields that are not set are absent.
    let fields: JSONObject

    /// Orders items by label, then by the texts of the key, which differ where labels are equal.
    func precedes(_ other: RegistryItem) -> Bool {
        guard label.utf8.elementsEqual(other.label.utf8) else {
            return label.utf8.lexicographicallyPrecedes(other.label.utf8)
        }
        return key.texts.lexicographicallyPrecedes(other.key.texts) { left, right in
            left.lexicographicallyPrecedes(right)
        }
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

    /// The namespaces, oldest first.
    func namespaces() -> [RegistryItem] {
        snapshot.namespaces.map { namespace in
            var fields: JSONObject = [
                "name": .string(namespace.name), "profile": .string(namespace.profile.rawValue),
            ]
            for policy in NamespacePolicy.allCases {
                guard let value = namespace.overrides[policy] else { continue }
                fields["policy \(policy.rawValue)"] = .string(value)
            }
            // The order of bindings has no meaning.
            fields["schemes"] = Self.list(namespace.schemes)
            fields["hosts"] = Self.list(namespace.hosts)
            fields["fallback"] = namespace.fallback.map { .string(namespaceName($0)) }
            fields["fallbackTarget"] = namespace.fallbackTarget.map(JSONValue.string)
            if namespace.access != .open { fields["access"] = .string(namespace.access.rawValue) }
            return RegistryItem(
                key: .init(kind: .namespace, number: namespace.id.rawValue),
                label: "namespace \(namespace.name)", scope: .namespace(namespace.id),
                fields: fields)
        }
    }

    /// The routes, in the order of registration.
    func routes() -> [RegistryItem] {
        snapshot.routes.map { route in
            var fields: JSONObject = ["namespace": .string(namespaceName(route.namespace))]
            fields["name"] = route.name.map(JSONValue.string)
            fields["group"] = route.group.map(JSONValue.string)
            fields["kind"] = route.kind.map(JSONValue.string)
            fields["pattern"] = route.pattern.map { .string($0.description) }
            fields[Self.writtenField] = route.dialectText.map(JSONValue.string)
            fields["target"] = .string(route.target)
            fields["priority"] = .int(Int64(route.priority))
            fields["enabled"] = .bool(route.isEnabled)
            if !route.requirements.isEmpty {
                fields["requires"] = .object(RouteRequirement.json(route.requirements))
            }
            fields["plan"] = route.presentation.map { .object($0.json) }
            return RegistryItem(
                key: .init(kind: .route, number: route.id.rawValue),
                label: "route \(routeName(route.id))", scope: .route(route.id), fields: fields)
        }
    }

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
            var fields: JSONObject = ["rule": .string(converter.rule.name)]
            fields["argument"] = converter.rule.argument
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
            var fields: JSONObject = ["code": .string(suppression.code.rawValue)]
            fields["route"] = suppression.route.map { .string(routeName($0)) }
            fields["other"] = suppression.other.map { .string(routeName($0)) }
            fields["namespace"] = suppression.namespace.map { .string(namespaceName($0)) }
            fields["about"] = suppression.name.map(JSONValue.string)
            fields["reason"] = .string(suppression.reason)
            return RegistryItem(
                key: .init(kind: .suppression, number: suppression.id),
                label: "suppression #\(suppression.id)",
                scope: suppression.route.map { .route($0) }
                    ?? suppression.namespace.map { .namespace($0) }, fields: fields)
        }
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

    private static func list(_ texts: [String]) -> JSONValue? {
        guard !texts.isEmpty else { return nil }
        return .array(
            texts.sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }.map(JSONValue.string))
    }
}
