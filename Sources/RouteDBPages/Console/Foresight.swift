#if Server
package import RouteDB
package import RouteDBInsight
import RouteDBTraffic

/// The difference that an edit would make, and what lint would newly say.
package struct EditEffect: Sendable {
    let diff: RegistryDiff
    let newFindings: [LintFinding]
    let fixedFindings: Int

    /// Compares two states of a registry.
    ///
    /// - Parameters:
    ///   - diff: What differs.
    ///   - old: What lint finds in the registry; nothing needs to be known if nothing differs.
    ///   - new: What it finds after the edit.
    package init(_ diff: RegistryDiff, from old: LintReport?, to new: LintReport?) {
        self.diff = diff
        let known = Set((old?.findings ?? []).map(\.fingerprint))
        let still = Set((new?.findings ?? []).map(\.fingerprint))
        newFindings = (new?.findings ?? []).filter { !known.contains($0.fingerprint) }
        fixedFindings = (old?.findings ?? []).count { !still.contains($0.fingerprint) }
    }
}

/// What an edit would do: the difference, what lint would newly say, and which of the last hits would
/// go elsewhere.
package struct Foresight: Sendable {
    /// The hits that are replayed.
    package enum Span: Sendable {
        /// Those of the last recorded day, and at most about 100,000: while somebody waits.
        case day
        /// All hits that are still in the history.
        case all
    }

    /// How many hits of a day are replayed at most.
    private static let hitLimit = 100_000
    /// How long before the last hit the replay of a day starts, in microseconds.
    private static let replayed: Int64 = 86_400_000_000

    let effect: EditEffect
    let span: Span
    /// The replayed hits; `nil` if there is no history.
    let replay: ReplayReport?

    private var diff: RegistryDiff { effect.diff }
    private var newFindings: [LintFinding] { effect.newFindings }
    private var fixedFindings: Int { effect.fixedFindings }

    /// Replays the last hits.
    ///
    /// - Parameters:
    ///   - effect: What the edit would do to the registry.
    ///   - before: The registry.
    ///   - after: The registry after the edit.
    ///   - history: The path of the history; `nil` if there is none.
    ///   - last: The time of its last hit, in microseconds.
    ///   - span: Which hits are replayed.
    /// - Throws: ``RouteDBError`` if the history cannot be read.
    /// - Complexity: That of replaying the hits, on threads of the replay.
    package init(
        _ effect: EditEffect, from before: RegistrySnapshot, to after: RegistrySnapshot,
        history: String?, last: Int64?, span: Span = .day
    ) async throws {
        (self.effect, self.span) = (effect, span)
        guard let history, let last, !effect.diff.isEmpty else {
            replay = nil
            return
        }
        var options = ReplayOptions()
        options.isOneRegistry = true
        let (start, overflows) = last.subtractingReportingOverflow(Self.replayed)
        let limit: Int
        switch span {
        case .day:
            options.since = overflows ? nil : Timestamp(microseconds: start)
            limit = Self.hitLimit
        case .all: (options.jobs, limit) = (2, .max)
        }
        replay = try await Replay(from: before, to: after, options: options).run(
            .history(history), observing: { $0.hitCount < limit })
    }

    /// The three columns beside a form.
    package func markup(in frame: ConsoleFrame) -> Markup {
        guard !diff.isEmpty else {
            return "<div class=\"foresight\"><p class=\"empty\">Nothing would change.</p></div>"
        }
        return """
            <div class="foresight">
            <section aria-labelledby="f-traffic"><h2 id="f-traffic">\(title)</h2>\(traffic)</section>
            <section aria-labelledby="f-lint"><h2 id="f-lint">Lint</h2>\(lint)</section>
            <section aria-labelledby="f-diff"><h2 id="f-diff">Difference</h2>\
            \(RevisionTables.diff(diff))</section>
            </div>
            """
    }

    private var title: Markup {
        switch span {
        case .day: "Yesterday's traffic"
        case .all: "All traffic"
        }
    }

    private var lint: Markup {
        let fixed: Markup? =
            fixedFindings > 0
            ? "<p class=\"good\">\(fixedFindings) finding\(fixedFindings == 1 ? "" : "s") would be gone.</p>"
            : nil
        guard !newFindings.isEmpty else { return "\(fixed)<p>Nothing new.</p>" }
        return "\(fixed)\(LintList.markup(newFindings.prefix(20)))"
    }

    private var traffic: Markup {
        guard let replay else { return "<p class=\"empty\">There is no history to replay.</p>" }
        let total = replay.total.hits
        let changed = replay.changed.hits
        guard changed > 0 else {
            return "<p><strong>None of \(NumberText.hits(total))</strong> would go elsewhere.</p>"
        }
        var items: Markup = ""
        for group in replay.groups.prefix(10) {
            var examples: Markup = ""
            for example in group.examples.prefix(3) {
                examples +=
                    "<li>\(ConsoleLink.trying(String(decoding: example.url, as: UTF8.self)))</li>"
            }
            items += """
                <li><p><span class="hits">\(NumberText.grouped(group.count.hits))</span> \
                <span class="badge">\(group.classes.map(\.rawValue).joined(separator: ", "))</span></p>\
                <p>\(sides(group))</p>\
                <ul class="plain aside">\(examples)</ul></li>
                """
        }
        return """
            <p><strong>\(NumberText.grouped(changed)) of \(NumberText.hits(total))</strong> would be \
            answered otherwise.</p><ul class="clusters">\(items)</ul>
            """
    }

    /// Both answers; their outcomes too, where those differ.
    private func sides(_ group: ReplayGroup) -> Markup {
        let differs = group.oldOutcome != group.newOutcome
        let old = side(group.oldRoute, group.oldOutcome, differs)
        return "\(old) → \(side(group.newRoute, group.newOutcome, differs))"
    }

    private func side(
        _ route: ReplayRoute?, _ outcome: Resolution.Outcome, _ differs: Bool
    ) -> Markup {
        guard let route else { return Pieces.outcome(outcome.rawValue) }
        let word: Markup? = differs ? " \(Pieces.outcome(outcome.rawValue))" : nil
        return "<code>\(route.label)</code>\(word)"
    }
}
#endif
