/// A detected log format, with the reason.
package struct DetectedLogFormat: Equatable, Sendable {
    /// The format.
    package let format: LogFormat
    /// The reason, such as `9 of the first 10 lines match`.
    package let reason: String
}
