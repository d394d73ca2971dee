/// The time in which a route takes requests: from its start on, and before its end.
///
/// Outside it, the route does not match, and routes behind it are asked. A request without a time is
/// outside every period that has a start or an end.
package struct RoutePeriod: Hashable, Sendable {
    /// The period without a start and an end.
    package static let always = RoutePeriod()

    /// The start; `nil` if there is none.
    package var starts: Timestamp?
    /// The end, which is the first moment after the period; `nil` if there is none.
    package var ends: Timestamp?

    package init(starts: Timestamp? = nil, ends: Timestamp? = nil) {
        self.starts = starts
        self.ends = ends
    }

    /// Returns whether the period contains a time, which is `nil` if it is not known.
    package func contains(_ time: Timestamp?) -> Bool {
        if self == .always { return true }
        guard let time else { return false }
        return first <= time && ends.map { time < $0 } ?? true
    }

    /// Returns whether the period contains all of another one.
    package func covers(_ other: RoutePeriod) -> Bool { first <= other.first && other.end <= end }

    /// Returns whether some time is in both periods.
    package func overlaps(_ other: RoutePeriod) -> Bool { first < other.end && other.first < end }

    /// How a time is outside the period, as a phrase for "the route is …"; `nil` if it is inside.
    package func absence(at time: Timestamp?) -> String? {
        if contains(time) { return nil }
        guard let time else { return "limited in time, and the request has no time" }
        return time < first
            ? "not in effect before \(first)"
            : "not in effect since \(end)"
    }

    /// The period in a few words, such as `until 2026-01-31T00:00:00Z`; empty if it has no bounds.
    package var summary: String {
        let bounds = [("from", starts), ("until", ends)].compactMap { word, time in
            time.map { "\(word) \($0)" }
        }
        return bounds.joined(separator: " ")
    }

    private var first: Timestamp { starts ?? .distantPast }
    private var end: Timestamp { ends ?? .distantFuture }
}
