/// Values that a log does not contain but its parser needs.
package struct LogOptions: Equatable, Sendable {
    /// The scheme of requests whose log contains a host, but no scheme and no port that implies
    /// one.
    package var scheme: [UInt8]
    /// The host, optionally with a port, of requests whose log contains none; `nil` to keep such
    /// URLs as paths.
    package var host: [UInt8]?
    /// The unit of durations; `nil` for the default of the format.
    package var durationUnit: DurationUnit?

    /// Creates options.
    package init(
        scheme: String = "https", host: String? = nil, durationUnit: DurationUnit? = nil
    ) {
        self.scheme = Array(scheme.utf8)
        self.host = host.map { Array($0.utf8) }
        self.durationUnit = durationUnit
    }
}
