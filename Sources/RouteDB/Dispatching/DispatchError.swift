import RouteDBRouting

/// Why a dispatch failed, in the words of the library; what code of the app threw is inside.
public struct DispatchError: Error, Sendable, CustomStringConvertible {
    /// The sort of fault.
    public struct Code: RawRepresentable, Hashable, Sendable {
        /// The name that stays.
        public let rawValue: String

        /// Makes a code from its name.
        public init(rawValue: String) { self.rawValue = rawValue }

        /// A handler, provider, or navigation host threw.
        public static let handlerFailed = Code(rawValue: "handlerFailed")
        /// Values that the route requires are not there, or of another kind.
        public static let missingValues = Code(rawValue: "missingValues")
        /// The route with the name has another kind than the one that was asked for.
        public static let wrongKind = Code(rawValue: "wrongKind")
        /// No navigation plan could be made.
        public static let planFailed = Code(rawValue: "planFailed")
        /// A request was challenged again after its challenge had been met.
        public static let challengeLoop = Code(rawValue: "challengeLoop")
        /// The dispatch ended without a handler that took it; for completions.
        public static let notHandled = Code(rawValue: "notHandled")
    }

    /// The sort of fault.
    public let code: Code
    /// What is wrong, in a sentence.
    public let message: String
    /// The names of the values that are missing or of another kind, in the order of declaration.
    public let names: [String]
    /// What the code of the app threw, or why there is no plan.
    public let underlying: (any Error)?

    init(
        _ code: Code, _ message: String, names: [String] = [], underlying: (any Error)? = nil
    ) {
        self.code = code
        self.message = message
        self.names = names
        self.underlying = underlying
    }

    /// The message.
    public var description: String { message }
}

extension DispatchError {
    static func missing(_ requirements: [Requirement]) -> DispatchError {
        let list = requirements.map { "'\($0.key)' (\($0.kind.rawValue))" }
        return DispatchError(
            .missingValues, "The route requires values: \(list.joined(separator: ", ")).",
            names: requirements.map(\.key))
    }

    static func handlerFailed(_ error: any Error) -> DispatchError {
        DispatchError(.handlerFailed, "The handler failed: \(error)", underlying: error)
    }

    static func challengeLoop(_ target: String) -> DispatchError {
        DispatchError(
            .challengeLoop,
            "The request was challenged again by '\(target)', after that challenge was met.")
    }
}
