package import RouteDBRouting

/// What stands for the namespaces and routes that an item refers to: names, ids, or what a
/// document writes.
package struct ItemNames {
    /// Returns what stands for a namespace.
    package let namespace: (NamespaceID) -> JSONValue
    /// Returns what stands for a route.
    package let route: (RouteID) -> JSONValue

    package init(
        namespace: @escaping (NamespaceID) -> JSONValue, route: @escaping (RouteID) -> JSONValue
    ) {
        self.namespace = namespace
        self.route = route
    }
}

/// A field of the items of one kind: its name in documents, output and differences, and its value.
///
/// Routes, which documents may describe with other columns, have a ``RouteField``.
package struct ItemField<Item>: Sendable {
    /// The name.
    package let name: String
    /// What stands for a value that is not set, where all fields are written.
    package let unset: JSONValue
    /// The value, or `nil` if it is not set.
    package let value: @Sendable (Item, ItemNames) -> JSONValue?

    init(
        _ name: String, unset: JSONValue = .null,
        _ value: @escaping @Sendable (Item, ItemNames) -> JSONValue?
    ) {
        self.name = name
        self.unset = unset
        self.value = value
    }
}

/// An item whose fields are described.
package protocol DescribedItem {
    /// The fields, in the order in which they are written.
    static var fields: [ItemField<Self>] { get }
}

extension DescribedItem {
    /// The fields that are set.
    package func setFields(_ names: ItemNames) -> JSONObject {
        var object: JSONObject = [:]
        for field in Self.fields { object[field.name] = field.value(self, names) }
        return object
    }

    /// All fields.
    package func allFields(_ names: ItemNames) -> JSONObject {
        var object: JSONObject = [:]
        for field in Self.fields { object[field.name] = field.value(self, names) ?? field.unset }
        return object
    }
}

extension RouteNamespace: DescribedItem {
    package static let fields: [ItemField<RouteNamespace>] = [
        ItemField("name") { namespace, _ in .string(namespace.name) },
        ItemField("profile") { namespace, _ in .string(namespace.profile.rawValue) },
        ItemField("policies", unset: [:]) { namespace, _ in
            var policies: JSONObject = [:]
            for policy in NamespacePolicy.allCases {
                policies[policy.rawValue] = namespace.overrides[policy].map(JSONValue.string)
            }
            return policies.members.isEmpty ? nil : .object(policies)
        },
        ItemField("schemes", unset: []) { namespace, _ in list(namespace.schemes) },
        ItemField("hosts", unset: []) { namespace, _ in list(namespace.hosts) },
        ItemField("fallback") { namespace, names in namespace.fallback.map(names.namespace) },
        ItemField("fallbackTarget") { namespace, _ in
            namespace.fallbackTarget.map(JSONValue.string)
        },
        ItemField("access", unset: .string(RouteNamespace.Access.open.rawValue)) { namespace, _ in
            namespace.access == .open ? nil : .string(namespace.access.rawValue)
        },
    ]

    private static func list(_ texts: [String]) -> JSONValue? {
        texts.isEmpty ? nil : .array(texts.map(JSONValue.string))
    }
}

extension ParameterConverter: DescribedItem {
    package static let fields: [ItemField<ParameterConverter>] = [
        ItemField("namespace") { converter, names in names.namespace(converter.namespace) },
        ItemField("name") { converter, _ in .string(converter.name) },
        ItemField("rule") { converter, _ in .string(converter.rule.name) },
        ItemField("argument") { converter, _ in converter.rule.argument },
    ]
}

extension LintSuppression: DescribedItem {
    package static let fields: [ItemField<LintSuppression>] = [
        ItemField("code") { suppression, _ in .string(suppression.code.rawValue) },
        ItemField("route") { suppression, names in suppression.route.map(names.route) },
        ItemField("other") { suppression, names in suppression.other.map(names.route) },
        ItemField("namespace") { suppression, names in
            suppression.namespace.map(names.namespace)
        },
        ItemField("about") { suppression, _ in suppression.name.map(JSONValue.string) },
        ItemField("reason") { suppression, _ in .string(suppression.reason) },
    ]
}
