#if Server
package import RouteDB
import RouteDBInsight
import RouteDBTraffic

/// What an edit would do: the difference, what lint would newly say, and which of the last hits would
/// go elsewhere.
package struct Foresight: Sendable {
    /// How many hits are replayed at most.
    package static let hitLimit = 100_000
    /// How long before the last hit the replay starts, in microseconds.
    private static let replayed: Int64 = 86_400_000_000

    let diff: RegistryDiff
    let newFindings: [LintFinding]
    let fixedFindings: Int
    /// The replayed hits; `nil` if there is no history.
    let replay: ReplayReport?

    /// Computes what an edit would do.
    ///
    /// - Parameters:
    ///   - before: The registry.
    ///   - after: The registry after the edit.
    ///   - history: The path of the history; `nil` if there is none.
    ///   - last: The time of its last hit, in microseconds.
    ///   - time: The time at which lint asks whether rules have expired, in microseconds.
    /// - Throws: ``RouteDBError`` if the history cannot be read.
    /// - Complexity: That of linting twice, and of replaying the hits of a day.
    package init(
        from before: RegistrySnapshot, to after: RegistrySnapshot, history: String?, last: Int64?,
        at time: Int64
    ) async throws {
        diff = RegistryDiff(from: before, to: after)
        let old = before.lint(at: time)
        let new = after.lint(at: time)
        let known = Set(old.findings.map(\.fingerprint))
        let still = Set(new.findings.map(\.fingerprint))
        newFindings = new.findings.filter { !known.contains($0.fingerprint) }
        fixedFindings = old.findings.count { !still.contains($0.fingerprint) }
        guard let history, let last, !diff.isEmpty else {
            replay = nil
            return
        }
        var options = ReplayOptions()
        options.isOneRegistry = true
        let (start, overflows) = last.subtractingReportingOverflow(Self.replayed)
        options.since = overflows ? nil : Timestamp(microseconds: start)
        replay = try await Replay(from: before, to: after, options: options).run(
            .history(history), observing: { $0.hitCount < Self.hitLimit })
    }

    /// The three columns beside a form.
    package func markup(in frame: ConsoleFrame) -> Markup {
        guard !diff.isEmpty else {
            return "<div class=\"foresight\"><p class=\"empty\">Nothing would change.</p></div>"
        }
        return """
            <div class="foresight">
            <section aria-labelledby="f-traffic"><h2 id="f-traffic">Yesterday's traffic</h2>\(traffic)</section>
            <section aria-labelledby="f-lint"><h2 id="f-lint">Lint</h2>\(lint)</section>
            <section aria-labelledby="f-diff"><h2 id="f-diff">Difference</h2>\
            \(RevisionTables.diff(diff))</section>
            </div>
            """
    }

    private var lint: Markup {
        var items: Markup = ""
        for finding in newFindings.prefix(20) {
            let witness: Markup? = finding.witness.map {
                "<p class=\"aside\">for example \(ConsoleLink.trying($0.url))</p>"
            }
            items += """
                <li><p><span class="badge \(finding.severity == .error ? "bad" : "")">\
                \(finding.severity.rawValue)</span> \(finding.message)</p>\(witness)</li>
                """
        }
        let fixed: Markup? =
            fixedFindings > 0
            ? "<p class=\"good\">\(fixedFindings) finding\(fixedFindings == 1 ? "" : "s") would be gone.</p>"
            : nil
        guard !newFindings.isEmpty else { return "\(fixed)<p>Nothing new.</p>" }
        return "\(fixed)<ul class=\"clusters\">\(items)</ul>"
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
                <p>\(side(group.oldRoute, group.oldOutcome)) → \(side(group.newRoute, group.newOutcome))</p>\
                <ul class="plain aside">\(examples)</ul></li>
                """
        }
        return """
            <p><strong>\(NumberText.grouped(changed)) of \(NumberText.hits(total))</strong> would be \
            answered otherwise.</p><ul class="clusters">\(items)</ul>
            """
    }

    private func side(_ route: ReplayRoute?, _ outcome: Resolution.Outcome) -> Markup {
        guard let route else { return Pieces.outcome(outcome.rawValue) }
        return "<code>\(route.label)</code>"
    }
}
#endif
