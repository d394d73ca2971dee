#if Server
import HTTPTypes
package import Hummingbird
package import RouteDB

/// A request that has passed the checks of its endpoint, with what it says.
package struct Call: Sendable {
    /// The sender of the call.
    package let caller: Caller
    /// The request as it came; its body is read already, unless the endpoint reads it.
    package let request: Request
    /// The bytes of the body.
    package let bytes: [UInt8]
    /// The JSON of the body; empty without one.
    package let object: JSONObject
    /// The fields of the body's form, in order; empty without one.
    package let form: [(key: String, value: String)]
    /// The states for which the request is meant.
    package let preconditions: Preconditions
    private let values: [String: [String]]

    init(
        caller: Caller, request: Request, bytes: [UInt8] = [], object: JSONObject = [:],
        form: [(key: String, value: String)] = [],
        preconditions: Preconditions = Preconditions(),
        values: [String: [String]] = [:]
    ) {
        self.caller = caller
        self.request = request
        self.bytes = bytes
        self.object = object
        self.form = form
        self.preconditions = preconditions
        self.values = values
    }

    /// The value of a field of the form, if there is one.
    package func field(_ name: String) -> String? { form.last { $0.key == name }?.value }

    // MARK: Parameters, which were checked when the call was made

    /// The value of a parameter, if it is given.
    package func text(_ name: String) -> String? { values[name]?.last }

    /// All values of a parameter.
    package func texts(_ name: String) -> [String] { values[name] ?? [] }

    /// The value of a required parameter.
    package func required(_ name: String) -> String { text(name) ?? "" }

    /// The number of a parameter, if it is given.
    package func integer(_ name: String) -> Int? { text(name).flatMap { Int($0) } }

    /// Returns whether a flag is given, and not `false`.
    package func flag(_ name: String) -> Bool { text(name).map { $0 != "false" } ?? false }

    /// The time of a parameter, if it is given.
    package func time(_ name: String, now: Timestamp) -> Timestamp? {
        text(name).flatMap { text in
            Timestamp(text) ?? DurationText.microseconds(text).map { now - .microseconds($0) }
        }
    }
}

extension Call {
    /// Checks a request against its endpoint, and reads it.
    static func reading(
        _ request: Request, for endpoint: Endpoint, path: [String: String],
        query: [(key: String, value: String)], caller: Caller, bodyTime: Duration
    ) async throws -> Call {
        let values = try values(path, query, for: endpoint, by: caller)
        let preconditions = try endpoint.condition.preconditions(of: request.headers)
        let bytes = try await body(of: request, for: endpoint, within: bodyTime)
        var (object, form) = (JSONObject(), [(key: String, value: String)]())
        switch endpoint.body?.form {
        case .object(let body):
            object = try RequestBytes.object(bytes)
            if case .string(let name)? = object["namespace"] { try caller.check(mayUse: name) }
            try body.check(object)
        case .fields: form = try RequestTarget.fields(String(decoding: bytes, as: UTF8.self)[...])
        case .bytes, .stream, nil: break
        }
        return Call(
            caller: caller, request: request, bytes: bytes, object: object, form: form,
            preconditions: preconditions, values: values)
    }

    /// Checks the parameters of a request: also that they name no namespace but the caller's, if that
    /// is the only one they may use.
    static func values(
        _ path: [String: String], _ query: [(key: String, value: String)], for endpoint: Endpoint,
        by caller: Caller
    ) throws(Problem) -> [String: [String]] {
        var values = path.mapValues { [$0] }
        let known = endpoint.queryParameters
        for (key, value) in query {
            guard let parameter = known.first(where: { $0.name == key }) else {
                if endpoint.takesOtherParameters { continue }
                throw invalid(
                    "There is no parameter \(key.excerpt).",
                    hint: known.isEmpty
                        ? "This takes no parameters."
                        : NameSuggestion.hint(for: key, among: known.map(\.name)))
            }
            guard parameter.isRepeated || values[key] == nil else {
                throw invalid("The parameter '\(key)' is given twice.", hint: "Give it once.")
            }
            try parameter.check(value)
            if key == "namespace" { try caller.check(mayUse: value) }
            values[key, default: []].append(value)
        }
        for parameter in known where parameter.isRequired && values[parameter.name] == nil {
            throw invalid(
                "The parameter '\(parameter.name)' is missing.", hint: parameter.summary)
        }
        return values
    }

    private static func body(
        of request: Request, for endpoint: Endpoint, within time: Duration
    ) async throws -> [UInt8] {
        guard let body = endpoint.body else { return [] }
        let type = request.headers[.contentType]?.prefix { $0 != ";" }
        if let type, !body.mediaTypes.contains(String(type).asciiLowercased) {
            throw Problem(
                .unsupportedMediaType, "unsupportedMediaType",
                "The body's media type is \(String(type).excerpt).",
                hint: "Send \(body.mediaTypes.joined(separator: " or ")).")
        }
        guard let limit = body.limit else { return [] }
        return try await RequestBytes.all(of: request, upTo: limit, within: time)
    }

    fileprivate static func invalid(_ message: String, hint: String) -> Problem {
        Problem(.badRequest, "invalidRequest", message, hint: hint)
    }
}

extension Endpoint.Parameter {
    /// Checks a value that was sent.
    fileprivate func check(_ value: String) throws(Problem) {
        let rule: String
        switch kind {
        case .text: return
        case .integer(let range):
            if let number = Int(value), range.contains(number) { return }
            rule = "a number from \(range.lowerBound) to \(range.upperBound)"
        case .flag:
            if ["", "true", "false"].contains(value) { return }
            rule = "true or false"
        case .word(let words):
            if words.contains(value) { return }
            rule = "one of \(words.joined(separator: ", "))"
        case .time:
            if Timestamp(value) != nil || DurationText.microseconds(value) != nil { return }
            rule = "a time, such as 2026-01-31T09:30:00Z, or how long ago, such as 7d"
        }
        throw Call.invalid(
            "\(value.excerpt) is not valid for the parameter '\(name)'.",
            hint: "Give \(rule).")
    }
}

extension Endpoint.Condition {
    /// Reads the preconditions of a request.
    fileprivate func preconditions(of fields: HTTPFields) throws(Problem) -> Preconditions {
        let preconditions = try Preconditions(fields)
        guard self != .required || preconditions.match != nil else {
            throw Problem(
                .preconditionRequired, "preconditionRequired",
                "The request does not say which revision it is about.",
                hint: "Send 'If-Match' with the ETag of the answer that you decided by.")
        }
        return preconditions
    }
}
#endif
