#if Server
import HTTPTypes
import NIOCore
import RouteDB
import RouteDBAppLinks
import RouteDBPages

/// Answers what visitors ask of links: the files by which devices open the app, `robots.txt` unless a route
/// takes it, and what the routes say about all other URLs.
struct LinkAnswerer: Sendable {
    /// A resolution that is recorded with its answer.
    struct Hit {
        let resolution: Resolution
        fileprivate let link: LinkRequest
        fileprivate let start: Timestamp
    }

    let registry: RouteRegistry
    let snapshots: SnapshotCache
    /// The threads on which files are made.
    let work: WorkPool
    let pages: VisitorPages
    let proxies: TrustedProxies
    /// The header field in which a trusted proxy names the visitor's country.
    let countryField: HTTPField.Name?
    /// True if visitors' connections are encrypted, unless a trusted proxy says otherwise.
    let isEncrypted: Bool
    let clock: @Sendable () -> Timestamp
    private let files = ServedFileCache()
    /// Keeps what tells visitors apart from being the same in another process.
    private let salt = UInt64.random(in: .min ... .max)

    /// Creates answers for the visitors of a registry.
    init(
        _ registry: RouteRegistry, snapshots: SnapshotCache, work: WorkPool, pages: VisitorPages,
        proxies: TrustedProxies, countryField: HTTPField.Name?, isEncrypted: Bool,
        clock: @escaping @Sendable () -> Timestamp
    ) {
        (self.registry, self.snapshots, self.work) = (registry, snapshots, work)
        (self.pages, self.proxies, self.countryField) = (pages, proxies, countryField)
        (self.isEncrypted, self.clock) = (isEncrypted, clock)
    }

    /// Resolves the URL of a request, with the address of the other end of the connection.
    func answer(to head: HTTPRequest, from address: String?, at time: Timestamp) -> (
        LinkAnswer, Hit?
    ) {
        do throws(Problem) {
            let link = try LinkRequest(
                head, from: address, isEncrypted: isEncrypted, trusting: proxies,
                countryField: countryField, salt: salt, at: time)
            let resolution = registry.table.resolve(link.request)
            let hit = Hit(resolution: resolution, link: link, start: time)
            return (LinkAnswer(to: resolution), hit)
        } catch {
            return (LinkAnswer(to: error), nil)
        }
    }

    /// Records a hit, once its request is answered.
    func record(_ hit: Hit, _ status: Int) {
        registry.recorder?.record(
            hit.resolution, duration: clock() - hit.start, status: status,
            referrer: hit.link.referrer, userAgent: hit.link.userAgent)
    }

    /// Returns an answer with the page that opens the app, if that is what it is; without its apps while the
    /// registry cannot be read.
    func completed(_ answer: LinkAnswer, _ hit: Hit?) async -> LinkAnswer {
        guard answer.opensApp, let resolution = hit?.resolution else { return answer }
        let items = try? await snapshots.items(registry.table.revision, of: registry)
        let apps = resolution.namespace.flatMap { items?.apps[$0.id] } ?? []
        let own = apps.filter { resolution.route.map($0.opens) ?? false }
        return answer.with(.open(OpenPage(resolution, apps: own)))
    }

    /// Returns an answer as it is sent.
    func whole(_ answer: LinkAnswer) -> WholeAnswer {
        answer.whole(with: pages, isEncrypted: isEncrypted)
    }

    // MARK: Files

    private static let robotsPath = "/robots.txt"

    /// Returns whether a request may be for a file.
    static func isFile(_ head: HTTPRequest) -> Bool {
        let path = RequestTarget.path(of: head.path ?? "/")
        return ServedAppLinks.platform(ofPath: path) != nil || path == robotsPath
    }

    /// Returns a file that the host serves for devices and crawlers, if the path is that of one.
    func file(_ head: HTTPRequest) async -> WholeAnswer? {
        do {
            return try await madeFile(head)
        } catch {
            // Who reads the file asks again; another answer would count as one without apps.
            var answer = WholeAnswer.text("The file cannot be made now.\n")
            answer.status = .serviceUnavailable
            return answer
        }
    }

    private func madeFile(_ head: HTTPRequest) async throws -> WholeAnswer? {
        guard Self.isFile(head) else { return nil }
        let path = RequestTarget.path(of: head.path ?? "/")
        guard let platform = ServedAppLinks.platform(ofPath: path) else {
            let host = head.authority ?? ""
            guard !registry.table.resolve("http://\(host)\(path)").hasRoute else { return nil }
            return .text("User-agent: *\nAllow: /\n")
        }
        let host = head.authority.map(HostRule.name) ?? ""
        let table = registry.table
        guard let file = ServedAppLinks.file(of: host, platform, in: table)?.file,
            let content = try await files.content(
                of: file, in: try await snapshots.snapshot(table.revision, of: registry),
                at: clock(), on: work)
        else { return nil }
        var answer = WholeAnswer(mediaType: "application/json", body: ByteBuffer(bytes: content))
        let tag = EntityTag(content: content)
        answer.fields[.eTag] = tag.description
        answer.fields[.cacheControl] = "public, max-age=300"
        let known = try? Preconditions(head.headerFields).tagToConfirm(for: tag)
        if known != nil {
            answer.status = .notModified
            answer.body = ByteBuffer()
        }
        return answer
    }
}
#endif
