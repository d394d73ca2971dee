import RouteDBDatabase
import RouteDBRouting

/// How the value of a field is written.
package enum FieldForm: Sendable {
    case text
    /// A whole number of 32 bits.
    case number
    /// True or false.
    case boolean
    /// A JSON object, of any values.
    case object
    /// Other JSON.
    case json
}

/// A type of values of fields: how they are written as JSON, and read.
protocol FieldValue: SendableMetatype {
    static var form: FieldForm { get }

    /// The value of a field that is not set; `nil` if it must be.
    static var unset: Self? { get }

    /// The value as JSON, or `nil` if it is not set.
    var fieldJSON: JSONValue? { get }

    /// Reads a value.
    init(fieldJSON json: JSONValue) throws(RouteDBError)
}

extension FieldValue {
    static var unset: Self? { nil }

    /// Reads a value, or null for none.
    static func read(_ json: JSONValue) throws(RouteDBError) -> Self {
        if json == .null, let unset { return unset }
        return try Self(fieldJSON: json)
    }
}

extension String: FieldValue {
    static var form: FieldForm { .text }

    var fieldJSON: JSONValue? { .string(self) }

    init(fieldJSON json: JSONValue) throws(RouteDBError) {
        guard case .string(let text) = json else { throw RouteDBError(json, isNot: "a string") }
        self = text
    }
}

extension Timestamp: FieldValue {
    static var form: FieldForm { .text }

    var fieldJSON: JSONValue? { .string(description) }

    init(fieldJSON json: JSONValue) throws(RouteDBError) {
        guard case .string(let text) = json, let time = Timestamp(text) else {
            throw RouteDBError(json, isNot: "a time such as '2026-01-31T09:30:00Z'")
        }
        self = time
    }
}

extension Optional: FieldValue where Wrapped: FieldValue {
    static var form: FieldForm { Wrapped.form }

    static var unset: Self? { .some(nil) }

    var fieldJSON: JSONValue? { flatMap(\.fieldJSON) }

    init(fieldJSON json: JSONValue) throws(RouteDBError) { self = try Wrapped(fieldJSON: json) }
}

extension Int32: FieldValue {
    static var form: FieldForm { .number }

    static var unset: Int32? { 0 }

    var fieldJSON: JSONValue? { .int(Int64(self)) }

    init(fieldJSON json: JSONValue) throws(RouteDBError) {
        guard case .int(let number) = json, let number = Int32(exactly: number) else {
            throw RouteDBError(json, isNot: "a whole number from \(Int32.min) to \(Int32.max)")
        }
        self = number
    }
}

extension Bool: FieldValue {
    static var form: FieldForm { .boolean }

    var fieldJSON: JSONValue? { .bool(self) }

    init(fieldJSON json: JSONValue) throws(RouteDBError) {
        guard case .bool(let truth) = json else { throw RouteDBError(json, isNot: "true or false") }
        self = truth
    }
}

extension JSONObject: FieldValue {
    static var form: FieldForm { .object }

    static var unset: JSONObject? { [:] }

    var fieldJSON: JSONValue? { members.isEmpty ? nil : .object(self) }

    init(fieldJSON json: JSONValue) throws(RouteDBError) {
        guard case .object(let object) = json else { throw RouteDBError(json, isNot: "an object") }
        self = object
    }
}

extension [RouteRequirement]: FieldValue {
    static var form: FieldForm { .json }

    static var unset: [RouteRequirement]? { [] }

    var fieldJSON: JSONValue? { isEmpty ? nil : .object(RouteRequirement.json(self)) }

    init(fieldJSON json: JSONValue) throws(RouteDBError) {
        self = try RouteRequirement.list(json: json)
    }
}

extension RoutePresentation: FieldValue {
    static var form: FieldForm { .json }

    var fieldJSON: JSONValue? { .object(json) }

    init(fieldJSON json: JSONValue) throws(RouteDBError) {
        self = try RoutePresentation(ofRoute: json)
    }
}

extension RouteRedirect: FieldValue {
    static var form: FieldForm { .json }

    var fieldJSON: JSONValue? { .object(json) }

    init(fieldJSON json: JSONValue) throws(RouteDBError) {
        do throws(RedirectError) {
            try self.init(json: json)
        } catch {
            throw RouteDBError(invalid: error)
        }
    }
}

extension RouteDBError {
    /// Creates the error for a value of the wrong type.
    fileprivate init(_ json: JSONValue, isNot kind: String) {
        self.init(.invalidValue, "\(json) is not \(kind).", hint: "Write \(kind).")
    }
}
