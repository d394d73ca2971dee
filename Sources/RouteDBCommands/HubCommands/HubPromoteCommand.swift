import ArgumentParser
import RouteDB
import RouteDBTerminal
import RouteDBTraffic

#if Hub
    import RouteDBHub
#endif

/// Promotes a revision to a group of nodes.
struct HubPromoteCommand: RegistryCommand {
    static let configuration = CommandConfiguration(
        commandName: "promote",
        abstract: "Release a revision to a group of nodes, after a replay of their hits.",
        discussion: """
            EXAMPLES:
              routedb hub promote --group canary --fail-on now-unmatched,other-decision
              routedb hub promote 12 --group region-eu --max-changed 0.5% --min-hits 1000
              routedb hub promote @release-7 --group all --accept reviewed.json
              routedb hub promote --group canary --dry-run

            Replays the hits that the nodes of the group had in the last day, or since
            '--since', against the revision that they have and the one that they would get.
            The gates are those of 'routedb replay': exits with status 1 if hits resolve
            differently, or as '--fail-on' and '--max-changed' say, and with status 2 if
            there were fewer than '--min-hits' (default: 1). Then nothing is promoted.

            Afterwards the hub watches the hits of the group: it halts the revision if a
            node of the group refuses it, or the share of hits that are unmatched, failed
            (not valid, or answered with a status of 500 or more) or refused (denied or
            challenged) is higher by more than the limits below than in the day before, as
            soon as there are '--watch-hits' of both. A halted revision cannot be promoted:
            see 'routedb hub rollback' and 'routedb hub resume'.

            If two people promote at once, the second is refused: the group has moved.
            """)

    @Argument(
        help: "The revision (default: the newest at the hub).", transform: Self.reference)
    var revision: RevisionReference?

    @Option(help: ArgumentHelp("The group.", valueName: "name"))
    var group: String

    @OptionGroup(title: "Replay") var gate: ReplayGateOptions

    @Option(
        help: ArgumentHelp(
            "Replay hits from this time on (default: 1d).", valueName: "time"),
        transform: TimeExpression.init)
    var since: TimeExpression?

    @OptionGroup(title: "Watching") var watch: WatchOptions

    @Flag(name: [.customShort("n"), .customLong("dry-run")], help: "Only replay.")
    var dryRun = false

    @Option(
        help: ArgumentHelp(
            "Who promotes it (default: $ROUTEDB_AUTHOR, else the user).", valueName: "name"))
    var author: String?

    @OptionGroup var hub: HubOptions
    @OptionGroup var global: GlobalOptions

    func run(in context: CommandContext) async throws {
        #if Hub
            try await hub.withHub(global, in: context) { hub in
                try await promote(at: hub, in: context)
            }
        #else
            throw CommandFailure.withoutHub
        #endif
    }

    /// Reads a revision: `12`, `@12`, a tag or a time.
    static func reference(_ text: String) throws -> RevisionReference {
        guard !text.contains("://") else {
            throw ValidationError(
                "'\(text)' is not a revision: give the hub's address after it, or with '--hub'.")
        }
        return try RevisionReference.read(Int64(text) == nil ? text : "@\(text)")
    }
}

/// The options for when a hub halts what was promoted.
struct WatchOptions: ParsableArguments {
    @Option(
        name: .customLong("watch"),
        help: ArgumentHelp(
            "How long the hits are watched (default: 24h).", valueName: "duration"),
        transform: Self.seconds)
    var seconds: Int64?

    @Option(
        name: .customLong("watch-hits"),
        help: ArgumentHelp(
            "How many hits it takes before and after (default: 1000).", valueName: "number"))
    var leastHits: Int64?

    @Option(
        name: .customLong("max-unmatched-rise"),
        help: ArgumentHelp(
            "By how much the share of unmatched hits may rise (default: 1%).",
            valueName: "share"), transform: Self.share)
    var unmatchedRise: Double?

    @Option(
        name: .customLong("max-failed-rise"),
        help: ArgumentHelp(
            "By how much the share of failed hits may rise (default: 1%).",
            valueName: "share"), transform: Self.share)
    var failedRise: Double?

    @Option(
        name: .customLong("max-refused-rise"),
        help: ArgumentHelp(
            "By how much the share of refused hits may rise (default: 1%).",
            valueName: "share"), transform: Self.share)
    var refusedRise: Double?

    func validate() throws {
        if let leastHits, leastHits < 1 {
            throw ValidationError("'--watch-hits' must be at least 1.")
        }
    }

    private static func seconds(_ text: String) throws -> Int64 {
        guard let microseconds = DurationText.microseconds(text), microseconds >= 0 else {
            throw ValidationError("'\(text)' is not a duration; examples are '2h' and '24h'.")
        }
        return microseconds / 1_000_000
    }

    private static func share(_ text: String) throws -> Double {
        guard case .share(let share)? = ReplayGate.Limit(text) else {
            throw ValidationError("'\(text)' is not a share; examples are '0.5%' and '2%'.")
        }
        return share
    }

    #if Hub
        var limits: WatchLimits {
            var limits = WatchLimits()
            limits.seconds = seconds ?? limits.seconds
            limits.leastHits = leastHits ?? limits.leastHits
            limits.unmatchedRise = unmatchedRise ?? limits.unmatchedRise
            limits.failedRise = failedRise ?? limits.failedRise
            limits.refusedRise = refusedRise ?? limits.refusedRise
            return limits
        }
    #endif
}

#if Hub
    extension HubPromoteCommand {
        private func promote(at hub: HubClient, in context: CommandContext) async throws {
            let old = try await hub.group(named: group).position
            let copy = try HubCopy(in: context)
            try await copy.fetch(from: hub)
            let working = WorkingCopy(path: copy.registry, hub: try await hub.name())
            try await WorkingCopy.$current.withValue(working) {
                try await promote(copy, from: old, at: hub, in: context)
            }
        }

        private func promote(
            _ copy: HubCopy, from old: FeedPosition, at hub: HubClient, in context: CommandContext
        ) async throws {
            let new = try await target(at: hub, in: context)
            guard new != old else { return try say("unchanged", old, new, nil, in: context) }
            guard new.revision > old.revision else {
                throw CommandFailure(
                    "invalidValue",
                    "The group '\(group)' is at revision \(old.revision) already.",
                    hint: "Go back with 'routedb hub rollback'.")
            }
            try await hub.requireNotHalted(new)
            let report = try await replay(old, new, copy, hub, in: context)
            guard context.status == .success else { return }
            guard !dryRun else { return try say("passed", old, new, report, in: context) }
            try await hub.promote(
                new, to: group, from: old, limits: watch.limits, author: author ?? context.author())
            try say("promoted", old, new, report, in: context)
        }

        /// The revision to promote.
        private func target(at hub: HubClient, in context: CommandContext) async throws
            -> FeedPosition
        {
            guard let revision else { return try await hub.status().position }
            let registry = try await global.openForReading(in: context)
            let number = try await registry.revision(revision).number
            await registry.close()
            return try await hub.position(at: number)
        }

        /// Replays the group's hits, and says why they do not pass.
        private func replay(
            _ old: FeedPosition, _ new: FeedPosition, _ copy: HubCopy, _ hub: HubClient,
            in context: CommandContext
        ) async throws -> ReplayReport? {
            guard old != .start else {
                context.printNote("note: the group has no revision yet, so nothing is replayed")
                return nil
            }
            let now = context.now()
            let start = (since ?? .age(86_400_000_000)).time(now: now, zone: .utc)
            var hits = HubHitsCopy(copy.history, times: start.microseconds ... .max, of: group)
            try await hub.update(&hits, clock: now)
            if let warning = hits.warning {
                context.printNote(PlainText.shown("warning: \(warning)"))
            }
            let accepted = try gate.changes(in: context)
            let reader = RegistryStates([], global, in: context)
            let states = try await (
                old: reader.state(.revision(.number(old.revision))),
                new: reader.state(.revision(.number(new.revision)))
            )
            var options = ReplayOptions()
            options.jobs = Processors.count
            options.isOneRegistry = true
            options.standInForConverters(of: [states.old.snapshot, states.new.snapshot])
            let replay = Replay(
                from: states.old.snapshot, to: states.new.snapshot, options: options)
            context.interruption.watch()
            let interruption = context.interruption
            var report = try await replay.run(
                .history(copy.history), observing: { _ in !interruption.isInterrupted })
            if let accepted { report = report.accepting(accepted) }
            try gate.write(report, within: FileLimit(of: copy.registry))
            guard report.isComplete else { throw CommandFailure.interrupted }
            try show(report, states.old, states.new, in: context)
            return report
        }

        private func show(
            _ report: ReplayReport, _ old: RegistryState, _ new: RegistryState,
            in context: CommandContext
        ) throws {
            let failures = gate.criteria.failures(of: report)
            let facts = ReplayOutput(
                report: report, old: old, new: new, failures: failures,
                notes: ReplayNotes.lines(old.snapshot, new.snapshot), sample: 1, limit: 20)
            if !failures.isEmpty {
                let format: ListingFormat = global.json ? .json : .table
                try facts.write(
                    as: format, global.style(in: context), to: context.output)
                context.setExitStatus(.no)
            }
            context.printNote(facts.summary)
            for failure in failures { context.printNote("failed: \(failure)") }
            try ReplayGateOptions.requireEvidence(gate.criteria.shortage(of: report))
        }

        private func say(
            _ outcome: String, _ old: FeedPosition, _ new: FeedPosition, _ report: ReplayReport?,
            in context: CommandContext
        ) throws {
            guard !global.json else {
                let object: JSONObject = [
                    "schema": 1, "outcome": .string(outcome), "group": .string(group),
                    "revision": .int(new.revision), "digest": .string(new.digest),
                    "from": .int(old.revision),
                    "replayed": report.map { .int($0.total.recorded) } ?? .null,
                    "changed": report.map { .int($0.changed.recorded) } ?? .null,
                ]
                return try context.output.writeLine(object.description)
            }
            try context.output.writeLine(
                outcome == "unchanged"
                    ? "unchanged: group '\(group)' is at revision \(new.revision)"
                    : "\(outcome): group '\(group)' is \(outcome == "passed" ? "still " : "")at"
                        + " revision \(outcome == "passed" ? old.revision : new.revision)"
                        + (outcome == "passed"
                            ? ", and revision \(new.revision) could be promoted"
                            : ", was \(old.revision)"))
        }
    }
#endif
