/// Why a text is not a valid condition of an access rule.
public struct AccessSyntaxError: Error, Hashable, Sendable, CustomStringConvertible {
    /// What is wrong, as a sentence.
    public let message: String
    /// What to write instead.
    public let hint: String

    /// The message.
    public var description: String { message }
}
