/// Why a JSON value is no presentation, and where in it.
public struct PresentationError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The place, such as `prestack[1].route`; empty for the whole.
    public let path: String
    /// What is wrong, as a sentence.
    public let message: String
    /// What to write instead.
    public let hint: String

    /// The place and the message.
    public var description: String { path.isEmpty ? message : "\(path): \(message)" }
}
