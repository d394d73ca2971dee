import RouteDBStorage

/// Lines of a log that are dealt with and not written yet.
struct PendingLines {
    /// The digests of the lines; the first may be that of the last one that is written, now whole.
    var digests: [UInt32] = []
    var replacesLast = false
    var counts = ImportCounts()
    /// How many bytes the log has up to here.
    var bytes: Int64 = 0
    /// How many bytes the last line has, if it had no end.
    var cut: Int?
    private(set) var rejections: [LogRejection] = []
    /// How many bytes those have.
    private(set) var rejectedBytes = 0

    mutating func append(_ rejection: LogRejection) {
        rejections.append(rejection)
        rejectedBytes += rejection.text.count
    }
}
