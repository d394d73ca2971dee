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
    /// The error, as a sentence.
    public let message: String

    /// The place and the message.
    public var description: String { path.isEmpty ? message : "\(path): \(message)" }
}

// Decodable types see the errors they know from other decoders; the caller sees one kind of error.
extension ValueDecoder {
    /// The error for a value that is missing or of another type.
    func mismatch(_ type: Any.Type, _ wanted: String? = nil) -> DecodingError {
        let message = "Expected \(wanted ?? "\(type)"), found \(value.summary)."
        switch value {
        case nil:
            // The end of a list is not a missing key.
            guard let key = codingPath.last, (key as? ValueKey)?.intValue == nil else { break }
            return .keyNotFound(key, context(.missing, message))
        case .null?: break
        default: return .typeMismatch(type, context(.mismatch, message))
        }
        return .valueNotFound(type, context(.missing, message))
    }

    /// The error for a number that a type cannot hold.
    func outOfRange(_ type: Any.Type) -> DecodingError {
        .dataCorrupted(context(.outOfRange, "\(value.summary) does not fit \(type)."))
    }

    private func context(_ code: ValueError.Code, _ message: String) -> DecodingError.Context {
        DecodingError.Context(
            codingPath: codingPath, debugDescription: message,
            underlyingError: ValueError(
                code: code, path: codingPath.pathText, found: value, message: message))
    }
}

extension ValueError {
    /// Creates the caller's error from one that a type threw.
    init(_ error: DecodingError, in root: JSONValue?, below base: [any CodingKey]) {
        let (context, code) = error.parts
        if let own = context.underlyingError as? ValueError {
            self = own
            return
        }
        var found = root
        for key in context.codingPath.dropFirst(base.count) { found = found?.step(key) }
        self.init(
            code: code, path: context.codingPath.pathText, found: found,
            message: context.debugDescription)
    }
}

extension DecodingError {
    fileprivate var parts: (Context, ValueError.Code) {
        switch self {
        case .typeMismatch(_, let context): (context, .mismatch)
        case .valueNotFound(_, let context), .keyNotFound(_, let context): (context, .missing)
        case .dataCorrupted(let context): (context, .refused)
        @unknown default: (Context(codingPath: [], debugDescription: "\(self)"), .refused)
        }
    }
}

extension JSONValue {
    /// The value one step of a path further.
    fileprivate func step(_ key: any CodingKey) -> JSONValue? {
        switch self {
        case .object(let object): object[key.stringValue]
        case .array(let values):
            key.intValue.flatMap { values.indices.contains($0) ? values[$0] : nil }
        default: nil
        }
    }
}

extension JSONValue? {
    /// A short description of the value, for messages.
    fileprivate var summary: String {
        switch self {
        case nil: "nothing"
        case .string(let text)?: text.excerpt
        case .array?: "a list"
        case .object?: "an object"
        case let scalar?: scalar.description
        }
    }
}
