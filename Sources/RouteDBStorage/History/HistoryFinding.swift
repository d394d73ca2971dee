/// One thing that is wrong with a history.
public struct HistoryFinding: Hashable, Sendable, CustomStringConvertible {
    /// The part of the file that is wrong; the set may grow.
    public enum Part: String, Sendable {
        /// SQLite's own structures.
        case file
        /// The tables, indexes and views, which are not those that the scripts make.
        case schema
        /// The bytes of a segment, or what its row says of them.
        case segment
        /// The numbering of the hits of a stream.
        case stream
        /// What the file says of a log that was imported.
        case log
        /// A roll-up, which is not the sum of its hits.
        case rollUp = "roll-up"
    }

    /// The part of the file that is wrong.
    public let part: Part
    /// Where and how, in a sentence that names the broken rule of `Docs/history.md`.
    public let message: String

    /// The part and the message.
    public var description: String { "\(part.rawValue): \(message)" }
}
