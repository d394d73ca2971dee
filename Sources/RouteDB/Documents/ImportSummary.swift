/// The result of an import, by kind of item.
package struct ImportSummary: Sendable, Equatable {
    /// The number of items by outcome.
    package struct Counts: Sendable, Equatable {
        package var added = 0
        package var skipped = 0
        package var unchanged = 0
        package var replaced = 0

        package var isEmpty: Bool { self == Counts() }
    }

    package var routes = Counts()
    package var namespaces = Counts()
    package var converters = Counts()
    package var defaults = Counts()
    package var rules = Counts()
    package var suppressions = Counts()
    package var cases = Counts()
    /// The number of routes that were skipped although neither the command nor the file asked for
    /// it.
    package var conflicts = 0
    /// Whether a route of the input has a kind.
    package var hasKinds = false
    /// The place of the first skipped route.
    package var firstSkipped: InputPlace?

    /// Returns whether parts of the input were left out unasked.
    ///
    /// - Parameter isSkipAsked: Whether the user asked to skip existing items.
    /// - Returns: Whether parts were left out.
    package func hasRejects(isSkipAsked: Bool) -> Bool {
        let others = [namespaces, converters, defaults, rules, suppressions, cases]
        return conflicts > 0 || !isSkipAsked && others.contains { $0.skipped > 0 }
    }
}
