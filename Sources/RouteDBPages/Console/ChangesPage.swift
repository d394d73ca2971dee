#if Server
package import RouteDB

/// The log of revisions.
package struct ChangesPage: Sendable {
    /// How many revisions a page has.
    package static let size = 50

    private let revisions: [RevisionOutput]

    /// Creates the page of the revisions, the newest first.
    package init(_ revisions: [RevisionOutput]) { self.revisions = revisions }

    /// The page.
    package func page(in frame: ConsoleFrame) -> ConsolePage {
        let log = RevisionTables.log(revisions, time: frame.text, number: ConsoleLink.revision)
        var earlier: Markup?
        if revisions.count == Self.size, let last = revisions.last?.revision, last.number > 1 {
            earlier =
                "<p class=\"pages\"><a rel=\"next\" href=\"/changes?below=\(last.number)\">Earlier</a></p>"
        }
        return ConsolePage(
            "Changes", heading: "The registry is at revision \(frame.revision)", place: "/changes",
            """
            \(DifferencePage.form(from: "", to: ""))\(log.markup)\(earlier)\
            \(ConsoleLink.command(frame.commands.line(["log"])))
            """)
    }
}

/// A revision: what it changed, and the way back to it.
package struct RevisionPage: Sendable {
    private let facts: RevisionOutput
    private let diff: RegistryDiff
    private let traffic: RouteTraffic?

    private var revision: RegistryRevision { facts.revision }

    /// Creates the page of a revision and what it changed, with the hits of routes where they are known.
    package init(_ facts: RevisionOutput, _ diff: RegistryDiff, traffic: RouteTraffic? = nil) {
        (self.facts, self.diff, self.traffic) = (facts, diff, traffic)
    }

    /// The page.
    package func page(in frame: ConsoleFrame) -> ConsolePage {
        let number = revision.number
        let time = frame.text(revision.time)
        let later = frame.revision - number
        let revisions = NumberText.counted(later, "later revision")
        let revert: Markup? =
            frame.isWriting && number > 1
            ? """
            <p><a class="button" href="/changes/\(number)/revert">Revert revision \(number)</a> takes back \
            only what it changed, and keeps all later edits.</p>
            """ : nil
        let back: Markup? =
            frame.isWriting && later > 0
            ? """
            <p><a class="button" href="/changes/\(number)/rollback">Roll back to revision \(number)</a> \
            undoes \(revisions).</p>
            """ : nil
        return ConsolePage(
            "Revision \(number)",
            heading:
                "Revision \(number): \(facts.why.isEmpty ? "no message" : facts.why)",
            place: "/changes",
            """
            <div class="lead"><p class="summary">by \(revision.author), \(time) \(frame.zone.name), with \
            \(revision.source)</p>\(revert)\(back)</div>
            \(RevisionTables.diff(diff, traffic: traffic))
            \(ConsoleLink.command(frame.commands.line(["diff", "\(diff.old)", "\(diff.new)"])))
            """)
    }
}

/// The differences between any two revisions.
package struct DifferencePage: Sendable {
    private let from: String
    private let to: String
    private let diff: RegistryDiff?
    private let problem: FormProblem?

    /// Creates the page.
    package init(
        from: String, to: String, _ diff: RegistryDiff?, problem: FormProblem? = nil
    ) {
        (self.from, self.to, self.diff, self.problem) = (from, to, diff, problem)
    }

    /// The page.
    package func page(in frame: ConsoleFrame) -> ConsolePage {
        var found: Markup?
        if let diff {
            let command = frame.commands.line(["diff", from] + (to.isEmpty ? [] : [to]))
            found = "\(RevisionTables.diff(diff))\(ConsoleLink.command(command))"
        }
        let heading: Markup? = diff.map { diff in
            let count = diff.changes.count
            let items = NumberText.counted(count, "item")
            return "\(items) changed from revision \(diff.old) to \(diff.new)"
        }
        return ConsolePage(
            "Compare revisions", heading: heading, place: "/changes",
            "\(Self.form(from: from, to: to))\(problem?.markup)\(found)")
    }

    /// The form that asks for two revisions.
    static func form(from: String, to: String) -> Markup {
        """
        <form class="ask" action="/diff">\
        \(FormField.text("from", "From the revision", from, hint: "number, tag or time"))\
        \(FormField.text("to", "To the revision", to, hint: "newest"))\
        <button type="submit">Compare</button></form>
        """
    }
}

/// The form that goes back to a revision, with what that would do.
package struct RollbackForm: Sendable {
    private let number: Int64
    private let revision: Int64
    private let message: String?
    private let answer: EditForm.Answer

    /// Creates the form.
    package init(
        to number: Int64, at revision: Int64, message: String? = nil,
        answer: EditForm.Answer = .asking
    ) {
        (self.number, self.revision) = (number, revision)
        (self.message, self.answer) = (message, answer)
    }

    /// The form.
    package var form: EditForm {
        EditForm(
            title: "Roll back to revision \(number)", place: "/changes",
            action: "/changes/\(number)/rollback", revision: revision, inputs: "",
            message: message ?? "Roll back to revision \(number)",
            note: """
                <p class="summary">Makes a new revision with the contents of revision \(number). All later \
                edits are undone. It can be rolled back itself.</p>
                """, answer: answer)
    }
}
#endif
