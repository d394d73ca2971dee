/// A problem found in a history.
public struct HistoryFinding: Hashable, Sendable, CustomStringConvertible {
    /// The part of the file that is wrong; more parts may be added.
    public enum Part: String, Sendable {
        /// SQLite's own structures.
        case file
        /// The tables, indexes and views, which differ from those that the migrations create.
        case schema
        /// The bytes of a segment, or its row.
        case segment
        /// The numbering of the hits of a stream.
        case stream
        /// The data about an imported log.
        case log
        /// A roll-up that is not the sum of its hits.
        case rollUp = "roll-up"
    }

    /// The part of the file that is wrong.
    public let part: Part
    /// A one-sentence description of the problem and its location, with the rule of
    /// `Docs/history.md`.
    public let message: String

    /// The part and the message.
    public var description: String { "\(part.rawValue): \(message)" }
}
