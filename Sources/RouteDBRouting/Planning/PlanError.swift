/// Why no navigation plan could be made for a match.
public struct PlanError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The kind of error.
    public struct Code: RawRepresentable, Hashable, Sendable {
        /// The stable name.
        public let rawValue: String

        /// Creates a code from its name.
        public init(rawValue: String) { self.rawValue = rawValue }

        /// A prestack leads back to its own route.
        public static let cycle = Code(rawValue: "prestackCycle")
        /// A prestack has more than ``NavigationPlan/maximumScreens`` screens.
        public static let tooManyScreens = Code(rawValue: "tooManyScreens")
        /// A prestack names a URL or route that does not resolve.
        public static let unresolved = Code(rawValue: "prestackUnresolved")
        /// A placeholder has no value.
        public static let missingValue = Code(rawValue: "missingValue")
    }

    /// The kind of error.
    public let code: Code
    /// The route whose presentation is at fault; `nil` for the screen of a fallback target.
    public let route: RouteID?
    /// What is wrong, as a sentence.
    public let message: String

    /// The message.
    public var description: String { message }
}
