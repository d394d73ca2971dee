#if Server
package import HTTPTypes
package import Hummingbird
package import RouteDB

/// One thing that the service can be asked: how, by whom, and what it answers.
///
/// Everything about an endpoint stands here: routing, checks of scope, parameters and conditions, the
/// OpenAPI document and its tests all derive from it.
package final class Endpoint: Sendable {
    /// The callers who may ask.
    package enum Access: Hashable, Sendable {
        /// Everybody, whatever else a request says: neither its host nor its fields and parameters
        /// are looked at.
        case probe
        /// Everybody.
        case open
        /// The callers who have all of the scopes; with none, those who have any token or session.
        case scope(TokenScope)
    }

    /// The requests that a caller who is limited to a namespace may make.
    package enum NamespaceUse: Sendable {
        /// Requests that concern that namespace: the endpoint sees to it.
        case limited
        /// Nothing: the answer is about all namespaces.
        case all
    }

    /// The requirement that a request name the revision that it is about.
    package enum Condition: Sendable {
        /// The request changes nothing, so `If-Match` says nothing.
        case none
        /// The request may name the revision, by `If-Match`.
        case optional
        /// The request must name the revision, by `If-Match`, because what it removes or replaces may have
        /// changed.
        case required
    }

    /// A parameter of the path or the query.
    package struct Parameter: Sendable {
        package enum Place: String, Sendable { case path, query }

        package enum Kind: Sendable {
            case text
            case integer(ClosedRange<Int>)
            case flag
            case word([String])
            case time
        }

        package let name: String
        package let place: Place
        package let kind: Kind
        package let isRequired: Bool
        package let isRepeated: Bool
        package let summary: String

        static func path(_ name: String, _ summary: String) -> Parameter {
            Parameter(
                name: name, place: .path, kind: .text, isRequired: true, isRepeated: false,
                summary: summary)
        }

        static func query(
            _ name: String, _ summary: String, isRequired: Bool = false, isRepeated: Bool = false
        ) -> Parameter {
            query(name, .text, summary, isRequired: isRequired, isRepeated: isRepeated)
        }

        static func query(
            _ name: String, _ kind: Kind, _ summary: String, isRequired: Bool = false,
            isRepeated: Bool = false
        ) -> Parameter {
            Parameter(
                name: name, place: .query, kind: kind, isRequired: isRequired,
                isRepeated: isRepeated, summary: summary)
        }
    }

    /// The body of requests.
    package struct Body: Sendable {
        package enum Form: Sendable {
            /// A JSON object, read as a whole.
            case object(BodyObject)
            /// The fields of an HTML form, read as a whole.
            case fields
            /// Bytes, read as a whole.
            case bytes
            /// Bytes, read by the endpoint as they come.
            case stream
        }

        /// A media type of the body, with an example.
        package typealias Content = (mediaType: String, example: JSONValue?)

        package let form: Form
        package let contents: [Content]
        package let limit: Int?
        package let summary: String

        /// The media types, from the usual one.
        package var mediaTypes: [String] { contents.map(\.mediaType) }

        init(form: Form, contents: [Content], limit: Int?, summary: String) {
            self.form = form
            self.contents = contents
            self.limit = limit
            self.summary = summary
        }

        static func object(
            _ object: BodyObject, _ summary: String, limit: Int = 1 << 20
        ) -> Body {
            Body(
                form: .object(object), contents: [("application/json", .object(object.example))],
                limit: limit, summary: summary)
        }

        /// The members of something to change, as a merge patch (RFC 7396).
        static func patch(_ object: BodyObject) -> Body {
            let types = ["application/merge-patch+json", "application/json"]
            return Body(
                form: .object(object), contents: types.map { ($0, .object(object.example)) },
                limit: 1 << 20, summary: "The members to change.")
        }

        /// The body of a form in a page.
        static func form(_ summary: String, limit: Int = 1 << 20) -> Body {
            Body(
                form: .fields, contents: [("application/x-www-form-urlencoded", nil)],
                limit: limit, summary: summary)
        }
    }

    /// An answer that is not a problem.
    package struct Answer: Sendable {
        package let status: HTTPResponse.Status
        package let summary: String
        package let mediaType: String?
        package let schema: JSONSchema?

        static func json(
            _ schema: JSONSchema, _ summary: String, status: HTTPResponse.Status = .ok
        ) -> Answer {
            Answer(
                status: status, summary: summary, mediaType: "application/json", schema: schema)
        }

        static func text(_ mediaType: String, _ summary: String) -> Answer {
            Answer(status: .ok, summary: summary, mediaType: mediaType, schema: nil)
        }

        static func empty(_ status: HTTPResponse.Status, _ summary: String) -> Answer {
            Answer(status: status, summary: summary, mediaType: nil, schema: nil)
        }
    }

    /// The name: the operation's id in the OpenAPI document, and the label of metrics.
    package let name: String
    package let method: HTTPRequest.Method
    /// The path, such as `/api/v1/routes/{route}`.
    package let path: String
    package let summary: String
    package let access: Access
    package let namespaceUse: NamespaceUse
    package let condition: Condition
    package let parameters: [Parameter]
    /// The parameters of the query.
    let queryParameters: [Parameter]
    /// True if a query may have further parameters, which say nothing here.
    package let takesOtherParameters: Bool
    package let body: Body?
    package let answers: [Answer]
    /// Answers a call from memory, within microseconds, on the thread that serves the connection;
    /// `nil` for what takes longer, and would keep the connections of that thread waiting.
    let answerAtOnce: (@Sendable (Call) throws -> WholeAnswer)?
    /// True if answers are compressed for those who accept it; not those with a secret.
    let isCompressed: Bool
    /// Shows a problem to a caller: as JSON, unless the endpoint is a page.
    let show: @Sendable (Problem, Caller) -> Response
    /// Shows the form of a caller whose session has ended, with what was typed; `nil` for what is no form.
    let keep: (@Sendable (_ fields: [(key: String, value: String)], _ target: String) -> Response)?
    /// Answers a call.
    let respond: @Sendable (Call) async throws -> Response

    package init(
        _ name: String, _ method: HTTPRequest.Method, _ path: String, _ summary: String,
        access: Access, namespaces: NamespaceUse = .all, condition: Condition = .none,
        parameters: [Parameter] = [], body: Body? = nil, answers: [Answer],
        takesOtherParameters: Bool = false, isCompressed: Bool = true,
        atOnce: (@Sendable (Call) throws -> WholeAnswer)? = nil,
        show: @escaping @Sendable (Problem, Caller) -> Response = { problem, _ in
            .problem(problem)
        },
        keep: (
            @Sendable (_ fields: [(key: String, value: String)], _ target: String) -> Response
        )? = nil,
        respond: @escaping @Sendable (Call) async throws -> Response
    ) {
        self.name = name
        self.method = method
        self.path = path
        self.summary = summary
        self.access = access
        namespaceUse = namespaces
        self.condition = condition
        self.parameters = parameters
        queryParameters = parameters.filter { $0.place == .query }
        self.takesOtherParameters = takesOtherParameters
        self.body = body
        self.answers = answers
        self.isCompressed = isCompressed
        answerAtOnce = atOnce
        self.show = show
        self.keep = keep
        self.respond = respond
    }

    /// Creates an endpoint that answers from memory, within microseconds.
    package convenience init(
        atOnce name: String, _ path: String, _ summary: String, access: Access,
        namespaces: NamespaceUse = .all, parameters: [Parameter] = [], answers: [Answer],
        respond: @escaping @Sendable (Call) throws -> WholeAnswer
    ) {
        self.init(
            name, .get, path, summary, access: access, namespaces: namespaces,
            parameters: parameters, answers: answers, atOnce: respond
        ) { try respond($0).response }
    }

    /// True if the endpoint changes the registry or the history.
    package var isChanging: Bool {
        if case .scope(let scope) = access {
            !scope.isDisjoint(with: [.write, .links])
        } else {
            false
        }
    }
}
#endif
