#if Server
import HTTPTypes
import Hummingbird
import NIOCore
import RouteDB
import RouteDBTraffic
import ServiceLifecycle

/// The endpoints that tell what happens, by server-sent events.
///
/// A client that comes again sends the id of the last event that it has seen as `Last-Event-ID`, and
/// first gets what it missed; at most the last 100 revisions, or 1,000 hits. A page that shows events
/// already begins with `after`, since a browser sends that field only when it comes again.
///
/// Hits come in the order in which they were appended to the history; the id of one is its number.
/// A stream ends with the token or the session that asked for it.
enum EventEndpoints {
    static func endpoints(_ state: ServiceState) -> [Endpoint] {
        [revisions(state), hits(state)]
    }

    private static let type = "text/event-stream"

    private static let after = Endpoint.Parameter.query(
        "after", "The id of the last event that is known; 'Last-Event-ID' takes precedence.")

    private static func revisions(_ state: ServiceState) -> Endpoint {
        Endpoint(
            "followRevisions", .get, "/api/v1/events/revisions",
            "Tells each new revision, as a server-sent event.",
            access: .scope(.read), namespaces: .all, parameters: [after],
            answers: [.text(type, "Events named 'revision'; their ids are the numbers.")]
        ) { call in
            let last = try lastID(call, "the number of a revision") { Int64($0) }
            let stream = await state.revisionEvents.subscribe {
                state.admits(call.caller)
            }
            let newest = state.registry.table.revision
            var missed: [ServerEvent] = []
            if let last {
                missed = await RevisionFollower.events(
                    after: last, upTo: newest, of: state.registry)
            }
            let told = last == nil ? Int64.min : newest
            return answer(missed, stream) { event in
                event.id.flatMap { Int64($0) }.map { $0 > told } ?? true
            }
        }
    }

    private static func hits(_ state: ServiceState) -> Endpoint {
        Endpoint(
            "followHits", .get, "/api/v1/events/hits",
            "Tells each new hit, as a server-sent event.",
            access: .scope([.read, .hits]), namespaces: .all,
            parameters: [after] + HitConditions.parameters,
            answers: [.text(type, "Events named 'hit'.")]
        ) { call in
            let last = try lastID(call, "the id of a hit") { Int64($0) }
            let conditions = HitConditions(call, now: state.clock())
            let snapshot = try await state.newestSnapshot()
            try conditions.checkNames(in: snapshot)
            let isWanted = conditions.test(in: snapshot)
            let stream = await state.hitEvents.subscribe { state.admits(call.caller) }
            var missed: [ServerEvent] = []
            if let last {
                let found = try await HitFollower.hits(after: last, state)
                missed = HitFollower.events(found.hits.filter(isWanted), isCut: found.isCut)
            }
            let told = Set(missed.compactMap { $0.hit?.identity })
            return answer(missed, stream) { event in
                event.hit.map { isWanted($0) && !told.contains($0.identity) } ?? true
            }
        }
    }

    private static func lastID<ID>(
        _ call: Call, _ what: String, _ read: (String) -> ID?
    ) throws(Problem) -> ID? {
        let text = call.request.headers[.lastEventID] ?? call.text("after") ?? ""
        guard !text.isEmpty else { return nil }
        guard let id = read(text) else {
            throw Problem(
                .badRequest, "invalidRequest", "\(text.excerpt) is not \(what).",
                hint: "Send the id of an event of this stream, or none.")
        }
        return id
    }

    /// Sends what was missed, and then what happens, until the client goes or the service stops.
    private static func answer(
        _ missed: [ServerEvent], _ stream: AsyncStream<EventHub.Item>,
        _ isNew: @escaping @Sendable (ServerEvent) -> Bool
    ) -> Response {
        Response(
            status: .ok, headers: [.contentType: type],
            body: ResponseBody { writer in
                // Says at once that the stream has begun.
                try await writer.write(ServerEvent.beginning)
                for event in missed { try await writer.write(event.bytes) }
                for await item in stream.cancelOnGracefulShutdown() {
                    guard let item else {
                        try await writer.write(ServerEvent.heartbeat)
                        continue
                    }
                    if isNew(item) { try await writer.write(item.bytes) }
                }
                try await writer.finish(nil)
            })
    }
}

extension HTTPField.Name {
    /// The id of the last event that a client has seen.
    fileprivate static let lastEventID = Self.checked("Last-Event-ID")
}
#endif
