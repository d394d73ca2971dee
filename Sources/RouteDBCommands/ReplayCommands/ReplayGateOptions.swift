import ArgumentParser
import RouteDB
import RouteDBTraffic

/// The options for which differences make a replay fail.
struct ReplayGateOptions: ParsableArguments {
    private static let limit = 67_108_864
    private static let different = "hits that resolve differently"

    @Option(
        name: .customLong("fail-on"),
        help: ArgumentHelp(
            """
            Exit with status 1 if hits are in one of these comma-separated classes; other \
            differences are only shown.
            """, valueName: "classes"),
        completion: .list(ReplayClass.allCases.map(\.rawValue)), transform: Self.classes)
    var failing: [ReplayClass] = []

    @Option(
        name: .customLong("max-changed"),
        help: ArgumentHelp(
            "Exit with status 1 if more hits than this differ: a share such as '0.1%', or a number.",
            valueName: "share"),
        transform: ShareArgument.limit)
    var limit: ShareArgument?

    @Option(
        name: .customLong("min-hits"),
        help: ArgumentHelp(
            """
            Exit with status 2 if fewer hits were replayed (default: 1). Weights do not \
            count here.
            """, valueName: "number"))
    var minimumHits: Int64?

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

    /// Returns why a report fails the gate; empty if it passes.
    func failures(of report: ReplayReport) -> [String] {
        var failures: [String] = []
        let (open, total) = (report.unaccepted, report.total)
        for kind in failing where report.unaccepted(kind).recorded > 0 {
            failures.append(
                "hits that are \(kind.rawValue): \(NumberText.grouped(report.unaccepted(kind).hits))"
            )
        }
        return failures
            + exceeded(open.hits, share: open.share(of: total), Self.different)
    }

    /// Returns why another number of changed hits fails the gate; empty if it passes.
    func failures(changed: Int64, of total: Int64) -> [String] {
        let share = Double(changed) / Double(max(1, total))
        return exceeded(changed, share: share, "hits that change")
    }

    private func exceeded(_ hits: Int64, share: Double, _ what: String) -> [String] {
        switch limit {
        case .share(let most) where share > most:
            let shares = [share, most].map(NumberText.share)
            return ["\(what): \(shares[0]) of all, more than \(shares[1])"]
        case .count(let count) where hits > count:
            return [
                "\(what): \(NumberText.grouped(hits)), more than \(NumberText.grouped(count))"
            ]
        case nil where failing.isEmpty && hits > 0:
            return ["\(what): \(NumberText.grouped(hits))"]
        default: return []
        }
    }

    /// Rejects values that have no meaning.
    func validate() throws {
        if let minimumHits, minimumHits < 0 {
            throw ValidationError("'--min-hits' cannot be negative.")
        }
    }

    /// Throws if there are too few hits to pass or fail a change.
    func requireEvidence(in report: ReplayReport) throws {
        try requireEvidence(hits: report.total.recorded, isComplete: report.isComplete)
    }

    /// Throws if there are too few hits to pass or fail a change.
    func requireEvidence(hits count: Int64, isComplete: Bool) throws {
        let minimum = minimumHits ?? 1
        guard count < minimum, isComplete else { return }
        let replayed =
            count == 0 ? "No hits were" : "Only \(count) \(count == 1 ? "hit was" : "hits were")"
        throw CommandFailure(
            "tooFewHits",
            minimum == 1
                ? "\(replayed) replayed, so nothing shows that the change is safe."
                : "\(replayed) replayed, fewer than \(minimum), so nothing shows that the change is"
                    + " safe.",
            hint: "Check '--from', '--since', '--until', '--namespace' and `routedb hits info`;"
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

/// Notes about what registries depend on but hits do not record.
enum ReplayNotes {
    /// Returns the notes for two registries.
    static func lines(_ old: RegistrySnapshot, _ new: RegistrySnapshot) -> [String] {
        var notes: [String] = []
        if (old.accessRules + new.accessRules).contains(where: \.asksForMoreThanHits) {
            notes.append(
                "access rules depend on roles, claims or context, which hits do not have: they"
                    + " are evaluated as for requests without them")
        }
        let codes = ReplayOptions.codedConverters(of: [old, new]).sorted()
        if !codes.isEmpty {
            notes.append(
                "converters implemented in code accept any text here: "
                    + codes.map(PlainText.shown).joined(separator: ", "))
        }
        return notes
    }
}
