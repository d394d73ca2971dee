/// What a log does not say, and its reader must know.
package struct LogOptions: Equatable, Sendable {
    /// The scheme of requests whose log has a host but neither a scheme nor a telling port.
    package var scheme: [UInt8]
    /// The host, with its port if it has one, of requests whose log has none; without it, their
    /// URLs stay paths.
    package var host: [UInt8]?
    /// The unit of durations; without it, each format's rule decides.
    package var durationUnit: DurationUnit?

    /// Makes options.
    package init(
        scheme: String = "https", host: String? = nil, durationUnit: DurationUnit? = nil
    ) {
        self.scheme = Array(scheme.utf8)
        self.host = host.map { Array($0.utf8) }
        self.durationUnit = durationUnit
    }
}
