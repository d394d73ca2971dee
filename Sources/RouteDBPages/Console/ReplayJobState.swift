#if Server
import RouteDB
package import RouteDBTraffic

/// How far a replay is that goes on after the page which asked for it, and what came of it.
package struct ReplayJobState: Sendable {
    /// The number of the replay.
    package let id: Int
    let hits: Int
    let total: Int64?
    let isCancelled: Bool
    /// The differences that the replay found; `nil` until it has ended.
    let report: ReplayReport?
    let problem: FormProblem?

    /// Describes a replay.
    package init(
        id: Int, hits: Int, total: Int64?, isCancelled: Bool = false, report: ReplayReport? = nil,
        problem: FormProblem? = nil
    ) {
        (self.id, self.hits, self.total) = (id, hits, total)
        (self.isCancelled, self.report, self.problem) = (isCancelled, report, problem)
    }

    private var address: String { "/replays/\(id)" }

    /// How far it is, which the script asks again, or what came of it.
    package var markup: Markup {
        if let problem { return problem.markup }
        guard let report else { return running }
        let note: Markup? =
            isCancelled ? "<p>It was cancelled: these are the hits until then.</p>" : nil
        return "\(note)\(ReplayMarkup(report).markup)"
    }

    private var running: Markup {
        let done = NumberText.grouped(Int64(hits))
        let whole = total.map { " of \(NumberText.hits($0))" } ?? " hits"
        let share = total.map { $0 > 0 ? min(1, Double(hits) / Double($0)) : 0 } ?? 0
        return """
            <div data-again="\(address)?fragment=true"><p><strong>\(done)\(whole)</strong> so far \
            (\(NumberText.share(share))). It goes on without this page: \
            <a href="\(address)">see how far it is</a>.</p>\
            <form action="\(address)/cancel" method="post" data-cancel>\
            <button type="submit">Cancel</button></form></div>
            """
    }

    /// The page of the replay alone.
    package var page: ConsolePage {
        let isRunning = report == nil && problem == nil
        let hint: Markup =
            isRunning
            ? "<p class=\"aside\">Reload this page to see how far it is.</p>"
            : "<p class=\"aside\">Go back to the form to save what it was about.</p>"
        return ConsolePage(
            "All traffic", heading: isRunning ? "Replaying all hits" : "All hits, replayed",
            place: nil, "\(markup)\(hint)")
    }
}
#endif
