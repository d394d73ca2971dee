package import RouteDB
import RouteDBTraffic

/// The time zone in which pages show days and times.
package struct PageZone: Hashable, Sendable {
    /// The name, as it is written beside times.
    package let name: String
    package let rules: ZoneRules

    /// Coordinated universal time.
    package static let utc = PageZone("UTC", .utc)

    /// Creates a zone.
    package init(_ name: String, _ rules: ZoneRules) { (self.name, self.rules) = (name, rules) }

    /// A time, to the minute.
    package func text(_ time: Timestamp) -> String { TimeAxis.long(rules.text(of: time)) }

    /// A time to the minute, as periods name it, such as `2026-01-31T09:30`.
    func minute(_ time: Timestamp) -> String { String(rules.text(of: time).prefix(16)) }

    /// The day of a time, such as `2026-01-31`.
    func day(_ time: Timestamp) -> String { String(rules.text(of: time).prefix(10)) }

    /// The time at which clocks of the zone show what those of UTC show at another one.
    func time(showing other: Timestamp) -> Timestamp {
        let local = other.microseconds.flooringDivision(by: 1_000_000).quotient
        return Timestamp(microseconds: rules.seconds(ofLocal: local) * 1_000_000)
    }
}
