/// The facts about a hit that are given when its resolution is recorded.
struct RecordingFacts {
    /// The time of the hit, in microseconds since 1970-01-01T00:00:00Z.
    var time: Int64
    /// The duration in microseconds, or -1 if unknown.
    var duration: Int64
    /// The status code of the response, or 0 if unknown.
    var status: Int32
    /// The id of the principal, or `nil` to use that of the request.
    var principal: String?
    var referrer: String?
}
