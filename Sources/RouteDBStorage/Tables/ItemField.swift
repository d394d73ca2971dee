package import RouteDBRouting

/// The values that stand for the namespaces and routes that an item refers to: names, ids, or what a document
/// writes.
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

/// A field of the items of one kind: its name in documents, output and differences, its meaning, and
/// its value.
///
/// Routes, which documents may describe with other columns, have a ``RouteField``.
package struct ItemField<Item>: Sendable {
    /// The name.
    package let name: String
    /// The type of the value where all fields are written, and what it means.
    package let schema: JSONSchema
    /// The JSON of a value that is not set, where all fields are written.
    package let unset: JSONValue
    /// The value, or `nil` if it is not set.
    package let value: @Sendable (Item, ItemNames) -> JSONValue?

    init(
        _ name: String, _ schema: JSONSchema, unset: JSONValue = .null,
        _ value: @escaping @Sendable (Item, ItemNames) -> JSONValue?
    ) {
        self.name = name
        self.schema = schema
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
    /// The fields as members of JSON.
    package static var members: [JSONSchema.Member] {
        fields.map { JSONSchema.Member($0.name, $0.schema) }
    }

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
        ItemField("name", .string("The name.")) { namespace, _ in .string(namespace.name) },
        ItemField("profile", .string("The profile, which sets all policies.")) { namespace, _ in
            .string(namespace.profile.rawValue)
        },
        ItemField(
            "policies", .map(.optional(.string("A value.")), "Policies that override."), unset: [:]
        ) { namespace, _ in
            var policies: JSONObject = [:]
            for policy in NamespacePolicy.allCases {
                policies[policy.rawValue] = namespace.overrides[policy].map(JSONValue.string)
            }
            return policies.members.isEmpty ? nil : .object(policies)
        },
        ItemField(
            "schemes", .list(.string("A scheme."), "The schemes bound to it."), unset: []
        ) { namespace, _ in list(namespace.schemes) },
        ItemField("hosts", .list(.string("A host."), "The hosts bound to it."), unset: []) {
            namespace, _ in list(namespace.hosts)
        },
        ItemField("fallback", .optional(.string("The namespace to search next."))) {
            namespace, names in namespace.fallback.map(names.namespace)
        },
        ItemField("fallbackTarget", .optional(.string("The target of unmatched URLs."))) {
            namespace, _ in namespace.fallbackTarget.map(JSONValue.string)
        },
        ItemField(
            "access", .string("What no allow rule covers: open or closed."),
            unset: .string(RouteNamespace.Access.open.rawValue)
        ) { namespace, _ in
            namespace.access == .open ? nil : .string(namespace.access.rawValue)
        },
    ]

    private static func list(_ texts: [String]) -> JSONValue? {
        texts.isEmpty ? nil : .array(texts.map(JSONValue.string))
    }
}

extension ParameterConverter: DescribedItem {
    package static let fields: [ItemField<ParameterConverter>] = [
        ItemField("namespace", .string("The namespace.")) { converter, names in
            names.namespace(converter.namespace)
        },
        ItemField("name", .string("The name.")) { converter, _ in .string(converter.name) },
        ItemField("rule", .string("The kind of rule: allow, map, affix, any or code.")) {
            converter, _ in .string(converter.rule.name)
        },
        ItemField("argument", .any("What the rule is about.")) { converter, _ in
            converter.rule.argument
        },
    ]
}

extension LintSuppression: DescribedItem {
    package static let fields: [ItemField<LintSuppression>] = [
        ItemField("code", .string("The code of the findings.")) { suppression, _ in
            .string(suppression.code.rawValue)
        },
        ItemField("route", .optional(.integer("The route of the findings."))) {
            suppression, names in suppression.route.map(names.route)
        },
        ItemField("other", .optional(.integer("The other route of the findings."))) {
            suppression, names in suppression.other.map(names.route)
        },
        ItemField("namespace", .optional(.string("The namespace of the findings."))) {
            suppression, names in suppression.namespace.map(names.namespace)
        },
        ItemField("about", .optional(.string("The name that the findings are about."))) {
            suppression, _ in suppression.name.map(JSONValue.string)
        },
        ItemField("reason", .string("Why they are suppressed.")) { suppression, _ in
            .string(suppression.reason)
        },
    ]
}
