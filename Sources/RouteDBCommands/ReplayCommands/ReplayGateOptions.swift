import ArgumentParser
import RouteDB
import RouteDBTerminal
import RouteDBTraffic

/// The options for which differences make a replay fail.
struct ReplayGateOptions: ParsableArguments {
    private static let limit = 67_108_864

    @Option(
        name: .customLong("fail-on"),
        help: ArgumentHelp(
            """
            Exit with status 1 if hits are in one of these comma-separated classes; may be \
            repeated. Other differences are only shown.
            """, valueName: "classes"),
        completion: .list(ReplayClass.allCases.map(\.rawValue)), transform: Self.classes)
    var failing: [[ReplayClass]] = []

    @Option(
        name: .customLong("max-changed"),
        help: ArgumentHelp(
            "Exit with status 1 if more hits than this differ: a share such as '0.1%', or a number.",
            valueName: "share"),
        transform: ShareArgument.limit)
    var limit: ReplayGate.Limit?

    @Option(
        name: .customLong("min-hits"),
        help: ArgumentHelp(
            """
            Exit with status 2 if fewer of the hits match a route before or after the change \
            (default: 1). Weights do not count here.
            """, valueName: "number"))
    var minimumHits: Int64?

    @Flag(
        name: .customLong("require-attributes"),
        help: """
            Exit with status 1 if hits lack a kind, principal, role, claim or context value that \
            decides about them.
            """)
    var requiresAttributes = false

    @Option(
        name: .customLong("accept"),
        help: ArgumentHelp(
            """
            A file with accepted changes, written by '--write-accept' or '--json'; may be \
            repeated. They are listed separately, and do not count.
            """, valueName: "file"),
        completion: .file())
    var accepted: [String] = []

    @Option(
        name: .customLong("write-accept"),
        help: ArgumentHelp(
            "Write all changes found to this file, for '--accept'.", valueName: "file"),
        completion: .file())
    var output: String?

    /// Reads the accepted changes.
    func changes(in context: CommandContext) throws -> AcceptedChanges? {
        var all: AcceptedChanges?
        for path in accepted {
            let changes = try Self.changes(path, in: context)
            all = all?.adding(changes) ?? changes
        }
        return all
    }

    /// The criteria that the options set for a replay.
    var criteria: ReplayGate {
        ReplayGate(
            failing: failing.flatMap(\.self), limit: limit, minimumHits: minimumHits ?? 1,
            requiresAttributes: requiresAttributes)
    }

    /// Rejects values that have no meaning.
    func validate() throws {
        if let minimumHits, minimumHits < 0 {
            throw ValidationError("'--min-hits' cannot be negative.")
        }
    }

    /// Throws if there are too few hits to pass or fail a change; `shortage` says so.
    static func requireEvidence(_ shortage: String?) throws {
        guard let shortage else { return }
        throw CommandFailure(
            ReplayGate.shortageCode, shortage,
            hint:
                "Check the file of hits, '--since', '--until', '--namespace' and `routedb hits info`;"
                + " use '--min-hits 0' to pass without hits.")
    }

    /// Writes the changes of a report as accepted changes, if requested.
    func write(_ report: ReplayReport, within limit: FileLimit?) throws {
        guard let output else { return }
        try OutputFile.write(to: output, within: limit) { writer in
            try writer.write(AcceptedChanges.text(of: report))
        }
    }

    private static func changes(
        _ path: String, in context: CommandContext
    ) throws -> AcceptedChanges {
        do {
            var reader = ByteReader(try context.source(path))
            try reader.skipByteOrderMark()
            let text = try JSONText(try reader.rest(limit: limit), firstLine: 1)
            return try AcceptedChanges(json: text.value)
        } catch let error as RouteDBError {
            throw CommandFailure(
                error.code.description, "\(path): \(error.message)", hint: error.hint)
        } catch let problem as InputProblem {
            guard problem.code != .interrupted else {
                throw CommandFailure.interrupted
            }
            throw CommandFailure(
                problem.code.description, "\(path): \(problem.message)", hint: problem.hint)
        }
    }

    private static func classes(_ text: String) throws -> [ReplayClass] {
        try CommaList.texts(text).map { name in
            if let kind = ReplayClass(rawValue: name) { return kind }
            let names = ReplayClass.allCases.map(\.rawValue)
            throw ValidationError(
                "Unknown class '\(name)'. \(NameSuggestion.hint(for: name, among: names))")
        }
    }
}
