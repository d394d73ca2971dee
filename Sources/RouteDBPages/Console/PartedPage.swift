#if Server
/// A page with parts that take long where there is much to count: they come with the page, or are
/// loaded after it.
package protocol PartedPage: Sendable {
    /// The parts, by the names that their addresses have.
    associatedtype Part: RawRepresentable<String>, CaseIterable, Sendable

    /// The title of the page.
    var title: String { get }

    /// The address of the page, without the part.
    var address: (path: String, query: [(String, String)]) { get }

    /// Returns whether a part takes so long that it comes after the page.
    func isLate(_ part: Part) -> Bool

    /// Counts what a part shows.
    func markup(of part: Part, in frame: ConsoleFrame) async throws -> Markup

    /// The page.
    func page(in frame: ConsoleFrame) async throws -> ConsolePage
}

extension PartedPage {
    /// A part as the page shows it: itself, or the place that the script fills and that leads to it.
    func shown(_ part: Part, in frame: ConsoleFrame) async throws -> Markup {
        guard isLate(part) else { return try await markup(of: part, in: frame) }
        let query = address.query + [("part", part.rawValue)]
        let alone = ConsoleLink.path(address.path, query)
        let fragment = ConsoleLink.path(address.path, query + [("fragment", "true")])
        return """
            <div data-load="\(fragment)"><p class="empty"><a href="\(alone)">Show it</a>: there is much \
            to count, so it takes a while.</p></div>
            """
    }
}

/// How much is counted while somebody waits for a page.
package enum PageBudget {
    /// How many hits.
    package static let hits: Int64 = 300_000
    /// How many routes are looked at by lint.
    package static let routes = 1_000
}
#endif
