#if Server
package import RouteDB

/// The schemas of what the API answers with: the same JSON as the tool's `--json`.
package enum APISchemas {
    package static let all: [(name: String, schema: JSONSchema)] =
        [
            ("Resolution", resolution), ("Route", route), ("RouteChange", change),
            ("Namespace", namespace), ("NamespaceChange", namespaceChange),
            ("Converter", converter), ("DefaultValue", defaultValue), ("AccessRule", rule),
            ("Suppression", suppression), ("App", app), ("RouteTest", routeTest),
            ("Revision", revision), ("Change", registryChange), ("FieldOrigin", origin),
            ("Tag", tag),
        ] + InsightSchemas.all

    private static func values(_ text: String) -> JSONSchema { .map(.any("A value."), text) }
    private static func optionalText(_ text: String) -> JSONSchema { .optional(.string(text)) }

    // MARK: Resolving

    private static let resolution = JSONSchema.object(
        [
            .init("schema", .integer("The version of this JSON.")),
            .init("url", .string("The URL as written."), isRequired: false),
            .init(
                "name", .string("The name of the route, if that was asked for."), isRequired: false),
            .init("namespace", optionalText("The namespace.")),
            .init("revision", .integer("The revision that it was resolved against.")),
            .init("outcome", .word(ResolutionOutcome.allCases.map(\.rawValue), "The outcome.")),
            .init(
                "route",
                .optional(
                    .object(
                        [
                            .init("id", .integer("The id.")),
                            .init("name", optionalText("The name.")),
                            .init("kind", optionalText("The kind.")),
                            .init("pattern", optionalText("The pattern.")),
                            .init("target", .string("The target.")),
                        ], "The route."))),
            .init("params", values("The values of the pattern's parameters.")),
            .init("query", .optional(values("The values of each query key."))),
            .init("wildcard", .list(.string("A text."), "What wildcards matched.")),
            .init("defaults", values("The default values in effect.")),
            .init("origins", .map(.string("An origin."), "Where each default value is set.")),
            .init("context", values("The context of the request.")),
            .init("values", values("Everything together, as handlers get it.")),
            .init("failures", .list(.any("A failure."), "Converters that failed.")),
            .init("access", .optional(.any("The access decision."))),
            .init("plan", .optional(.any("The navigation plan."))),
            .init(
                "redirect", .any("Where the route redirects: 'to' and 'status'."),
                isRequired: false),
        ], "What a URL leads to.")

    // MARK: Routes

    private static let id = JSONSchema.Member("id", .integer("The id."))

    private static let routeMembers = [id] + RouteOutput.fields.map(\.member)

    private static let route = JSONSchema.object(routeMembers, "A route.")

    private static let change = JSONSchema.object(
        [
            JSONSchema.Member(
                "outcome",
                .word(["added", "replaced", "unchanged", "skipped", "removed"], "What was done."))
        ] + routeMembers, "What was done to a route.")

    // MARK: Other things

    private static let namespace = JSONSchema.object(
        RouteNamespace.members.filter { $0.key != "policies" } + [
            .init("routes", .integer("The number of routes.")),
            .init("policies", .map(.string("A value."), "The policies in effect.")),
            .init("overrides", .list(.string("A policy."), "Those not of the profile.")),
        ], "A namespace.")

    private static let namespaceChange = JSONSchema.object(
        [
            .init(
                "outcome",
                .word(["added", "replaced", "unchanged", "removed"], "What was done.")),
            .init("name", .string("The name.")),
        ], "What was done to a namespace, and its members.")

    private static let converter = JSONSchema.object(
        ParameterConverter.members
            + [.init("routes", .integer("The number of routes that use it."))], "A converter.")

    private static let defaultValue = JSONSchema.object(
        [
            .init("key", .string("The key.")), .init("value", .any("The value.")),
            .init("origin", .word(["namespace", "group", "route"], "What it is set for.")),
            .init("namespace", .string("The namespace.")),
            .init("group", optionalText("The group.")),
            .init("route", .optional(.integer("The id of the route."))),
        ], "A default value.")

    private static let rule = JSONSchema.object(
        [
            id, .init("namespace", .string("The namespace.")),
            .init("group", optionalText("The group.")),
            .init("route", optionalText("The route, as '#id'.")),
        ] + AccessRule.members, "An access rule.")

    private static let suppression = JSONSchema.object(
        [id] + LintSuppression.members, "Findings of lint that are suppressed.")

    private static let app = JSONSchema.object(
        AppRecord.members, "An app that opens the links of a namespace.")

    private static let routeTest = JSONSchema.object([id], "A route test, as the tool writes it.")

    // MARK: Revisions

    private static let revision = JSONSchema.object(
        [
            .init("revision", .integer("The number.")), .init("time", .string("When.")),
            .init("author", .string("Who.")), .init("source", .string("By what.")),
            .init("message", .string("Why.")),
            .init("summary", .string("What it changed, in words, such as '2 routes changed'.")),
            .init("digest", .string("The digest.")),
            .init("tags", .list(.string("A tag."), "Its tags.")),
        ], "A revision.")

    private static let registryChange = JSONSchema.object(
        [
            .init("kind", .string("The kind of thing.")),
            .init("outcome", .word(["added", "changed", "removed"], "What was done.")),
            .init("id", .optional(.integer("Its id, if it has one."))),
            .init("label", .string("What it is, in words.")),
            .init(
                "fields",
                .list(
                    .object(
                        [
                            .init("name", .string("The field.")),
                            .init("old", .any("The value before.")),
                            .init("new", .any("The value after.")),
                        ], "A field."), "The fields that differ.")),
        ], "A difference between two revisions.")

    private static let origin = JSONSchema.object(
        [
            .init("field", .string("The field.")), .init("value", optionalText("The value.")),
            .init("revision", .integer("The revision that set it.")),
            .init("time", .string("When.")), .init("author", .string("Who.")),
            .init("message", .string("Why.")),
        ], "Which revision last set a field.")

    private static let tag = JSONSchema.object(
        [
            .init("name", .string("The tag.")), .init("revision", .integer("The revision.")),
            .init("time", .string("When.")), .init("author", .string("Who.")),
            .init("message", .string("Why.")),
        ], "A tag.")
}
#endif
