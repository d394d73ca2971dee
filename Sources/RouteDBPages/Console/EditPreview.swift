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
    package init(_ diff: RegistryDiff, from old: LintReport?, to new: LintReport?) {
        self.diff = diff
        let known = Set((old?.findings ?? []).map(\.fingerprint))
        let still = Set((new?.findings ?? []).map(\.fingerprint))
        newFindings = (new?.findings ?? []).filter { !known.contains($0.fingerprint) }
        fixedFindings = (old?.findings ?? []).count { !still.contains($0.fingerprint) }
    }
}

/// The effect that an edit would have: the difference, what lint would newly say, and which of the last hits
/// would go elsewhere.
package struct EditPreview: Sendable {
    /// The hits that are replayed.
    private enum Traffic {
        /// There is no history, or nothing would change.
        case missing
        /// The hits of the last recorded day, and at most about 100,000: while somebody waits.
        case day(ReplayReport)
        /// All hits that are still in the history: after the page.
        case all(ReplayJobState)
    }

    /// How many hits of a day are replayed at most.
    private static let hitLimit = 100_000
    /// How long before the last hit the replay of a day starts.
    private static let replayed: Duration = .seconds(86_400)

    let effect: EditEffect
    private let hits: Traffic

    private var diff: RegistryDiff { effect.diff }
    private var newFindings: [LintFinding] { effect.newFindings }
    private var fixedFindings: Int { effect.fixedFindings }

    /// The replayed hits; `nil` if there is no history, or the replay has not ended.
    var replay: ReplayReport? {
        switch hits {
        case .missing: nil
        case .day(let report): report
        case .all(let job): job.report
        }
    }

    /// Replays the hits of the last recorded day.
    ///
    /// - Complexity: That of replaying the hits, on threads of the replay.
    package init(
        _ effect: EditEffect, from before: RegistrySnapshot, to after: RegistrySnapshot,
        history: String?, last: Timestamp?
    ) async throws {
        self.effect = effect
        guard let history, let last, !effect.diff.isEmpty else {
            hits = .missing
            return
        }
        var options = ReplayOptions()
        options.isOneRegistry = true
        options.since = last - Self.replayed
        let limit = Self.hitLimit
        hits = .day(
            try await Replay(from: before, to: after, options: options).run(
                .history(history), observing: { $0.hitCount < limit }))
    }

    /// Shows a replay of all hits, which may go on.
    package init(_ effect: EditEffect, all: ReplayJobState?) {
        self.effect = effect
        hits = all.map { .all($0) } ?? .missing
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
        if case .all = hits { "All traffic" } else { "Yesterday's traffic" }
    }

    private var lint: Markup {
        let fixed: Markup? =
            fixedFindings > 0
            ? "<p class=\"good\">\(NumberText.counted(fixedFindings, "finding")) would be gone.</p>"
            : nil
        guard !newFindings.isEmpty else { return "\(fixed)<p>Nothing new.</p>" }
        return "\(fixed)\(LintList(names: nil).markup(newFindings.prefix(20)))"
    }

    private var traffic: Markup {
        switch hits {
        case .missing: "<p class=\"empty\">There is no history to replay.</p>"
        case .day(let report): ReplayMarkup(report).markup
        case .all(let job): job.markup
        }
    }
}

/// The hits that an edit would have answered otherwise, and whom it would have refused.
struct ReplayMarkup {
    private let replay: ReplayReport

    init(_ replay: ReplayReport) { self.replay = replay }

    var markup: Markup {
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
            answered otherwise.</p>\(refusals)<ul class="clusters">\(items)</ul>
            """
    }

    /// The callers who would be refused and were not.
    private var refusals: Markup? {
        let refusals = replay.refusals
        guard refusals.count.recorded > 0 else { return nil }
        var items: Markup = ""
        for principal in refusals.mostAffected {
            items += "<li>\(principal.id): \(NumberText.hits(principal.count.hits))</li>"
        }
        let list: Markup? = items.html.isEmpty ? nil : "<ul class=\"plain aside\">\(items)</ul>"
        return """
            <p><strong>\(refusals.summary)</strong> would be refused that \
            \(refusals.principalCount == 1 ? "was" : "were") not.</p>\(list)
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
