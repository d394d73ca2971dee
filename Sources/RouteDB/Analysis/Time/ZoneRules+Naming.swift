public import RouteDBRouting
import RouteDBStorage

extension ZoneRules {
    /// Returns the rules of a time zone from the system's database, or of a fixed offset.
    ///
    /// - Parameter name: A name such as `Europe/Berlin` or `UTC`, or an offset such as `+02:00`.
    /// - Returns: The rules, or `nil` if there is no such zone or no database.
    public static func named(_ name: String) -> ZoneRules? {
        ZoneRules(fixed: name) ?? ZoneFiles.zone(name)
    }

    /// Returns the local time of the zone as text, with its offset from UTC.
    ///
    /// - Parameter time: The time.
    /// - Returns: The text, such as `2026-01-31T09:30:00+01:00`.
    public func text(of time: Timestamp) -> String {
        text(at: time.microseconds.flooringDivision(by: 1_000_000).quotient, daysOnly: false)
    }
}
