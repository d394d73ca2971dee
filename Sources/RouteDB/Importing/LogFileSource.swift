import RouteDBStorage

/// The bytes of a log that is a file.
struct LogFileSource: LogSource {
    let file: ReadableFile
    let isStopped: () -> Bool

    mutating func read() throws(LogSourceError) -> [UInt8] {
        // An end that is none: whoever stopped it knows.
        if isStopped() { return [] }
        do throws(RouteDBError) {
            return try file.read(until: isStopped)
        } catch {
            throw LogSourceError(.unreadable, error.message, at: file.position)
        }
    }
}
