// Types see the errors that they know from other decoders; the caller sees one.
extension ValueDecoder {
    /// The error of a value that is not of a type, or is not there.
    func mismatch(_ type: Any.Type, _ wanted: String? = nil) -> DecodingError {
        let wanted = wanted ?? "\(type)"
        switch value {
        case nil:
            let context = context(.missing, "There is no value, and \(wanted) is wanted.")
            guard let key = codingPath.last else { return .valueNotFound(type, context) }
            return .keyNotFound(key, context)
        case .null?:
            return .valueNotFound(
                type, context(.missing, "\(wanted) is wanted, and null is there."))
        case let value?:
            return .typeMismatch(
                type, context(.mismatch, "\(wanted) is wanted, and \(value.summary) is there."))
        }
    }

    /// The error of a number that a type cannot hold.
    func outOfRange(_ type: Any.Type) -> DecodingError {
        .dataCorrupted(
            context(.outOfRange, "\(value?.summary ?? "nothing") does not fit \(type)."))
    }

    private func context(_ code: ValueError.Code, _ message: String) -> DecodingError.Context {
        DecodingError.Context(
            codingPath: codingPath, debugDescription: message,
            underlyingError: ValueError(
                code: code, path: codingPath.pathText, found: value, message: message))
    }
}

extension ValueError {
    /// Makes the caller's error of one that came out of a type.
    ///
    /// - Parameters:
    ///   - error: The error.
    ///   - root: The value that was decoded.
    ///   - base: The path to that value.
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

    /// What the value is, in a few words.
    fileprivate var summary: String {
        switch self {
        case .null, .bool, .int, .double: description
        case .string(let text): text.excerpt
        case .array: "a list"
        case .object: "an object"
        }
    }
}
