import RouteDBRouting

/// Why a dispatch failed.
///
/// An error that the app's code threw is in ``underlying``.
public struct DispatchError: Error, Sendable, CustomStringConvertible {
    /// The kind of failure.
    public struct Code: RawRepresentable, Hashable, Sendable {
        /// The stable name of the code.
        public let rawValue: String

        /// Creates a code from its name.
        public init(rawValue: String) { self.rawValue = rawValue }

        /// A handler, provider, or navigation host threw an error.
        public static let handlerFailed = Code(rawValue: "handlerFailed")
        /// Values that the route requires are missing or of the wrong kind.
        public static let missingValues = Code(rawValue: "missingValues")
        /// The named route does not have the requested kind.
        public static let wrongKind = Code(rawValue: "wrongKind")
        /// The navigation plan could not be made.
        public static let planFailed = Code(rawValue: "planFailed")
        /// The request was challenged again after it had met a challenge.
        public static let challengeLoop = Code(rawValue: "challengeLoop")
        /// No handler took the request; the error of its completion.
        public static let notHandled = Code(rawValue: "notHandled")
    }

    /// The kind of failure.
    public let code: Code
    /// A sentence that says what is wrong.
    public let message: String
    /// The names of the values that are missing or of the wrong kind, in the order in which the
    /// route declares them.
    public let names: [String]
    /// The error that the app's code threw, or the ``PlanError`` that explains why there is no
    /// plan.
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
    static func missing(_ requirements: [RouteRequirement]) -> DispatchError {
        let list = requirements.map { "'\($0.key)' (\($0.kind.rawValue))" }
        return DispatchError(
            .missingValues,
            "Required values are missing or of the wrong kind: \(list.joined(separator: ", ")).",
            names: requirements.map(\.key))
    }

    static func handlerFailed(_ error: any Error) -> DispatchError {
        DispatchError(.handlerFailed, "The handler failed: \(error)", underlying: error)
    }

    static func challengeLoop(_ target: String) -> DispatchError {
        DispatchError(
            .challengeLoop,
            "The request was challenged again with '\(target)' after it had met a challenge.")
    }
}
