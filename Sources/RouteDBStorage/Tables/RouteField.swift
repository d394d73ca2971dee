package import RouteDBDatabase
package import RouteDBRouting

/// A route as documents and output describe it, with names and texts instead of ids.
package struct DescribedRoute: Sendable {
    package let route: Route
    /// The name of the namespace.
    package let namespace: String
    /// The text of the pattern; `nil` without a pattern.
    package let pattern: String?
    /// The language of the text.
    package let syntax: PatternSyntax?
    /// The route's own default values.
    package let defaults: JSONObject

    package init(
        _ route: Route, namespace: String, pattern: String?, syntax: PatternSyntax? = nil,
        defaults: JSONObject = [:]
    ) {
        self.route = route
        self.namespace = namespace
        self.pattern = pattern
        self.syntax = syntax
        self.defaults = defaults
    }
}

/// A field of a route: its name in documents, output, differences and blame, its meaning, the column
/// that holds it, and how its value is written and read.
///
/// All of these derive from this list. The rows themselves are read in ``RouteRecord`` and `Route`,
/// column by column, since a registry may have 100,000 of them.
package struct RouteField: Hashable, Sendable {
    /// The name: the key in JSON, and the column in delimited text.
    package let name: String
    /// The type of the value in output, and what it means.
    package let schema: JSONSchema
    /// The column of the table `route`.
    package let column: String?
    /// How the value is written.
    package let form: FieldForm
    /// The JSON of a value that is not set; `nil` if the field is left out then.
    package let unset: JSONValue?
    /// True if the value is more than what people say about the route.
    package let affectsResolving: Bool
    /// The value as JSON, or `nil` if it is not set.
    package let value: @Sendable (DescribedRoute) -> JSONValue?
    private let assign: @Sendable (inout RouteDraft, JSONValue) throws(RouteDBError) -> Void

    private init<Value: FieldValue>(
        _ name: String, _ schema: JSONSchema, column: String? = nil, unset: JSONValue? = .null,
        affectsResolving: Bool = true,
        _ get: @escaping @Sendable (DescribedRoute) -> Value,
        _ set: @escaping @Sendable (inout RouteDraft, Value) -> Void
    ) {
        self.name = name
        self.schema = schema
        self.column = column ?? name
        self.unset = unset
        self.affectsResolving = affectsResolving
        form = Value.form
        value = { get($0).fieldJSON }
        assign = { (draft, json) throws(RouteDBError) in
            set(&draft, try Value.read(json))
        }
    }

    /// Reads the value into a draft; null is no value.
    package func set(_ draft: inout RouteDraft, to value: JSONValue) throws(RouteDBError) {
        try assign(&draft, value)
    }

    /// The field as a member of JSON.
    package var member: JSONSchema.Member {
        JSONSchema.Member(name, schema, isRequired: unset != nil)
    }

    // The order is that of documents.
    package static let pattern = RouteField(
        "pattern", .optional(.string("The pattern; null for a task.")),
        { $0.pattern }, { $0.pattern = $1 })
    package static let target = RouteField(
        "target", .string("What the route leads to."), { $0.route.target }, { $0.target = $1 })
    package static let name = RouteField(
        "name", .optional(.string("The name.")), { $0.route.name }, { $0.name = $1 })
    package static let group = RouteField(
        "group", .optional(.string("The group.")), column: "route_group",
        { $0.route.group }, { $0.group = $1 })
    package static let namespace = RouteField(
        "namespace", .string("The namespace."), { $0.namespace }, { $0.namespace = $1 })
    package static let priority = RouteField(
        "priority", .integer("Routes with a higher priority match first."),
        { $0.route.priority }, { $0.priority = $1 })
    package static let enabled = RouteField(
        "enabled", .boolean("Whether the route matches."), column: "is_enabled",
        { $0.route.isEnabled }, { $0.isEnabled = $1 })
    package static let defaults = RouteField(
        "defaults", .map(.any("A value."), "The route's own default values."), unset: [:],
        { $0.defaults }, { $0.defaults = $1 })
    package static let syntax = RouteField(
        "syntax",
        .optional(.string("The syntax of the pattern (default: that of the namespace).")),
        { $0.syntax?.description }, { $0.syntax = $1.flatMap(PatternSyntax.init) })
    package static let kind = RouteField(
        "kind", .optional(.string("The kind.")), { $0.route.kind }, { $0.kind = $1 })
    package static let requires = RouteField(
        "requires", .map(.any("A value."), "The values that the route requires."),
        column: "requirements", unset: [:], { $0.route.requirements }, { $0.requirements = $1 })
    package static let plan = RouteField(
        "plan", .optional(.any("The navigation plan.")), column: "presentation",
        { $0.route.presentation }, { $0.presentation = $1 })

    package static let redirect = RouteField(
        "redirect", .any("Where it redirects: 'to' and 'status'."), unset: nil,
        { $0.route.redirect }, { $0.redirect = $1 })
    /// The status of a redirect, beside its URL in delimited text; elsewhere ``redirect`` has both.
    package static let status = RouteField(
        "status", .integer("The status of the redirect."), unset: nil,
        { $0.route.redirect.map { Int32($0.status) } }, { _, _ in })
    /// The variants of a redirect, one a line, for assignments; elsewhere ``redirect`` has them.
    package static let variants = RouteField(
        "variants", .string("The variants of the redirect."), unset: nil,
        { route in
            let variants = route.route.redirect?.variants ?? []
            return variants.isEmpty ? nil : variants.map(\.description).joined(separator: "\n")
        }, { _, _ in })
    package static let starts = RouteField(
        "starts", .string("When it begins to match."), unset: nil,
        { $0.route.period.starts },
        { $0.starts = $1 })
    package static let ends = RouteField(
        "ends", .string("When it no longer matches."), unset: nil,
        { $0.route.period.ends }, { $0.ends = $1 })
    package static let labels = RouteField(
        "labels", .map(.string("A value."), "The labels."), unset: nil, affectsResolving: false,
        { $0.route.labels }, { $0.labels = $1 })
    package static let note = RouteField(
        "note", .string("The note."), unset: nil, affectsResolving: false,
        { $0.route.note }, { $0.note = $1 })
    /// How a document treats an existing pattern, for this route only.
    package static let onDuplicate = RouteField(
        "onDuplicate", .string("How to treat an existing pattern."), unset: nil,
        { _ in String?.none }, { _, _ in })

    /// All fields.
    package static let all = [
        pattern, target, name, group, namespace, priority, enabled, defaults, syntax, kind,
        requires, plan, redirect, starts, ends, labels, note, onDuplicate,
    ]

    /// The fields that are columns of delimited text.
    package static let columns = all.flatMap { $0 == redirect ? [redirect, status] : [$0] }

    /// The fields that documents read by their form alone.
    package static let plain = all.filter {
        ![pattern, target, syntax, onDuplicate].contains($0)
    }

    /// Finds the field with a name.
    package init?(named name: String) {
        guard let field = Self.all.first(where: { $0.name == name }) else { return nil }
        self = field
    }

    /// The syntax of a route without a pattern, in documents.
    package static let noSyntax = "none"

    /// All fields, in another order: some first, then those not mentioned, in the usual order.
    package static func all(
        beginningWith first: [RouteField], without omitted: [RouteField]
    ) -> [RouteField] {
        first + all.filter { !first.contains($0) && !omitted.contains($0) }
    }

    package static func == (left: RouteField, right: RouteField) -> Bool { left.name == right.name }

    package func hash(into hasher: inout Hasher) { hasher.combine(name) }
}
