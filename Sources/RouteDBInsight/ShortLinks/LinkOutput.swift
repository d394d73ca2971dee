import RouteDB
package import RouteDBDatabase
package import RouteDBRouting
package import RouteDBStorage

/// The output for a link.
package struct LinkOutput: Sendable {
    /// The route of the link.
    package let route: Route
    /// The URL of the link; only the path, without a host.
    package let url: String
    /// The outcome of the edit that made it; `nil` for a link that is listed.
    package let outcome: String?

    package init(_ route: Route, at place: LinkHost, outcome: String? = nil) {
        self.route = route
        url = place.url(of: route.patternText)
        self.outcome = outcome
    }

    /// The output for a route that was found by itself.
    package init(_ found: FoundRoute) throws(RouteDBError) {
        guard found.route.redirect != nil, let namespace = found.part.namespaces.first else {
            throw RouteDBError(
                .invalidValue,
                "The route #\(found.route.id.rawValue) is no link: it has no redirect.",
                hint: "List the links: routedb link list")
        }
        self.init(found.route, at: LinkHost(of: namespace))
    }

    /// The links of a snapshot, in the order of registration.
    package static func all(_ snapshot: RegistrySnapshot) -> [LinkOutput] {
        let places = Dictionary(
            snapshot.namespaces.map { ($0.id, LinkHost(of: $0)) },
            uniquingKeysWith: { first, _ in first })
        return snapshot.routes.compactMap { route in
            places[route.namespace].map { LinkOutput(route, at: $0) }
        }
    }

    /// True if the URL is one that anybody can open: with a host, and without values to fill in.
    package var isWhole: Bool {
        route.redirect != nil && url.contains("://") && route.pattern?.parameters.isEmpty == true
    }

    /// Where the link leads; empty if it is gone.
    package var destination: String { route.redirect?.location ?? "" }

    /// The members of ``object``.
    package static let members: [JSONSchema.Member] = [
        .init("outcome", .string("What was done."), isRequired: false),
        .init("url", .string("The URL of the link; only the path, without a host.")),
        .init("to", .optional(.string("Where it leads."))),
        .init("status", .optional(.integer("The status of the redirect."))),
        .init("route", .integer("The id of its route.")),
        .init("until", .string("When it is over."), isRequired: false),
        .init("labels", .map(.string("A value."), "The labels."), isRequired: false),
        .init("note", .string("The note."), isRequired: false),
    ]

    /// The link as JSON.
    package var object: JSONObject {
        var object: JSONObject = [:]
        object["outcome"] = outcome.map(JSONValue.string)
        object["url"] = .string(url)
        object["to"] = route.redirect?.location.map(JSONValue.string) ?? .null
        object["status"] = (route.redirect?.status).map { .int(Int64($0)) } ?? .null
        object["route"] = .int(route.id.rawValue)
        object["until"] = route.period.ends.map { .string($0.description) }
        if !route.labels.isEmpty {
            object["labels"] = .object(
                RouteLabels.json(route.labels))
        }
        object["note"] = route.note.map(JSONValue.string)
        return object
    }
}
