public import RouteDBStorage

extension HitHistory {
    /// The lines of imported logs that say nothing which could be kept, log by log.
    ///
    /// - Parameters:
    ///   - log: The id of a log, as reports and hits have it; `nil`: all logs.
    ///   - limit: How many lines at most; 0: all.
    /// - Returns: The lines. Of a long one there are the first 4,096 bytes; of a log that was
    ///   imported with privacy rules there are none.
    /// - Throws: ``RouteDBError`` with `busy`, `corrupt`, `closed`.
    public func rejections(
        of log: Int64? = nil, limit: Int = 0
    ) async throws(RouteDBError) -> [LogRejection] {
        let rejects = try await read { reader throws(RouteDBError) in
            try reader.rejects(of: log, limit: limit)
        }
        return rejects.map { line in
            LogRejection(
                name: line.name, log: line.log, line: line.reject.line,
                offset: line.reject.offset, reason: line.reject.reason, place: line.reject.place,
                text: line.reject.text)
        }
    }
}
