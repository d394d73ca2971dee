/// What is told of a resolution when it is recorded.
struct RecordingFacts {
    /// Microseconds since 1970-01-01T00:00:00Z.
    var time: Int64
    /// Microseconds, or -1.
    var duration: Int64
    /// The status of the answer, or 0.
    var status: Int32
    /// Who asked, if not the request says it.
    var principal: String?
    var referrer: String?
}
