/// The bytes of a log that the caller reads.
struct LogStreamSource: LogSource {
    let next: @Sendable () throws -> [UInt8]

    mutating func read() throws(LogSourceError) -> [UInt8] {
        do {
            return try next()
        } catch {
            throw LogSourceError(.unreadable, "\(error)", at: 0)
        }
    }
}
