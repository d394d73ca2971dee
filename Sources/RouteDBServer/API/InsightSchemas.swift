#if Server
import RouteDB
import RouteDBTraffic

/// The schemas of explanations, findings, results and hits.
enum InsightSchemas {
    static let all: [(name: String, schema: JSONSchema)] = [
        ("Explanation", explanation), ("Finding", finding), ("TestResult", result),
        ("HitCount", count), ("Hit", hit), ("ReplayJob", job),
    ]

    private static func optionalText(_ text: String) -> JSONSchema { .optional(.string(text)) }

    private static func list(_ key: String, _ text: String) -> JSONSchema.Member {
        .init(key, .list(.any("An element."), text))
    }

    private static let explanation = JSONSchema.object(
        [
            .init("schema", .integer("The version of this JSON.")),
            .init("outcome", .word(ResolutionOutcome.allCases.map(\.rawValue), "The outcome.")),
            list("steps", "How the URL was read."),
            list("namespaces", "The namespaces that were searched."),
            list("candidates", "The routes that were tried, and why they do not match."),
            .init("order", .optional(.any("Why the first match precedes the second."))),
            list("sources", "Where each value comes from."),
            list("considered", "The access rules, with their verdicts."),
            list("elsewhere", "Routes of other namespaces that would match."),
            .init(
                "otherKinds",
                .list(.string("A kind."), "The kinds with which an unmatched request would match.")),
            list("nearMisses", "What would match with a small change."),
        ], "A resolution, and the reasons for it.")

    private static let finding = JSONSchema.object(
        [
            .init("code", .string("The code.")),
            .init("severity", .word(["error", "warning", "note"], "The severity.")),
            .init("namespace", optionalText("The namespace.")),
            list("routes", "The routes that are involved."),
            .init("names", .list(.string("A name."), "The names that are involved.")),
            .init("rule", .optional(.integer("The access rule that is involved."))),
            .init("message", .string("What is wrong.")),
            .init("witness", .optional(.any("A URL that proves it."))),
            .init("fixes", .list(.string("A command."), "Commands that fix it.")),
            .init("fingerprint", .string("The same as long as the finding is.")),
            .init("suppression", .optional(.any("Why it is suppressed."))),
        ], "A finding of lint.")

    private static let result = JSONSchema.object(
        [
            .init("label", .string("The id of the test.")),
            .init("case", optionalText("The name of the test.")),
            .init("url", optionalText("The URL.")), .init("name", optionalText("The route.")),
            .init("passed", .boolean("Whether the answer is as expected.")),
            list("mismatches", "What differs."),
        ], "The result of a route test.")

    private static let count = JSONSchema.object(
        [
            .init("hits", .integer("The number of hits.")),
            .init("weight", .integer("The number of hits that they stand for.")),
        ], "A number of hits.")

    private static let hit = JSONSchema.object(
        [
            .init("time", .string("The time.")), .init("url", .string("The URL.")),
            .init("outcome", .string("The outcome.")),
            .init("namespace", optionalText("The namespace.")),
            .init("route", optionalText("The name of the route, or its pattern.")),
            .init("target", optionalText("The target of the route.")),
            .init("revision", .integer("The revision that resolved it.")),
            .init("weight", .integer("The number of hits that it stands for.")),
            .init("stream", .integer("The process that recorded it.")),
            .init("sequence", .integer("Its number in that process.")),
        ], "A hit.")

    private static let job = JSONSchema.object(
        [
            .init("schema", .integer("The version of this JSON.")),
            .init("id", .integer("The number of the replay.")),
            .init(
                "state",
                .word(["running", "finished", "cancelled", "failed"], "How far it is.")),
            .init("created", .string("When it began.")),
            .init("hits", .integer("The number of hits read so far.")),
            .init("total", .optional(.integer("The number of hits to read."))),
            .init("error", .optional(.any("Why it failed."))),
            .init("report", .optional(.any("The report, as the tool's 'replay --json'."))),
        ], "A replay.")
}
#endif
