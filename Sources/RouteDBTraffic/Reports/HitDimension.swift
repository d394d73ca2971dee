import RouteDB
package import RouteDBDatabase
import RouteDBHistory
import RouteDBRouting

/// A property that hits can be counted by, together with others.
package enum HitDimension: Hashable, Sendable {
    /// A property by which ``TopReport`` counts.
    case subject(TopReport.Subject)
    /// The day of the hit, as `2026-01-31`, and the hour, as `2026-01-31T09:00`, by the report's zone.
    case day, hour
    /// The outcome.
    case outcome
    /// The route that a URL without one was meant for, as `nearest_route` of SQL tells it.
    case nearest

    private static let others: [(word: String, dimension: HitDimension)] = [
        ("day", .day), ("hour", .hour), ("outcome", .outcome), ("nearest", .nearest),
    ]

    /// The most properties by which hits are counted at once.
    private static let maximum = 4

    /// All words for people.
    package static let words =
        TopReport.Subject.words
        + "; or several of these and \(others.map(\.word).joined(separator: ", ")),"
        + " separated by commas; 'platform' is as good as 'platforms'"

    /// Reads a property.
    private init(_ word: String) throws(RouteDBError) {
        let subject =
            TopReport.Subject(rawValue: word)
            ?? TopReport.Subject.allCases.first { $0.title == word }
        if let subject {
            self = .subject(subject)
            return
        }
        if let other = Self.others.first(where: { $0.word == word }) {
            self = other.dimension
            return
        }
        let all = TopReport.Subject.allCases.map(\.rawValue) + Self.others.map(\.word)
        throw RouteDBError(
            .invalidValue, "Hits are not counted by \(word.excerpt).",
            hint: NameSuggestion.didYouMean(word, among: all) ?? "Use \(Self.words).")
    }

    /// Reads properties that are separated by commas.
    package static func list(_ text: String) throws(RouteDBError) -> [HitDimension] {
        var all: [HitDimension] = []
        for word in text.split(separator: ",", omittingEmptySubsequences: false) {
            let dimension = try HitDimension(String(word))
            guard !all.contains(dimension) else {
                throw RouteDBError(
                    .invalidValue, "\(text.excerpt) names '\(word)' twice.",
                    hint: "Name each property once.")
            }
            all.append(dimension)
        }
        guard all.count <= maximum else {
            throw RouteDBError(
                .invalidValue, "Hits are counted by at most \(maximum) properties at once.",
                hint: "Leave some out, or select their values with '--where'.")
        }
        return all
    }

    /// The word for the property.
    package var word: String {
        if case .subject(let subject) = self { return subject.rawValue }
        return Self.others.first { $0.dimension == self }?.word ?? ""
    }

    /// The heading of the column.
    var title: String {
        if case .subject(let subject) = self { subject.title } else { word }
    }

    /// The texts of hits that are read for it.
    var texts: TextSelection {
        switch self {
        case .subject(let subject): subject.field?.texts ?? .none
        case .day, .hour, .outcome: .none
        case .nearest: .urls
        }
    }
}
