#if Server
package import HTTPTypes
package import RouteDB

/// An error as the service answers it: a problem of RFC 9457.
///
/// The type is the stable code that the tool prints for the same error, so that a program can tell
/// problems apart without reading their texts.
package struct Problem: Error, Sendable {
    /// The status of the answer.
    package var status: HTTPResponse.Status
    /// The stable code.
    package var code: String
    /// A description of the problem, as a sentence.
    package var message: String
    /// How to fix it, as a sentence, if there is something to suggest.
    package var hint: String?
    /// Members beside the usual ones, such as the place of a mistake.
    package var details: JSONObject = [:]
    /// Header fields that belong to the answer, such as `Allow`.
    package var fields: HTTPFields = [:]

    package init(
        _ status: HTTPResponse.Status, _ code: String, _ message: String, hint: String? = nil,
        details: JSONObject = [:], fields: HTTPFields = [:]
    ) {
        self.status = status
        self.code = code
        self.message = message
        self.hint = hint
        self.details = details
        self.fields = fields
    }

    /// The media type of a problem.
    package static let mediaType = "application/problem+json"

    /// The problem as JSON.
    package var object: JSONObject {
        var object: JSONObject = [
            "type": .string(code), "title": .string(status.reasonPhrase),
            "status": .int(Int64(status.code)), "detail": .string(message),
            "hint": hint.map(JSONValue.string) ?? .null,
        ]
        for member in details.members { object[member.key] = member.value }
        return object
    }
}

extension Problem {
    /// The problem to answer for any error.
    ///
    /// What is not an error of ours is not shown: its text may tell more than the caller may know.
    package init(_ error: any Error) {
        switch error {
        case let problem as Problem: self = problem
        case let error as RouteDBError: self.init(error)
        case let error as PatternError: self.init(error)
        case let error as URLBuildError:
            self.init(
                .unprocessableContent, error.code.rawValue, error.message, hint: error.hint)
        case let error as JSONMistake:
            self.init(
                .unprocessableContent, "invalidValue", error.message, hint: error.hint,
                details: ["path": .array(error.keys.map(JSONValue.string))])
        case is CancellationError:
            self.init(
                .serviceUnavailable, "interrupted", "The service is stopping.",
                hint: "Send the request again.")
        default:
            self.init(
                .internalServerError, "internalError", "The service failed to answer.",
                hint: "See the service's log.")
        }
    }

    private init(_ error: PatternError) {
        self.init(
            .unprocessableContent, "invalidPattern",
            "'\(error.pattern)' is not a valid pattern: \(error.message)", hint: error.hint,
            details: Self.place(error))
    }

    private init(_ error: RouteDBError) {
        self.init(
            Self.status(of: error.code), error.code.description, error.message, hint: error.hint)
        if let pattern = error.underlying as? PatternError { details = Self.place(pattern) }
        if error.code == .busy { fields[.retryAfter] = "1" }
        if error.code == .sourceUnavailable { fields[.retryAfter] = "5" }
    }

    /// The pattern, and the bytes of it that are wrong.
    private static func place(_ error: PatternError) -> JSONObject {
        [
            "pattern": .string(error.pattern), "start": .int(Int64(error.range.lowerBound)),
            "end": .int(Int64(error.range.upperBound)),
        ]
    }

    private static func status(of code: RouteDBError.Code) -> HTTPResponse.Status {
        switch code {
        case .routeNotFound, .namespaceNotFound, .groupNotFound, .converterNotFound,
            .ruleNotFound, .suppressionNotFound, .caseNotFound, .appNotFound, .revisionNotFound,
            .tagNotFound,
            .importNotFound, .databaseMissing:
            .notFound
        case .routeConflict, .namespaceConflict, .namespaceInUse, .fallbackCycle, .converterInUse,
            .caseConflict, .appConflict, .tagConflict, .mergeConflict, .nameAmbiguous,
            .importShared, .fileExists:
            .conflict
        case .revisionConflict: .preconditionFailed
        case .readOnly, .permissionDenied: .forbidden
        case .busy, .closed, .interrupted, .sourceUnavailable: .serviceUnavailable
        case .full: .insufficientStorage
        case .limitExceeded: .unprocessableContent
        case .notARegistry, .schemaTooNew, .notAHistory, .schemaMismatch, .corrupt,
            .storageFailure:
            .internalServerError
        default: .unprocessableContent
        }
    }
}

extension HTTPResponse.Status {
    /// The disk is full.
    static let insufficientStorage = Self(code: 507, reasonPhrase: "Insufficient Storage")
}
#endif
