import RouteDB
import RouteDBTraffic

/// The formats of a replay report.
enum ReplayForm {
    /// A format of lists.
    case listing(ListingFormat, TextStyle)
    /// Markdown for a pull request.
    case markdown

    /// Creates the format that options ask for.
    init(
        _ markdown: Bool, _ listing: ListingOptions, _ global: GlobalOptions,
        in context: CommandContext
    ) throws {
        let format = try listing.format(global, in: context)
        guard markdown else {
            self = .listing(format, global.style(in: context))
            return
        }
        guard !listing.isChosen(global) else {
            throw CommandFailure.usage("Use only one of '--markdown' and the other formats.")
        }
        self = .markdown
    }

    /// Whether each difference is written as soon as it is found.
    var isEachDifference: Bool {
        if case .listing(let format, _) = self { format == .ndjson } else { false }
    }

    /// Whether the output is text for people, which includes the summary.
    var isForPeople: Bool {
        switch self {
        case .markdown: true
        case .listing(let format, _): format.isText
        }
    }
}

/// The output for a replay.
struct ReplayFacts {
    let report: ReplayReport
    let old: RegistryState
    let new: RegistryState
    /// Why the gate fails; empty if it does not.
    let failures: [String]
    let notes: [String]
    /// The share of the hits that was replayed.
    let sample: Double
    /// The largest number of groups in text output.
    let limit: Int

    /// Writes the report; with NDJSON, the differences were already written one by one.
    func write(as form: ReplayForm, to output: OutputWriter) throws {
        switch form {
        case .markdown:
            for line in ReplayMarkdown(facts: self).lines { try output.writeLine(line) }
        case .listing(let format, _) where format == .ndjson: break
        case .listing(let format, _) where format == .json:
            try output.writeLine(object.description)
        case .listing(let format, let style) where format.isText:
            for line in ReplayText(facts: self, style: style).lines {
                try output.writeLine(line)
            }
        case .listing(let format, _):
            try Self.listing(report).write(report.groups, as: format, to: output)
        }
    }

    /// Returns messages about the report.
    func diagnostics(of form: ReplayForm) -> [String] {
        var lines = form.isForPeople ? [] : [summary]
        if let rejects = report.rejects, rejects.count > 0 {
            lines.append(
                "note: \(NumberText.grouped(Int64(rejects.count))) of"
                    + " \(NumberText.grouped(Int64(rejects.lineCount))) lines contain no URL"
                    + " (\(rejects.format))")
            lines += rejects.examples.map { "  line \($0.line): \(PlainText.shown($0.reason))" }
        }
        if report.unusedAcceptCount > 0 {
            lines.append("note: \(report.unusedAcceptCount) accepted changes did not occur")
        }
        if report.total.recorded == 0 { lines.append("note: there were no hits") }
        if !report.isComplete { lines.append("interrupted: not all hits were replayed") }
        return lines + failures.map { "failed: \($0)" }
    }

    /// The result in one line.
    var summary: String {
        let (changed, total) = (report.changed, report.total)
        var text =
            "\(NumberText.grouped(changed.hits)) of \(NumberText.hits(total.hits))"
            + (sample < 1 ? " of the sample" : "")
            + " (\(NumberText.share(changed.share(of: total)))) resolve differently"
        let classes = ReplayClass.allCases.filter { report.changed($0).recorded > 0 }
            .map { "\($0.rawValue) \(NumberText.grouped(report.changed($0).hits))" }
        if !classes.isEmpty { text += ": \(classes.joined(separator: ", "))" }
        let accepted = changed.hits - report.unaccepted.hits
        return text + (accepted > 0 ? "; accepted \(NumberText.grouped(accepted))" : "")
    }

    // MARK: JSON

    private var object: JSONObject {
        var classes = JSONObject()
        for kind in ReplayClass.allCases {
            classes[kind.rawValue] = [
                "hits": .int(report.changed(kind).hits), "open": .int(report.unaccepted(kind).hits),
            ]
        }
        return [
            "schema": 1, "base": Self.json(old), "head": Self.json(new),
            "hits": .int(report.total.hits), "recorded": .int(report.total.recorded),
            "sample": .double(sample),
            "firstSeen": Self.json(report.firstSeen), "lastSeen": Self.json(report.lastSeen),
            "changed": .int(report.changed.hits),
            "share": .double(report.changed.share(of: report.total)),
            "open": .int(report.unaccepted.hits), "classes": .object(classes),
            "groups": .array(report.groups.map { .object(Self.object($0, of: report)) }),
            "rejects": report.rejects.flatMap { $0.count > 0 ? Self.json($0) : nil } ?? .null,
            "unusedAccepts": .int(Int64(report.unusedAcceptCount)),
            "notes": .array(notes.map(JSONValue.string)), "complete": .bool(report.isComplete),
            "failures": .array(failures.map(JSONValue.string)),
        ]
    }

    private static func json(_ state: RegistryState) -> JSONValue {
        ["name": .string(state.name), "revision": .int(state.snapshot.revision)]
    }

    private static func json(_ time: Timestamp?) -> JSONValue {
        time.map { .string($0.description) } ?? .null
    }

    private static func json(_ rejects: ReplayRejects) -> JSONValue {
        [
            "format": .string(rejects.format), "lines": .int(Int64(rejects.lineCount)),
            "rejected": .int(Int64(rejects.count)),
            "examples": .array(
                rejects.examples.map {
                    ["line": .int(Int64($0.line)), "reason": .string($0.reason)]
                }),
        ]
    }

    private static func object(_ group: ReplayGroup, of report: ReplayReport) -> JSONObject {
        let facts: JSONObject = [
            "hits": .int(group.count.hits), "recorded": .int(group.count.recorded),
            "share": .double(group.count.share(of: report.total)),
            "firstSeen": json(group.firstSeen), "lastSeen": json(group.lastSeen),
            "accepted": .bool(group.isAccepted),
            "examples": .array(
                group.examples.map { example in
                    [
                        "url": .string(text(example.url)), "time": json(example.time),
                        "fields": json(example.fields),
                    ]
                }),
        ]
        return group.json.merging(facts)
    }

    private static func json(_ fields: [RegistryChange.Field]) -> JSONValue {
        .array(
            fields.map { field in
                [
                    "name": .string(field.name), "old": field.old ?? .null,
                    "new": field.new ?? .null,
                ]
            })
    }

    /// Returns a difference as JSON.
    static func object(_ difference: ReplayDifference) -> JSONObject {
        [
            "schema": 1, "place": .int(Int64(difference.place)),
            "url": .string(text(difference.url)), "time": json(difference.time),
            "principal": difference.principal.map(JSONValue.string) ?? .null,
            "weight": .int(difference.weight),
            "classes": .array(difference.classes.map { .string($0.rawValue) }),
            "oldOutcome": .string(difference.oldOutcome.rawValue),
            "newOutcome": .string(difference.newOutcome.rawValue),
            "old": difference.oldRoute.map { .object($0.json) } ?? .null,
            "new": difference.newRoute.map { .object($0.json) } ?? .null,
            "fields": json(difference.fields),
        ]
    }

    // MARK: Texts

    static func text(_ url: [UInt8]) -> String { String(decoding: url, as: UTF8.self) }

    /// Returns what a registry answers, for display.
    static func label(_ route: ReplayRoute?, _ outcome: Resolution.Outcome) -> String {
        let label = route.map(\.label) ?? "(\(outcome.rawValue))"
        return route == nil || outcome == .matched ? label : "\(label) (\(outcome.rawValue))"
    }

    private static func listing(_ report: ReplayReport) -> Listing<ReplayGroup> {
        let total = report.total
        return Listing(
            "groups",
            columns: [
                .init("classes") { $0.classes.map(\.rawValue).joined(separator: ",") },
                .init("hits") { "\($0.count.hits)" },
                .init("share") { NumberText.share($0.count.share(of: total)) },
                .init("old outcome") { $0.oldOutcome.rawValue },
                .init("new outcome") { $0.newOutcome.rawValue },
                .init("old route") { $0.oldRoute?.label ?? "" },
                .init("new route") { $0.newRoute?.label ?? "" },
                .init("first seen") { $0.firstSeen?.description ?? "" },
                .init("last seen") { $0.lastSeen?.description ?? "" },
                .init("accepted") { $0.isAccepted ? "yes" : "no" },
                .init("example") { $0.examples.first.map { text($0.url) } ?? "" },
            ], object: { object($0, of: report) })
    }
}
