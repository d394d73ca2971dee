import RouteDBRouting

/// The order in which several logs are read: that of the times of their first requests.
package enum LogOrder {
    /// Sorts logs by the times of their first requests.
    ///
    /// Logs without times come last, and so do those that cannot be read twice, all in their order.
    package static func sorted<Log>(
        _ logs: [Log], format: String? = nil, readingAhead open: (Log) -> (any LogSource)?
    ) -> [Log] {
        guard logs.count > 1 else { return logs }
        let times = logs.map { log in
            open(log).flatMap { firstTime(of: $0, format: format) } ?? .max
        }
        return logs.indices.sorted { (times[$0], $0) < (times[$1], $1) }.map { logs[$0] }
    }

    private static func firstTime(of source: any LogSource, format: String?) -> Int64? {
        // What cannot be read is reported when it is read.
        guard var log = try? LogLines(source) else { return nil }
        let lines = log.firstLines()
        guard let format = LogFormat.found(format, in: lines) else { return nil }
        var parser = LogLineParser(format)
        for line in lines {
            if case .record(let record) = parser.parse(line.span.bytes), let time = record.time {
                return time
            }
        }
        return nil
    }
}
