/// Why a JSON object is not what it should be: the member that is wrong, and the rule.
public struct JSONMemberError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The keys that lead to the member, from the outermost object on; empty: the object itself.
    public let keys: [String]
    /// The place in the member's array, from 0, if an element is meant.
    public let index: Int?
    /// The rule that is broken, in a sentence.
    public let message: String
    /// The way out, in a sentence, if there is one to name.
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
