/// Lines of a log that say nothing which could be replayed.
public struct ReplayRejects: Hashable, Sendable {
    /// The name of the log's format.
    public let format: String
    /// How many lines were read, blank ones and comments too.
    public internal(set) var lineCount = 0
    /// How many were rejected.
    public internal(set) var count = 0
    /// The first of them: the number of the line, from 1, and why.
    public internal(set) var examples: [Example] = []

    /// One line.
    public struct Example: Hashable, Sendable {
        /// The number of the line, from 1.
        public let line: Int
        /// What is wrong, and where.
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
