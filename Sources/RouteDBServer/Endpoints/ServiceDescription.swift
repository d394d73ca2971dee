#if Server
import HTTPTypes
package import RouteDB

/// The description of the service in OpenAPI 3.1, made of the table of endpoints.
package struct ServiceDescription: Sendable {
    /// The document.
    package let json: JSONObject

    /// Makes the document.
    package init(
        _ table: EndpointTable, schemas: [(name: String, schema: JSONSchema)], version: String
    ) {
        var paths: JSONObject = [:]
        for endpoint in table.endpoints {
            var item: JSONObject = [:]
            if case .object(let others)? = paths[endpoint.path] { item = others }
            item[endpoint.method.rawValue.asciiLowercased] = .object(Self.operation(endpoint))
            paths[endpoint.path] = .object(item)
        }
        var components = schemas.reduce(into: JSONObject()) {
            $0[$1.name] = .object($1.schema.json)
        }
        for endpoint in table.endpoints {
            guard case .object(let body)? = endpoint.body?.form else { continue }
            components[body.name] = .object(body.schema.json)
        }
        components["Problem"] = .object(Self.problem.json)
        json = [
            "openapi": "3.1.0",
            "info": [
                "title": "RouteDB", "version": .string(version),
                "summary": "A registry of URL routes over HTTP.",
                "license": ["name": "Apache 2.0", "identifier": "Apache-2.0"],
            ],
            "servers": [["url": "/"]],
            "paths": .object(paths),
            "components": [
                "schemas": .object(components),
                "securitySchemes": [
                    "token": ["type": "http", "scheme": "bearer"],
                    "session": [
                        "type": "apiKey", "in": "cookie",
                        "name": .string(Authenticator.cookieName),
                    ],
                ],
            ],
        ]
    }

    private static let problem = JSONSchema.object(
        [
            .init("type", .string("The stable code of the problem.")),
            .init("title", .string("The meaning of the status.")),
            .init("status", .integer("The status.")),
            .init("detail", .string("What is wrong.")),
            .init("hint", .optional(.string("How to fix it."))),
        ], "A problem (RFC 9457).")

    private static func operation(_ endpoint: Endpoint) -> JSONObject {
        var operation: JSONObject = [
            "operationId": .string(endpoint.name), "summary": .string(endpoint.summary),
        ]
        if case .scope(let scope) = endpoint.access {
            let names = scope.names.joined(separator: ", ")
            operation["description"] = .string(
                scope == [] ? "Needs a token or a session." : "Needs the scope '\(names)'.")
            operation["security"] = [["token": []], ["session": []]]
        } else {
            operation["security"] = []
        }
        var parameters = endpoint.parameters.map { JSONValue.object(parameter($0)) }
        if endpoint.condition != .none {
            parameters += preconditions(endpoint).map(JSONValue.object)
        }
        if !parameters.isEmpty { operation["parameters"] = .array(parameters) }
        if let body = endpoint.body { operation["requestBody"] = .object(requestBody(body)) }
        var responses: JSONObject = [:]
        for answer in endpoint.answers {
            // Answers of one status differ in their media types.
            let status = String(answer.status.code)
            var response: JSONObject = ["description": .string(answer.summary)]
            if case .object(let others)? = responses[status] { response = others }
            if let type = answer.mediaType {
                let schema = answer.schema?.json ?? ["type": "string"]
                var content = JSONObject()
                if case .object(let others)? = response["content"] { content = others }
                content[type] = ["schema": .object(schema)]
                response["content"] = .object(content)
            }
            responses[status] = .object(response)
        }
        responses["default"] = [
            "description": "A problem.",
            "content": [
                Problem.mediaType: ["schema": .object(JSONSchema.named("Problem").json)]
            ],
        ]
        operation["responses"] = .object(responses)
        return operation
    }

    private static func parameter(_ parameter: Endpoint.Parameter) -> JSONObject {
        var schema: JSONObject
        switch parameter.kind {
        case .text: schema = ["type": "string"]
        case .integer(let range):
            schema = [
                "type": "integer", "minimum": .int(Int64(range.lowerBound)),
                "maximum": .int(Int64(range.upperBound)),
            ]
        case .flag: schema = ["type": "boolean"]
        case .word(let words):
            schema = ["type": "string", "enum": .array(words.map(JSONValue.string))]
        case .time: schema = ["type": "string", "examples": ["2026-01-31T09:30:00Z", "7d"]]
        }
        if parameter.isRepeated { schema = ["type": "array", "items": .object(schema)] }
        return [
            "name": .string(parameter.name), "in": .string(parameter.place.rawValue),
            "required": .bool(parameter.isRequired), "description": .string(parameter.summary),
            "schema": .object(schema),
        ]
    }

    /// A list of entity tags, or a star.
    private static let tags: JSONValue = [
        "type": "string", "pattern": #"^(\*|(W/)?"[!#-~]*"(, (W/)?"[!#-~]*")*)$"#,
    ]

    /// The header fields with the states that an edit is meant for.
    private static func preconditions(_ endpoint: Endpoint) -> [JSONObject] {
        let match: JSONObject = [
            "name": "If-Match", "in": "header",
            "required": .bool(endpoint.condition == .required),
            "description":
                "ETags, one of which must be that of the item or of the newest revision; '*' for any.",
            "schema": tags, "example": "\"rev-7\"",
        ]
        guard endpoint.method == .put else { return [match] }
        return [
            match,
            [
                "name": "If-None-Match", "in": "header", "required": false,
                "description": "'*' to store nothing in the place of something that exists.",
                "schema": tags, "example": "*",
            ],
        ]
    }

    private static func requestBody(_ body: Endpoint.Body) -> JSONObject {
        var schema: JSONObject = ["type": "string"]
        if case .object(let object) = body.form { schema = JSONSchema.named(object.name).json }
        let content = body.contents.reduce(into: JSONObject()) { contents, content in
            var type: JSONObject = ["schema": .object(schema)]
            type["example"] = content.example
            contents[content.mediaType] = .object(type)
        }
        return [
            "required": true, "description": .string(body.summary), "content": .object(content),
        ]
    }
}
#endif
