import ArgumentParser
import RouteDB
import RouteDBAppLinks
import RouteDBTerminal
import RouteDBTraffic

/// The files whose answers are compared, instead of those of two registries.
struct ReplayLinkOptions: ParsableArguments {
    @Option(
        name: .customLong("app-links"), parsing: .upToNextOption,
        help: ArgumentHelp(
            "The file that opens the app now, and the one that would replace it.",
            valueName: "files"), completion: .file())
    var files: [String] = []

    @Option(
        help: ArgumentHelp(
            "The app's manifest. A link opens the app only if the manifest accepts it too.",
            valueName: "file"), completion: .file())
    var manifest: String?

    @Option(
        name: .customLong("api-level"),
        help: ArgumentHelp(
            "The level of Android's API on the devices (default: 35).",
            valueName: "number"))
    var apiLevel: Int?

    func validate() throws {
        guard files.isEmpty, manifest != nil || apiLevel != nil else { return }
        throw ValidationError("'--manifest' and '--api-level' need '--app-links'.")
    }
}

extension ReplayCommand {
    /// Rejects options that two files of links have no use for.
    func validateAppLinks() throws {
        guard links.files.count == 2 else {
            throw ValidationError(
                "'--app-links' takes two files: the old one and the new one. Logs come before it."
            )
        }
        let isUnused =
            base == .live && head == .live && namespace == nil && requestNamespace == nil
            && gate.failing.isEmpty && gate.accepted.isEmpty && gate.output == nil && jobs == nil
        guard isUnused else {
            throw ValidationError(
                "'--app-links' cannot be combined with '--base', '--head', '--namespace', "
                    + "'--resolve-in', '--fail-on', '--accept', '--write-accept' or '--jobs'.")
        }
        guard 0...100 ~= examples, limit ?? 0 >= 0 else {
            throw ValidationError(
                "'--examples' must be between 0 and 100, and '--limit' cannot be negative.")
        }
        guard
            (links.files + source.paths + [links.manifest ?? ""]).count(where: { $0 == "-" })
                < 2
        else {
            throw ValidationError("Only one input can be standard input.")
        }
    }

    /// Weighs what another file that opens an app would change.
    func runAppLinks(in context: CommandContext) async throws {
        let format = try listing.format(global, in: context)
        let files = try links.files.map { try context.appLinkFile($0, nil) }
        let manifest = try links.manifest.map { try context.appManifest($0) }
        let registry = try await global.openForReading(in: context)
        let snapshot = try await registry.snapshot()
        await registry.close()
        let replay = try AppLinkReplay(
            from: files[0], to: files[1], routes: snapshot,
            apiLevel: links.apiLevel ?? AssetLinks.firstLevel, manifest: manifest,
            exampleLimit: examples)
        context.interruption.watch()
        let interruption = context.interruption
        let bar = ProgressBar(unit: "hits", in: context)
        defer { bar.clear() }
        let (weighed, summary) = try await source.source(global, in: context).reduce(
            options(in: context), into: replay,
            observing: { progress in
                bar.update(Int64(progress.hitCount), of: progress.total)
                return !interruption.isInterrupted
            }, { replay, url, weight in replay.add(url, hits: weight) })
        bar.clear()
        let facts = AppLinkReplayOutput(
            files: (links.files[0], links.files[1]), replay: weighed,
            limit: limit?.asLimit ?? ReplayText.top)
        let failures = gate.criteria.failures(changed: weighed.changed, of: weighed.total)
        try facts.write(as: format, failures: failures, to: context.output)
        context.printNote(facts.summary)
        if let rejects = summary.rejects, rejects.count > 0 {
            context.printNote("note: \(rejects.summary)")
        }
        if weighed.others > 0 {
            context.printNote(
                "note: \(NumberText.hits(weighed.others)) on URLs that are no links of the web")
        }
        for failure in failures { context.printNote("failed: \(failure)") }
        if !failures.isEmpty { context.setExitStatus(.no) }
        if !summary.isComplete { context.setExitStatus(.interrupted) }
        try ReplayGateOptions.requireEvidence(
            gate.criteria.shortage(hits: weighed.recorded, isComplete: summary.isComplete))
    }
}

/// The changes that another file would make, as they are written.
struct AppLinkReplayOutput {
    let files: (old: String, new: String)
    let replay: AppLinkReplay
    /// The largest number of groups in text output.
    let limit: Int

    private func share(_ hits: Int64) -> String {
        NumberText.share(replay.total == 0 ? 0 : Double(hits) / Double(replay.total))
    }

    /// The result in one line.
    var summary: String {
        let kinds = AppLinkReplay.Change.allCases.filter { replay.hits($0) > 0 }
            .map { "\($0.rawValue) \(NumberText.grouped(replay.hits($0)))" }
        return "\(NumberText.grouped(replay.changed)) of \(NumberText.hits(replay.total)) "
            + "(\(share(replay.changed))) change"
            + (kinds.isEmpty ? "" : ": \(kinds.joined(separator: ", "))")
    }

    /// Writes the groups.
    func write(
        as format: ListingFormat, failures: [String], to output: OutputWriter
    ) throws {
        let groups = replay.changes
        guard format.isText else {
            return try listing.write(groups, as: format, head: head(failures), to: output)
        }
        try output.writeLine(PlainText.shown("\(files.old) -> \(files.new)"))
        for group in groups.prefix(limit) {
            for line in lines(group) { try output.writeLine(PlainText.shown(line)) }
        }
        if groups.count > limit {
            try output.writeLine("")
            let rest = NumberText.counted(groups.count - limit, "more group")
            try output.writeLine("and \(rest)")
        }
    }

    private func lines(_ group: AppLinkReplay.Group) -> [String] {
        [
            "", "\(group.change.rawValue)  \(NumberText.hits(group.hits)), \(share(group.hits))",
            "    \(group.app): \(group.oldItem) -> \(group.newItem)",
            "    " + (group.route.map { "route \($0)" } ?? "no route"),
        ] + group.examples.map { "    \($0)" }
    }

    private func head(_ failures: [String]) -> JSONObject {
        [
            "old": .string(files.old), "new": .string(files.new), "hits": .int(replay.total),
            "changed": .int(replay.changed), "nowClosed": .int(replay.hits(.nowClosed)),
            "newlyOpened": .int(replay.hits(.newlyOpened)), "notLinks": .int(replay.others),
            "failures": .array(failures.map(JSONValue.string)),
        ]
    }

    private var listing: Listing<AppLinkReplay.Group> {
        let total = replay.total
        return Listing(
            "groups",
            columns: [
                .init("change") { $0.change.rawValue },
                .init("hits") { "\($0.hits)" },
                .init("share") { NumberText.share(Double($0.hits) / Double(max(1, total))) },
                .init("app") { $0.app },
                .init("old item") { $0.oldItem },
                .init("new item") { $0.newItem },
                .init("route") { $0.route ?? "" },
                .init("example") { $0.examples.first ?? "" },
            ],
            object: { group in
                [
                    "change": .string(group.change.rawValue), "hits": .int(group.hits),
                    "app": .string(group.app), "oldItem": .string(group.oldItem),
                    "newItem": .string(group.newItem),
                    "route": group.route.map(JSONValue.string) ?? .null,
                    "examples": .array(group.examples.map(JSONValue.string)),
                ]
            })
    }
}
