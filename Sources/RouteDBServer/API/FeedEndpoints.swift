#if Server
import HTTPTypes
import Hummingbird
import NIOCore
import RouteDB

/// The endpoint from which other registries are kept equal to this one.
enum FeedEndpoints {
    static func endpoints(_ state: ServiceState) -> [Endpoint] { [feed(state)] }

    private static let type = "application/x-ndjson"

    private static func feed(_ state: ServiceState) -> Endpoint {
        Endpoint(
            "readFeed", .get, "/api/v1/feed",
            "Answers with the revisions after one, row by row, for a registry that follows this.",
            access: .scope(.read), namespaces: .all,
            parameters: [
                .query(
                    "after", .integer(0...Int.max),
                    "The newest revision of the caller (default: 0, which it needs none for)."),
                .query(
                    "digest",
                    "The digest of that revision. If it is not that of this registry's, the answer"
                        + " is the whole registry, and its first line has 'mustRefetch'."),
            ],
            answers: [
                .text(type, "The lines: a head, the revisions with their rows, and an end."),
                .empty(.notModified, "There is nothing newer than the ETag of 'If-None-Match'."),
            ]
        ) { call in
            let after = call.integer("after") ?? 0
            guard after == 0 || call.text("digest") != nil else {
                throw Problem(
                    .badRequest, "invalidRequest",
                    "The parameter 'digest' is missing: only with it is revision \(after) known to"
                        + " be the caller's.",
                    hint: "Give the digest of the revision, or begin after 0.")
            }
            let position = FeedPosition(
                revision: Int64(after), digest: after == 0 ? "" : call.required("digest"))
            let feed = try await state.registry.beginFeed(after: position)
            let tag = EntityTag("feed-\(feed.head.latest)-\(feed.fingerprint)")
            return try answer(feed, from: state, to: call.caller).tagged(tag, for: call)
        }
    }

    /// Sends page after page; of a feed that fails, the last line is missing.
    private static func answer(
        _ feed: FeedReading, from state: ServiceState, to caller: Caller
    ) -> Response {
        Response(
            status: .ok, headers: [.contentType: type],
            body: ResponseBody { writer in
                var feed = feed
                while true {
                    let (page, next) = try await state.registry.readFeed(feed)
                    if page.isEmpty { break }
                    guard state.admits(caller) else {
                        throw Authenticator.refusal("The token of this feed has ended.")
                    }
                    try await writer.write(ByteBuffer(bytes: page))
                    feed = next
                }
                try await writer.finish(nil)
            })
    }
}
#endif
