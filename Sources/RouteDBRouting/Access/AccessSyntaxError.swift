/// Why a text is no condition of an access rule.
public struct AccessSyntaxError: Error, Hashable, Sendable, CustomStringConvertible {
    /// What is wrong, in a sentence.
    public let message: String
    /// What to write instead.
    public let hint: String

    /// The message.
    public var description: String { message }
}
