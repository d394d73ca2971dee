/// Lines of a log that could not be replayed.
public struct ReplayRejects: Hashable, Sendable {
    /// The name of the log's format.
    public let format: String
    /// The number of lines read, including blank lines and comments.
    public internal(set) var lineCount = 0
    /// The number of rejected lines.
    public internal(set) var count = 0
    /// The first rejected lines, at most five.
    public internal(set) var examples: [Example] = []

    /// A rejected line.
    public struct Example: Hashable, Sendable {
        /// The number of the line, from 1.
        public let line: Int
        /// What is wrong with the line, and where.
        public let reason: String
    }

    static let exampleLimit = 5

    init(format: String) { self.format = format }

    mutating func add(_ reason: LogReject) {
        count += 1
        guard examples.count < Self.exampleLimit else { return }
        examples.append(Example(line: lineCount, reason: reason.description))
    }
}
