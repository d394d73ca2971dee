#if Server
import HTTPTypes
import Hummingbird
import RouteDB

extension ServiceState {
    /// The parameter of endpoints that answer about the registry at a revision.
    static let revisionParameter = Endpoint.Parameter.query(
        "revision", "A revision: a number, a time or a tag (default: the newest).")

    /// Returns the number of the revision that a call asks for; by default, of that by which the registry
    /// resolves.
    func revision(for call: Call) async throws(RouteDBError) -> Int64 {
        if let pinned = call.text("cursor").flatMap(Cursor.init) { return pinned.revision }
        // A form sends an empty one.
        guard let text = call.text("revision"), !text.isEmpty else {
            return registry.table.revision
        }
        return try await registry.revision(try RevisionReference(text)).number
    }

    /// Reads the registry at the revision that a call asks for.
    func snapshot(for call: Call) async throws(RouteDBError) -> RegistrySnapshot {
        try await snapshots.snapshot(try await revision(for: call), of: registry)
    }

    /// Reads all items at the revision that a call asks for but routes, of which there are those that the others
    /// refer to.
    func items(for call: Call) async throws(RouteDBError) -> RegistrySnapshot {
        try await snapshots.items(try await revision(for: call), of: registry)
    }

    /// Reads the registry at the revision that a call asks for, or if that is large, the part that a closure
    /// reads.
    func part(
        for call: Call, _ read: (RevisionReference) async throws(RouteDBError) -> RegistrySnapshot
    ) async throws(RouteDBError) -> RegistrySnapshot {
        let number = try await revision(for: call)
        let counts = try await snapshots.items(number, of: registry).routeCounts
        return counts.values.reduce(0, +) <= RegistrySnapshot.wholeReadLimit
            ? try await snapshots.snapshot(number, of: registry) : try await read(.number(number))
    }

    /// Finds the route that a reference identifies at the revision that a call asks for.
    func route(
        _ reference: RouteReference, for call: Call
    ) async throws(RouteDBError) -> FoundRoute {
        try await registry.route(reference, at: .number(try await revision(for: call)))
    }

    /// Reads the registry at the revision by which it resolves.
    func newestSnapshot() async throws(RouteDBError) -> RegistrySnapshot {
        try await snapshots.snapshot(registry.table.revision, of: registry)
    }
}

/// A place in a list, at the revision that the list was begun with: pages never tear.
struct Cursor: Hashable, Sendable, CustomStringConvertible {
    let revision: Int64
    /// The number of elements before, or the id of the last one.
    let place: Int64

    init(revision: Int64, place: Int64) {
        self.revision = revision
        self.place = place
    }

    /// Reads a cursor as ``description`` writes it.
    init?(_ text: String) {
        let parts = text.split(separator: "-", omittingEmptySubsequences: false)
        guard parts.count == 2, let revision = Int64(parts[0]), let place = Int64(parts[1]),
            revision >= 0, place >= 0
        else { return nil }
        self.init(revision: revision, place: place)
    }

    var description: String { "\(revision)-\(place)" }

    /// Reads the cursor of a call; `nil` without one.
    static func read(_ call: Call) throws(Problem) -> Cursor? {
        guard let text = call.text("cursor") else { return nil }
        if let cursor = Cursor(text) { return cursor }
        throw Problem(
            .badRequest, "invalidRequest", "\(text.excerpt) is not a cursor.",
            hint: "Give the 'next' of the page before.")
    }
}

/// A page of a list.
struct Page<Element> {
    let elements: [Element]
    /// The revision that the page is of.
    let revision: Int64
    /// The number of elements of all pages.
    let total: Int
    /// The place where the next page begins; `nil` after the last one.
    let next: Cursor?

    /// Creates a page that was read by itself.
    init(_ elements: [Element], at revision: Int64, total: Int, next: Cursor?) {
        (self.elements, self.revision, self.total, self.next) = (elements, revision, total, next)
    }

    /// Creates the page that a call asks for of all elements.
    init(of all: [Element], at revision: Int64, for call: Call) throws(Problem) {
        let first = Int(clamping: try Cursor.read(call)?.place ?? 0)
        let rest = all.dropFirst(first)
        elements = Array(rest.prefix(PageParameters.limit(of: call)))
        self.revision = revision
        total = all.count
        next =
            elements.count < rest.count
            ? Cursor(revision: revision, place: Int64(first + elements.count)) : nil
    }

    /// The answer with the page.
    func answer(
        _ key: String, for call: Call, _ object: (Element) -> JSONObject
    ) throws(Problem) -> Response {
        let page: JSONObject = [
            "schema": 1, "revision": .int(revision),
            key: .array(elements.map { .object(object($0)) }),
            "total": .int(Int64(total)), "next": next.map { .string($0.description) } ?? .null,
        ]
        return try .json(page).tagged(revision, for: call)
    }
}

/// The parameters and the schema of pages.
enum PageParameters {
    /// The parameters of endpoints that answer with pages.
    static let all: [Endpoint.Parameter] = [
        .query(
            "limit", .integer(1...1_000), "How many elements to answer with (default: 100)."),
        .query("cursor", "Where to go on: 'next' of the page before."),
    ]

    /// Returns how many elements a call asks for.
    static func limit(of call: Call) -> Int { call.integer("limit") ?? 100 }

    /// The schema of pages.
    static func schema(_ key: String, of element: JSONSchema) -> JSONSchema {
        .object(
            [
                .init("schema", .integer("The version of this JSON.")),
                .init("revision", .integer("The revision that the page is of.")),
                .init(key, .list(element, "The elements of the page.")),
                .init("total", .integer("The number of elements of all pages.")),
                .init("next", .optional(.string("The cursor of the next page."))),
            ], "A page.")
    }
}

extension Response {
    /// The answer with the revision that it is about as its entity tag.
    func tagged(
        _ revision: Int64, for call: Call, caching: String = "private, no-cache"
    ) throws(Problem) -> Response {
        try tagged(EntityTag(revision: revision), for: call, caching: caching)
    }

    /// The answer with an entity tag; without a body if the caller has that answer already.
    func tagged(
        _ tag: EntityTag, for call: Call, caching: String = "private, no-cache"
    ) throws(Problem) -> Response {
        var response = self
        let isRead = [.get, .head].contains(call.request.method)
        if isRead, let known = try call.preconditions.tagToConfirm(for: tag) {
            response = Response(status: .notModified)
            response.headers[.contentLength] = nil
            response.headers[.eTag] = known.description
        } else {
            response.headers[.eTag] = tag.description
        }
        response.headers[.cacheControl] = caching
        return response
    }
}
#endif
