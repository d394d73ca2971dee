#if Server
import HTTPTypes
package import Hummingbird
package import RouteDB

/// A request that has passed the checks of its endpoint, with what it says.
package struct Call: Sendable {
    /// Who sends it.
    package let caller: Caller
    /// The request as it came; its body is read already, unless the endpoint reads it.
    package let request: Request
    /// The bytes of the body.
    package let bytes: [UInt8]
    /// The JSON of the body; empty without one.
    package let object: JSONObject
    /// The fields of the body's form, in order; empty without one.
    package let form: [(key: String, value: String)]
    /// The revision of `If-Match`; `nil` for any.
    package let expectedRevision: Int64?
    private let values: [String: [String]]

    init(
        caller: Caller, request: Request, bytes: [UInt8] = [], object: JSONObject = [:],
        form: [(key: String, value: String)] = [], expectedRevision: Int64? = nil,
        values: [String: [String]] = [:]
    ) {
        self.caller = caller
        self.request = request
        self.bytes = bytes
        self.object = object
        self.form = form
        self.expectedRevision = expectedRevision
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

    /// Whether a flag is given, and not `false`.
    package func flag(_ name: String) -> Bool { text(name).map { $0 != "false" } ?? false }

    /// The time of a parameter, if it is given.
    package func time(_ name: String, now: Int64) -> Int64? {
        text(name).flatMap { text in
            Timestamp(text)?.microseconds ?? DurationText.microseconds(text).map { now - $0 }
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
        let expected = try endpoint.condition.revision(request.headers)
        let bytes = try await body(of: request, for: endpoint, within: bodyTime)
        var (object, form) = (JSONObject(), [(key: String, value: String)]())
        switch endpoint.body?.form {
        case .object:
            object = try RequestBytes.object(bytes)
            if case .string(let name)? = object["namespace"] { try caller.check(mayUse: name) }
        case .fields: form = try RequestTarget.fields(String(decoding: bytes, as: UTF8.self)[...])
        case .bytes, .stream, nil: break
        }
        return Call(
            caller: caller, request: request, bytes: bytes, object: object, form: form,
            expectedRevision: expected, values: values)
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
                throw invalid(
                    "There is no parameter \(key.excerpt).",
                    hint: NameSuggestion.didYouMean(key, among: known.map(\.name))
                        ?? "Leave it out.")
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
    /// The revision that a request's `If-Match` names.
    fileprivate func revision(_ fields: HTTPFields) throws(Problem) -> Int64? {
        switch (self, fields[.ifMatch]) {
        case (.none, _), (.optional, nil), (_, "*"): return nil
        case (.required, nil):
            throw Problem(
                .preconditionRequired, "preconditionRequired",
                "The request does not say which revision it is about.",
                hint: "Send 'If-Match' with the ETag of the answer that you decided by.")
        case (_, let tag?):
            guard let number = RevisionTagField.revision(tag) else {
                throw Problem(
                    .preconditionFailed, "revisionConflict",
                    "\(tag.excerpt) is not the ETag of a revision.",
                    hint: "Send an ETag of the service, such as \"rev-7\".")
            }
            return number
        }
    }
}

/// The entity tags of answers: `"rev-N"` for revision N.
package enum RevisionTagField {
    /// The tag of a revision.
    package static func text(_ revision: Int64) -> String { "\"rev-\(revision)\"" }

    /// The revision of a tag.
    package static func revision(_ text: String) -> Int64? {
        guard text.hasPrefix("\"rev-"), text.hasSuffix("\""), text.utf8.count > 6 else {
            return nil
        }
        return Int64(text.dropFirst(5).dropLast())
    }
}
#endif
