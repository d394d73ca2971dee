public import RouteDBStorage

extension HitHistory {
    /// Returns the lines of imported logs that were rejected, log by log.
    ///
    /// - Parameters:
    ///   - log: The id of a log, as in reports and hits; `nil` for all logs.
    ///   - limit: The largest number of lines to return; 0 for all.
    /// - Returns: The lines. The text of a line is cut after 4,096 bytes; it is empty if the log
    ///   was imported with privacy rules.
    /// - Throws: ``RouteDBError`` with the code `busy`, `corrupt` or `closed`.
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
