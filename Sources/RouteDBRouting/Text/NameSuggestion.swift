/// Suggests the known name that a misspelled name probably stands for.
package enum NameSuggestion {
    /// The known name with the smallest edit distance from the given one; the first of several.
    ///
    /// Returns `nil` if that distance is more than a third of the name's length. Letter case is
    /// ignored. A name with the opposite meaning is never suggested: neither `disable` for `enabel`
    /// nor `no-color` for `color`.
    package static func nearest(to name: String, among known: some Sequence<String>) -> String? {
        var search = Search(for: name)
        for candidate in known where !search.isDone { search.try(candidate) }
        return search.best
    }

    /// The search for the nearest of known names that are read one after the other.
    package struct Search {
        private let name: String
        private let wanted: [Unicode.Scalar]
        private var limit: Int
        /// The nearest name so far.
        package private(set) var best: String?
        /// True if no other name can be nearer.
        package var isDone: Bool { limit < 0 }

        package init(for name: String) {
            self.name = name
            wanted = Array(name.lowercased().unicodeScalars)
            limit = max(1, wanted.count / 3)
        }

        /// The question whether the nearest name is meant; `nil` if none is near.
        package var question: String? { best.map(NameSuggestion.question) }

        /// Compares a known name.
        package mutating func `try`(_ candidate: String) {
            guard candidate != name else { return }
            let scalars = Array(candidate.lowercased().unicodeScalars)
            guard let edits = NameSuggestion.editDistance(wanted, scalars, limit: limit),
                !NameSuggestion.areOpposites(wanted, scalars, edits)
            else { return }
            best = candidate
            limit = edits - 1
        }
    }

    /// The question whether the nearest known name is meant; `nil` if none is near.
    package static func didYouMean(
        _ name: String, among known: some Sequence<String>
    ) -> String? {
        nearest(to: name, among: known).map(question)
    }

    /// The question whether a name is meant.
    package static func question(_ meant: String) -> String { "Did you mean '\(meant)'?" }

    /// A hint for a text that is none of the known words: the nearest one, else all of them.
    package static func hint(for text: String, among words: [String]) -> String {
        didYouMean(text, among: words) ?? "Use \(words.joined(separator: ", "))."
    }

    /// Returns whether a candidate means the opposite of what was typed: without a negating prefix, one of
    /// the two words is nearer to the other than the given number of edits.
    private static func areOpposites(
        _ wanted: [Unicode.Scalar], _ candidate: [Unicode.Scalar], _ edits: Int
    ) -> Bool {
        guard edits > 0 else { return false }
        func isNegation(_ long: [Unicode.Scalar], of short: [Unicode.Scalar]) -> Bool {
            negations.contains { negation in
                guard long.starts(with: negation.prefix), long.count > negation.prefix.count + 1
                else { return false }
                let positive = negation.positive + long.dropFirst(negation.prefix.count)
                return editDistance(positive, short, limit: edits - 1) != nil
            }
        }
        return isNegation(candidate, of: wanted) || isNegation(wanted, of: candidate)
    }

    /// Prefixes that negate a word, with what replaces them in the positive form.
    private static let negations: [(prefix: [Unicode.Scalar], positive: [Unicode.Scalar])] = [
        ("no-", ""), ("not-", ""), ("non-", ""), ("un", ""), ("in", ""), ("dis", "en"),
        ("dis", ""), ("de", "en"), ("ex", "in"), ("down", "up"), ("out", "in"), ("off", "on"),
        ("min", "max"),
    ].map { (Array($0.unicodeScalars), Array($1.unicodeScalars)) }

    /// The number of edits up to which two texts with numbers of bytes may be the same, mistyped.
    package static func typoLimit(_ first: Int, _ second: Int) -> Int {
        max(1, max(first, second) / 3)
    }

    /// The edit distance: how many insertions, deletions, replacements and swaps of neighbors turn
    /// one sequence into the other; `nil` if more than the limit.
    ///
    /// - Complexity: O(*n* · *m*) in the lengths, and O(1) if these differ by more than the limit.
    package static func editDistance<Element: Equatable>(
        _ left: [Element], _ right: [Element], limit: Int
    ) -> Int? {
        guard abs(left.count - right.count) <= limit else { return nil }
        var beforePrevious = [Int](repeating: 0, count: right.count + 1)
        var previous = Array(0...right.count)
        var current = beforePrevious
        for row in left.indices {
            current[0] = row + 1
            for column in right.indices {
                let same = left[row] == right[column]
                var edits = min(
                    previous[column] + (same ? 0 : 1), previous[column + 1] + 1,
                    current[column] + 1)
                if row > 0, column > 0, left[row] == right[column - 1],
                    left[row - 1] == right[column]
                {
                    edits = min(edits, beforePrevious[column - 1] + 1)
                }
                current[column + 1] = edits
            }
            guard current.contains(where: { $0 <= limit }) else { return nil }
            (beforePrevious, previous, current) = (previous, current, beforePrevious)
        }
        let edits = previous[right.count]
        return edits <= limit ? edits : nil
    }
}

extension String {
    /// The text in quotes, for messages; a long text is shortened.
    package var excerpt: String { "'\(shortened(to: 80))'" }

    /// The text, or the beginning of one with more scalars than a limit.
    package func shortened(to count: Int) -> String {
        let end = unicodeScalars.index(startIndex, offsetBy: count, limitedBy: endIndex) ?? endIndex
        return end == endIndex ? self : "\(self[..<end])…"
    }
}

extension Int {
    /// The number of items that a limit allows.
    ///
    /// A limit of 0 means no limit, in every option and everywhere in the library. So does a
    /// negative limit, which no option accepts.
    package var asLimit: Int { self > 0 ? self : .max }
}
