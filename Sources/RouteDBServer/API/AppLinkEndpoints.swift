#if Server
import HTTPTypes
import Hummingbird
import RouteDB
import RouteDBAppLinks

/// The endpoints for the files that decide which links open an app.
///
/// The namespace is the one that answers the links of the request's host. Hosts that namespaces with apps
/// are bound to are answered here, although the service answers for them nowhere else: what the files say
/// is public, and a page that lets such a name point to this machine learns nothing else.
enum AppLinkEndpoints {
    /// Returns whether a request is for a file of a host that a namespace with apps is bound to.
    static func answers(_ head: HTTPRequest, _ state: ServiceState) async throws -> Bool {
        let path = RequestTarget.path(of: head.path ?? "/")
        guard let platform = ServedAppLinks.platform(ofPath: path), let host = host(of: head),
            let found = ServedAppLinks.file(of: host, platform, in: state.registry.table),
            found.isBound
        else { return false }
        let snapshot = try await state.newestSnapshot()
        return found.file.apps(in: snapshot).isEmpty == false
    }

    private static func host(of head: HTTPRequest) -> String? {
        head.authority.map(HostRule.name)
    }

    static func endpoints(_ state: ServiceState) -> [Endpoint] {
        let cache = ServedFileCache()
        return [
            file(
                "appleAppSiteAssociation", ServedAppLinks.applePath, .ios,
                "Apple's file of the apps that open the links of the request's host.", state, cache),
            file(
                "assetLinks", ServedAppLinks.androidPath, .android,
                "Android's file of the apps that open the links of the request's host.", state,
                cache),
        ]
    }

    private static func file(
        _ name: String, _ path: String, _ platform: LinkedApp.Platform, _ summary: String,
        _ state: ServiceState, _ cache: ServedFileCache
    ) -> Endpoint {
        Endpoint(
            name, .get, path, summary, access: .open,
            answers: [
                .json(.any("The file."), "The file."),
                .empty(.notModified, "The caller has the newest file."),
            ]
        ) { call in
            let (snapshot, now) = (try await state.newestSnapshot(), state.clock())
            let host = host(of: call.request.head) ?? ""
            let found = ServedAppLinks.file(of: host, platform, in: state.registry.table)
            guard let file = found?.file,
                let content = try await cache.content(
                    of: file, in: snapshot, at: now, on: state.work)
            else {
                throw Problem(
                    .notFound, "appNotFound",
                    "No app for \(platform.rawValue) opens the links of \(host.excerpt).",
                    hint: "Add one to the namespace of the host: routedb app add"
                        + " \(platform.rawValue) ….")
            }
            return try .json(bytes: content).tagged(
                EntityTag(content: content), for: call, caching: "public, no-cache")
        }
    }
}

/// The files that were served last, so that nobody can make the service generate one again and again.
final class ServedFileCache: Sendable {
    /// The most files that are kept: each host of a wildcard has one of its own.
    private static let most = 64

    private struct Files {
        var revision: Int64 = -1
        /// The time at which the next route starts or ends.
        var end = Timestamp.distantPast
        var contents: [ServedAppLinks: [UInt8]?] = [:]
    }

    private let files = Locked(Files())

    /// Returns the content of a file with the routes in effect at a time, or `nil` if there is none.
    func content(
        of file: ServedAppLinks, in snapshot: RegistrySnapshot, at now: Timestamp, on pool: WorkPool
    ) async throws -> [UInt8]? {
        let revision = snapshot.revision
        let known = files.withLock { files in
            files.revision == revision && now < files.end ? files.contents[file] : nil
        }
        if let known { return known }
        let (content, end) = try await pool.run { _ in
            (
                try file.content(in: snapshot.inEffect(at: now)),
                snapshot.nextStartOrEnd(after: now) ?? .distantFuture
            )
        }
        files.withLock { files in
            if files.revision != revision || files.end != end || files.contents.count >= Self.most {
                files = Files(revision: revision, end: end)
            }
            files.contents[file] = .some(content)
        }
        return content
    }
}
#endif
