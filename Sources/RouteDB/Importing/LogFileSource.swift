import RouteDBStorage

/// Reads the bytes of a log from a file.
struct LogFileSource: LogSource {
    let file: ReadableFile
    let isStopped: () -> Bool

    mutating func read() throws(LogSourceError) -> [UInt8] {
        // Pretends to reach the end; the caller checks whether it was stopped.
        if isStopped() { return [] }
        do throws(RouteDBError) {
            return try file.read(until: isStopped)
        } catch {
            throw LogSourceError(.unreadable, error.message, at: file.position)
        }
    }
}
