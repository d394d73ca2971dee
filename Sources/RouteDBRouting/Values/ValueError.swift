/// Why a value could not be had as a Swift type.
public struct ValueError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The sort of fault.
    public struct Code: RawRepresentable, Hashable, Sendable {
        /// The name that stays.
        public let rawValue: String

        /// Makes a code from its name.
        public init(rawValue: String) { self.rawValue = rawValue }

        /// There is no value, or null.
        public static let missing = Code(rawValue: "missing")
        /// The value is of another sort.
        public static let mismatch = Code(rawValue: "mismatch")
        /// The number does not fit the type without loss.
        public static let outOfRange = Code(rawValue: "outOfRange")
        /// The type itself refuses the value.
        public static let refused = Code(rawValue: "refused")
    }

    /// The sort of fault.
    public let code: Code
    /// The place, such as `user.tags[1]`; empty for the whole.
    public let path: String
    /// What is there; `nil`: nothing.
    public let found: JSONValue?
    /// What is wrong, in a sentence.
    public let message: String

    /// The place and the message.
    public var description: String { path.isEmpty ? message : "\(path): \(message)" }
}
