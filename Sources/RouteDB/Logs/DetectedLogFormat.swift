/// The format that a log seems to have, and why.
package struct DetectedLogFormat: Equatable, Sendable {
    /// The format.
    package let format: LogFormat
    /// Why, such as `9 of the first 10 lines are in it`.
    package let reason: String
}
