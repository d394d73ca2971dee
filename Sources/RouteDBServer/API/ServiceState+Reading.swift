#if Server
import HTTPTypes
import Hummingbird
import RouteDB

extension ServiceState {
    /// The parameter of endpoints that answer about the registry at a revision.
    static let revisionParameter = Endpoint.Parameter.query(
        "revision", "A revision: a number, a time or a tag (default: the newest).")

    /// Reads the registry at the revision that a call asks for.
    func snapshot(for call: Call) async throws(RouteDBError) -> RegistrySnapshot {
        if let pinned = call.text("cursor").flatMap(Cursor.init) {
            return try await snapshots.snapshot(pinned.revision, of: registry)
        }
        guard let text = call.text("revision") else {
            return try await newestSnapshot()
        }
        let revision = try await registry.revision(try RevisionReference(text)).number
        return try await snapshots.snapshot(revision, of: registry)
    }

    /// Reads the registry at the revision by which it resolves.
    func newestSnapshot() async throws(RouteDBError) -> RegistrySnapshot {
        try await snapshots.snapshot(registry.table.revision, of: registry)
    }
}

/// A place in a list, at the revision that the list was begun with: pages never tear.
struct Cursor: Hashable, Sendable, CustomStringConvertible {
    let revision: Int64
    let offset: Int

    init(revision: Int64, offset: Int) {
        self.revision = revision
        self.offset = offset
    }

    /// Reads a cursor as ``description`` writes it.
    init?(_ text: String) {
        let parts = text.split(separator: "-", omittingEmptySubsequences: false)
        guard parts.count == 2, let revision = Int64(parts[0]), let offset = Int(parts[1]),
            revision >= 0, offset >= 0
        else { return nil }
        self.init(revision: revision, offset: offset)
    }

    var description: String { "\(revision)-\(offset)" }
}

/// A page of a list.
enum Page {
    /// The parameters of endpoints that answer with pages.
    static let parameters: [Endpoint.Parameter] = [
        .query(
            "limit", .integer(1...1_000), "How many elements to answer with (default: 100)."),
        .query("cursor", "Where to go on: 'next' of the page before."),
    ]

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

    /// The answer with the page that a call asks for.
    static func answer<Element>(
        _ key: String, _ elements: [Element], at revision: Int64, for call: Call,
        _ object: (Element) -> JSONObject
    ) throws(Problem) -> Response {
        let limit = call.integer("limit") ?? 100
        var offset = 0
        if let text = call.text("cursor") {
            guard let cursor = Cursor(text) else {
                throw Problem(
                    .badRequest, "invalidRequest", "\(text.excerpt) is not a cursor.",
                    hint: "Give the 'next' of the page before.")
            }
            offset = min(cursor.offset, elements.count)
        }
        let end = min(elements.count, offset + limit)
        let page: JSONObject = [
            "schema": 1, "revision": .int(revision),
            key: .array(elements[offset..<end].map { .object(object($0)) }),
            "total": .int(Int64(elements.count)),
            "next": end < elements.count
                ? .string(Cursor(revision: revision, offset: end).description) : .null,
        ]
        return try .json(page).tagged(revision, for: call)
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
