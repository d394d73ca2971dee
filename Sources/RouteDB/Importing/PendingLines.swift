import RouteDBStorage

/// Lines of a log that are processed but not written yet.
struct PendingLines {
    /// The digests of the lines; the first may replace that of the last written line, now complete.
    var digests: [UInt32] = []
    var replacesLast = false
    var counts = ImportCounts()
    /// The size of the log up to the last line, in bytes.
    var bytes: Int64 = 0
    /// The size of the last line in bytes, if it had no end.
    var cut: Int?
    private(set) var rejections: [LogRejection] = []
    /// The size of the rejected lines' texts, in bytes.
    private(set) var rejectedBytes = 0

    mutating func append(_ rejection: LogRejection) {
        rejections.append(rejection)
        rejectedBytes += rejection.text.count
    }
}
