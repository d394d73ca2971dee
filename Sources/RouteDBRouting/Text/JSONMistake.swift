/// A step of the path to a value in JSON.
package enum JSONStep: Hashable, Sendable {
    case key(String)
    case index(Int)
}

extension [JSONStep] {
    /// The path as people write it, such as `applinks.details[0].components[2]`.
    package var text: String {
        reduce(into: "") { text, step in
            switch step {
            case .key(let key): text += text.isEmpty ? key : ".\(key)"
            case .index(let index): text += "[\(index)]"
            }
        }
    }
}

/// A mistake in a JSON value: where it is, and which rule it breaks.
///
/// It is the `underlying` error of a `RouteDBError` that refuses a navigation plan or a test case.
public struct JSONMistake: Error, Hashable, Sendable, CustomStringConvertible {
    /// The kind of a mistake, for those who list mistakes by code.
    package enum Kind: Sendable {
        case wrongType
        case missingKey
        case unknownKey
        /// A rule that only the reader of the member knows.
        case other
    }

    /// The steps to the member; none for the value itself.
    package let path: [JSONStep]
    package let kind: Kind
    /// The rule that is broken, as a sentence.
    public let message: String
    /// How to fix it, as a sentence, if there is something to suggest.
    public let hint: String?

    package init(
        at path: [JSONStep], _ message: String, hint: String? = nil, kind: Kind = .other
    ) {
        self.path = path
        self.kind = kind
        self.message = message
        self.hint = hint
    }

    /// The keys that lead to the member, outermost first.
    package var keys: [String] {
        path.compactMap { if case .key(let key) = $0 { key } else { nil } }
    }

    /// The place in the value, such as `arguments[0].id`; empty for the value itself.
    public var place: String { path.text }

    /// The message and the hint.
    public var description: String { hint.map { "\(message) \($0)" } ?? message }
}

extension JSONMistake {
    /// A value that is not what it must be: a type's name, with an article.
    package init(
        _ value: JSONValue, isNot name: String, hint: String? = nil, at path: [JSONStep]
    ) {
        let subject =
            switch (path.last, path.dropLast().last) {
            case (.key(let key)?, _): "The value of '\(key)'"
            case (.index?, .key(let key)?): "An element of '\(key)'"
            default: "This"
            }
        self.init(
            at: path, "\(subject) is \(value.shown), not \(name).", hint: hint, kind: .wrongType)
    }
}

/// A type that a value in JSON must have.
package struct JSONType<Value> {
    /// The name, with an article.
    let name: () -> String
    /// How to write a value of the type.
    let hint: String?
    /// Returns the value; `nil` if it is of another type.
    let read: (JSONValue) -> Value?

    private init(
        _ name: @autoclosure @escaping () -> String, hint: String? = nil,
        _ read: @escaping (JSONValue) -> Value?
    ) {
        self.name = name
        self.hint = hint
        self.read = read
    }
}

extension JSONType<String> {
    package static var string: Self {
        Self("a string", hint: "Write it in quotes.") {
            if case .string(let text) = $0 { text } else { nil }
        }
    }
}

extension JSONType<Bool> {
    package static var boolean: Self {
        Self("true or false", hint: "Write one of them, without quotes.") {
            if case .bool(let truth) = $0 { truth } else { nil }
        }
    }
}

extension JSONType where Value: FixedWidthInteger {
    /// A whole number of a range.
    package static func number(_ range: ClosedRange<Value>) -> Self {
        Self("a whole number from \(range.lowerBound) to \(range.upperBound)") {
            guard case .int(let number) = $0, let number = Value(exactly: number) else {
                return nil
            }
            return range.contains(number) ? number : nil
        }
    }
}

extension JSONType<JSONObject> {
    package static var object: Self {
        Self("an object", hint: "Write it as {\"key\": value, …}.") {
            if case .object(let object) = $0 { object } else { nil }
        }
    }
}

extension JSONType<[JSONValue]> {
    package static var array: Self {
        Self("an array", hint: "Write it in brackets.") {
            if case .array(let elements) = $0 { elements } else { nil }
        }
    }
}

extension JSONValue {
    /// The type of the value, with an article.
    package var kind: String {
        switch self {
        case .null: "null"
        case .bool: "a Boolean"
        case .int, .double: "a number"
        case .string: "a string"
        case .array: "an array"
        case .object: "an object"
        }
    }

    /// The value, if it is short, and else its type.
    fileprivate var shown: String {
        switch self {
        case .bool, .int, .double: description
        case .null, .string, .array, .object: kind
        }
    }
}
