#if Server
import RouteDB
import RouteDBTraffic

/// The JSON objects that requests have as their bodies.
enum RequestBodies {
    /// The members of every item in answers that nobody sets.
    private static let answered = ["id", "schema", "outcome"]

    private static func values(_ text: String) -> JSONSchema { .map(.any("A value."), text) }

    private static func patch(_ noun: String) -> String {
        "The members of \(noun) to change; null removes."
    }

    // MARK: Resolving

    private static let requestMembers: [JSONSchema.Member] = [
        .init("url", .string("The URL; or give 'name'."), isRequired: false),
        .init("name", .string("The name of a route."), isRequired: false),
        .init("namespace", .string("The namespace to search first."), isRequired: false),
        .init("kind", .string("The kind of the request."), isRequired: false),
        .init("principal", .string("Who makes the request."), isRequired: false),
        .init("roles", .list(.string("A role."), "Roles of the principal."), isRequired: false),
        .init("claims", values("Claims of the principal."), isRequired: false),
        .init("context", values("The context."), isRequired: false),
        .init("defaults", values("Default values that override others."), isRequired: false),
        .init("time", .string("The time of the request."), isRequired: false),
    ]

    static let request = BodyObject(
        "ResolutionRequest", "A request", requestMembers,
        "A request: a URL, or the name of a route, and who asks.",
        example: [
            "url": "myapp://user/42", "principal": "ada", "roles": ["staff"],
            "context": ["device": "tablet"],
        ])

    // MARK: Routes

    private static let routeMembers = RouteField.all.filter { $0 != .onDuplicate }
        .map(\.member.sent)

    static let route = BodyObject(
        "RouteDraft", "A route", routeMembers, readOnly: answered + ["endedRules"],
        "A route to store. It needs a target, or a redirect.",
        example: [
            "pattern": "myapp://user/{id:int}", "target": "user.profile",
            "labels": ["owner": "growth"],
        ])

    static let routePatch = BodyObject(
        "RoutePatch", "A route", routeMembers, readOnly: answered + ["endedRules"],
        patch("a route"), example: ["priority": 5, "note": nil])

    // MARK: Namespaces

    private static let namespaceMembers = RouteNamespace.members.map(\.sent)
    private static let namespaceAnswered = answered + ["routes", "overrides"]

    static let namespace = BodyObject(
        "NamespaceDraft", "A namespace", namespaceMembers, readOnly: namespaceAnswered,
        "The settings of a namespace.",
        example: ["hosts": ["shop.example.com"], "policies": ["case": "insensitive"]])

    static let namespacePatch = BodyObject(
        "NamespacePatch", "A namespace", namespaceMembers, readOnly: namespaceAnswered,
        patch("a namespace"), example: ["hosts": ["shop.example.com", "shop.example.org"]])

    static let converter = BodyObject(
        "ConverterDraft", "A converter",
        ParameterConverter.members.map { $0.key == "rule" ? $0 : $0.sent },
        readOnly: answered + ["routes"], "A converter.",
        example: ["rule": "allow", "argument": ["small", "large"]])

    static let converterPatch = BodyObject(
        "ConverterPatch", "A converter", ParameterConverter.members.map(\.sent),
        readOnly: answered + ["routes"], patch("a converter"),
        example: ["argument": ["small", "medium", "large"]])

    static let defaultValue = BodyObject(
        "DefaultValueDraft", "A default value",
        [
            .init("value", .any("The value.")),
            .init("key", .string("As in the path."), isRequired: false),
            .init("origin", .string("As the query says."), isRequired: false),
            .init("namespace", .string("As in the query."), isRequired: false),
            .init("group", .optional(.string("As in the query.")), isRequired: false),
            .init("route", .optional(.integer("The id of the query's route.")), isRequired: false),
        ], readOnly: answered, "A default value.", example: ["value": "en"])

    // MARK: Access rules and suppressions

    private static let ruleMembers: [JSONSchema.Member] =
        [
            .init("namespace", .string("The namespace; or give 'route'.")).sent,
            .init("group", .string("The group.")).sent,
            .init("route", .string("The route: a name, 'group/name', '#id' or a pattern.")).sent,
        ] + AccessRule.members.map(\.sent)

    static let rule = BodyObject(
        "AccessRuleDraft", "A rule", ruleMembers, readOnly: answered,
        "An access rule, for a namespace, a group or a route.",
        example: [
            "effect": "deny", "namespace": "default", "subject": ["role": "guest"],
            "conditions": ["context.device = tablet"], "code": "no-tablets",
        ])

    static let rulePatch = BodyObject(
        "AccessRulePatch", "A rule", ruleMembers, readOnly: answered, patch("an access rule"),
        example: ["message": "Use a computer."])

    private static let suppressionMembers: [JSONSchema.Member] = LintSuppression.members.map {
        guard ["route", "other"].contains($0.key) else { return $0.sent }
        return JSONSchema.Member(
            $0.key, .any("A route: its id, or its name."), isRequired: false)
    }

    static let suppression = BodyObject(
        "SuppressionDraft", "A suppression", suppressionMembers, readOnly: answered,
        "Findings of lint to suppress.",
        example: [
            "code": "converter-unused", "namespace": "default", "about": "size",
            "reason": "The shop will use it.",
        ])

    static let suppressionPatch = BodyObject(
        "SuppressionPatch", "A suppression", suppressionMembers, readOnly: answered,
        patch("a suppression"), example: ["reason": "The shop uses it from May on."])

    // MARK: Route tests and apps

    private static let testMembers: [JSONSchema.Member] =
        [
            .init("case", .string("The name of the test.")).sent,
            .init(
                "expect",
                .object(
                    RouteExpectation.Key.allCases.map {
                        .init($0.rawValue, .any($0.summary), isRequired: false)
                    }, "The expected parts of the answer, at least one.", isClosed: true)),
        ] + requestMembers

    static let test = BodyObject(
        "RouteTestDraft", "A case", testMembers, readOnly: answered,
        "A route test: a request, and what is expected of the answer.",
        example: ["url": "myapp://user/42", "expect": ["target": "user.profile"]])

    static let testPatch = BodyObject(
        "RouteTestPatch", "A case",
        testMembers.map { JSONSchema.Member($0.key, $0.schema, isRequired: false) },
        readOnly: answered, patch("a route test"),
        example: ["expect": ["outcome": "matched"]])

    private static let appMembers = AppRecord.members.map(\.sent)

    static let app = BodyObject(
        "AppDraft", "An app", appMembers, readOnly: answered, "What is said about an app.",
        example: ["name": "Shop", "exclude": ["group:internal"]])

    static let appPatch = BodyObject(
        "AppPatch", "An app", appMembers, readOnly: answered, patch("what is said about an app"),
        example: ["name": "Shop"])

    // MARK: History

    static let statement = BodyObject(
        "Statement", "The body",
        [
            .init("sql", .string("One statement that reads.")),
            .init(
                "limit", .integer("The most rows (default: 1,000; at most 100,000)."),
                isRequired: false),
        ], "A statement of SQL.",
        example: ["sql": "SELECT outcome, count(*) AS hits FROM hits GROUP BY outcome"])

    static let replay = BodyObject(
        "ReplayRequest", "A replay",
        [
            .init("base", .string("The revision to compare with."), isRequired: false),
            .init("head", .string("The other revision."), isRequired: false),
            .init(
                "document", .any("A document; the other state is what applying it would make."),
                isRequired: false),
            .init("since", .string("The start of the period."), isRequired: false),
            .init("until", .string("The end of the period."), isRequired: false),
            .init("namespace", .string("Only hits of this namespace."), isRequired: false),
            .init("sample", .number("The share of hits to replay."), isRequired: false),
            .init("examples", .integer("The most examples of a group."), isRequired: false),
            .init(
                "failOn",
                .list(
                    .word(ReplayClass.allCases.map(\.rawValue), "A class."),
                    "The classes of differences that fail."), isRequired: false),
            .init(
                "maxChanged", .any("The most differences: a share such as \"0.1%\", or a number."),
                isRequired: false),
            .init(
                "minHits", .integer("How many hits it takes to show anything (default: 1)."),
                isRequired: false),
            .init(
                "accept", .any("A report whose differences are accepted, or a list of them."),
                isRequired: false),
        ],
        "What to replay; '@live' and nothing stand for the newest revision.",
        example: ["base": "1", "since": "2026-01-01", "failOn": ["now-unmatched"]])
}
#endif
