/// Why a value could not be converted to a Swift type.
public struct ValueError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The kind of error.
    public struct Code: RawRepresentable, Hashable, Sendable {
        /// The stable name.
        public let rawValue: String

        /// Creates a code from its name.
        public init(rawValue: String) { self.rawValue = rawValue }

        /// There is no value, or it is null.
        public static let missing = Code(rawValue: "missing")
        /// The value is of another type.
        public static let mismatch = Code(rawValue: "mismatch")
        /// The number does not fit the type without loss.
        public static let outOfRange = Code(rawValue: "outOfRange")
        /// The type itself rejected the value.
        public static let refused = Code(rawValue: "refused")
    }

    /// The kind of error.
    public let code: Code
    /// The path of the value, such as `user.tags[1]`; empty for the root.
    public let path: String
    /// The value that was found, or `nil` if there was none.
    public let found: JSONValue?
    /// What is wrong, as a sentence.
    public let message: String

    /// The place and the message.
    public var description: String { path.isEmpty ? message : "\(path): \(message)" }
}
