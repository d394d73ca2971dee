/// Why a JSON value is not a valid presentation, and where.
public struct PresentationError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The path of the mistake, such as `prestack[1].route`; empty for the whole value.
    public let path: String
    /// What is wrong, as a sentence.
    public let message: String
    /// What to write instead.
    public let hint: String

    /// The place and the message.
    public var description: String { path.isEmpty ? message : "\(path): \(message)" }
}
