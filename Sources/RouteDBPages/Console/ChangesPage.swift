#if Server
package import RouteDB

/// The log of revisions.
package struct ChangesPage: Sendable {
    /// How many revisions a page has.
    package static let size = 50

    private let revisions: [RegistryRevision]

    /// Creates the page of the revisions, the newest first.
    package init(_ revisions: [RegistryRevision]) { self.revisions = revisions }

    /// The page.
    package func page(in frame: ConsoleFrame) -> ConsolePage {
        let log = RevisionTables.log(revisions, time: frame.text, number: ConsoleLink.revision)
        var earlier: Markup?
        if revisions.count == Self.size, let last = revisions.last, last.number > 1 {
            earlier =
                "<p class=\"pages\"><a rel=\"next\" href=\"/changes?below=\(last.number)\">Earlier</a></p>"
        }
        return ConsolePage(
            "Changes", heading: "The registry is at revision \(frame.revision)", place: "/changes",
            "\(log.markup)\(earlier)\(ConsoleLink.command(frame.commands.line(["log"])))")
    }
}

/// A revision: what it changed, and the way back to it.
package struct RevisionPage: Sendable {
    private let revision: RegistryRevision
    private let diff: RegistryDiff

    /// Creates the page of a revision and what it changed.
    package init(_ revision: RegistryRevision, _ diff: RegistryDiff) {
        (self.revision, self.diff) = (revision, diff)
    }

    /// The page.
    package func page(in frame: ConsoleFrame) -> ConsolePage {
        let number = revision.number
        let time = frame.text(Timestamp(microseconds: revision.timeMicroseconds))
        let back: Markup? =
            frame.isWriting && number < frame.revision
            ? """
            <p><a class="button" href="/changes/\(number)/rollback">Roll back to revision \(number)</a></p>
            """ : nil
        return ConsolePage(
            "Revision \(number)",
            heading:
                "Revision \(number): \(revision.message.isEmpty ? "no message" : revision.message)",
            place: "/changes",
            """
            <div class="lead"><p class="summary">by \(revision.author), \(time) UTC, with \
            \(revision.source)</p>\(back)</div>
            \(RevisionTables.diff(diff))
            \(ConsoleLink.command(frame.commands.line(["diff", "\(diff.old)", "\(diff.new)"])))
            """)
    }
}

/// The question before a rollback, with what it would do.
package struct RollbackPage: Sendable {
    private let number: Int64
    private let foresight: Foresight
    private let problem: FormProblem?

    /// Creates the page.
    ///
    /// - Parameters:
    ///   - number: The revision to go back to.
    ///   - foresight: What that would do.
    ///   - problem: Why it was not done.
    package init(to number: Int64, _ foresight: Foresight, problem: FormProblem? = nil) {
        (self.number, self.foresight, self.problem) = (number, foresight, problem)
    }

    /// The page.
    package func page(in frame: ConsoleFrame) -> ConsolePage {
        ConsolePage(
            "Roll back to revision \(number)", place: "/changes",
            """
            <p class="summary">Makes a new revision with the contents of revision \(number). It can be \
            rolled back itself.</p>\(problem?.markup)
            <form class="edit" action="/changes/\(number)/rollback" method="post">
            <input type="hidden" name="revision" value="\(frame.revision)">
            <label class="wide">Why, for the log<input name="message" type="text" \
            value="Roll back to revision \(number)"></label>
            <p class="buttons"><button type="submit" class="primary">Roll back</button></p>
            </form>\(foresight.markup(in: frame))
            """)
    }
}
#endif
