/// Why a JSON object is not valid: which member is wrong, and which rule it breaks.
public struct JSONMemberError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The keys that lead to the member, outermost first; empty for the object itself.
    public let keys: [String]
    /// The index in the member's array, from 0, if the error is about an element.
    public let index: Int?
    /// The rule that is broken, as a sentence.
    public let message: String
    /// How to fix it, as a sentence, if there is something to suggest.
    public let hint: String?

    package init(_ keys: [String], index: Int? = nil, _ message: String, hint: String? = nil) {
        self.keys = keys
        self.index = index
        self.message = message
        self.hint = hint
    }

    /// The message and the hint.
    public var description: String { hint.map { "\(message) \($0)" } ?? message }
}
