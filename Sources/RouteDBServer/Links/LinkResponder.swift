#if Server
import HTTPTypes
import Hummingbird
import NIOCore
import RouteDB
import RouteDBAppLinks
import RouteDBPages

/// Answers everybody who opens a link, and can do nothing else.
///
/// It serves the files by which devices open the app, `robots.txt` unless a route takes it, and what the routes
/// say about all other URLs. Each answer but those files is recorded as a hit, if the registry records.
struct LinkResponder: ListenerResponder {
    /// The name of all answers in metrics.
    private static let name = "link"

    let state: ServiceState
    let visits: VisitLog
    let pages: VisitorPages
    /// The header field in which a trusted proxy names the visitor's country.
    let countryField: HTTPField.Name?
    let clock: @Sendable () -> Int64
    private let files = ServedFileCache()
    /// Keeps what tells visitors apart from being the same in another process.
    private let salt = UInt64.random(in: .min ... .max)

    func respond(to request: Request, context: ConnectionContext) async throws -> Response {
        var visit = visits.begin(request.head, context)
        visit.endpoint = Self.name
        let answer = await whole(visit)
        visits.end(visit, status: answer.status, bytes: answer.body.readableBytes)
        let response = answer.response
        return request.method == .head ? response.createHeadResponse() : response
    }

    func answerAtOnce(_ head: HTTPRequest, _ context: ConnectionContext) -> WholeAnswer? {
        guard !Self.isFile(head) else { return nil }
        let start = clock()
        let (answer, hit) = answer(to: head, on: context, at: start)
        if answer.opensApp { return nil }
        var visit = visits.begin(head, context)
        visit.endpoint = Self.name
        hit?.record(answer.status, since: start, in: state)
        let whole = answer.whole(with: pages, isEncrypted: state.isEncrypted)
        visits.end(visit, status: whole.status, bytes: whole.body.readableBytes)
        return whole
    }

    func refusal(for problem: Problem, isCounted: Bool) -> WholeAnswer {
        let answer = LinkAnswer(to: problem).whole(with: pages, isEncrypted: state.isEncrypted)
        if isCounted { visits.count(refusedWith: answer.status) }
        return answer
    }

    // MARK: Answers

    /// A resolution that is recorded with its answer.
    private struct Hit {
        let resolution: Resolution
        let link: LinkRequest

        /// Counts the outcome, and records the hit, once the request is answered.
        func record(_ status: Int, since start: Int64, in state: ServiceState) {
            state.metrics.count(resolution.outcome)
            state.registry.recorder?.record(
                resolution, duration: .microseconds(max(0, state.clock() - start)),
                status: status, referrer: link.referrer, userAgent: link.userAgent)
        }
    }

    private func whole(_ visit: Visit) async -> WholeAnswer {
        do {
            if let file = try await file(visit.head) { return file }
        } catch {
            // Who reads the file asks again; another answer would count as one without apps.
            var answer = WholeAnswer.text("The file cannot be made now.\n")
            answer.status = .serviceUnavailable
            return answer
        }
        var (answer, hit) = answer(to: visit.head, on: visit.context, at: visit.start)
        if answer.opensApp, let hit {
            answer = answer.with(await openPage(for: hit.resolution))
        }
        hit?.record(answer.status, since: visit.start, in: state)
        return answer.whole(with: pages, isEncrypted: state.isEncrypted)
    }

    private func answer(
        to head: HTTPRequest, on context: ConnectionContext, at time: Int64
    ) -> (LinkAnswer, Hit?) {
        do throws(Problem) {
            let link = try LinkRequest(
                head, on: context, isEncrypted: state.isEncrypted, trusting: visits.proxies,
                countryField: countryField, salt: salt, at: time)
            let resolution = state.registry.table.resolve(link.request)
            return (LinkAnswer(to: resolution), Hit(resolution: resolution, link: link))
        } catch {
            return (LinkAnswer(to: error), nil)
        }
    }

    /// The page that opens the app; without its apps while the registry cannot be read.
    private func openPage(for resolution: Resolution) async -> LinkPage {
        let items = try? await state.snapshots.items(
            state.registry.table.revision, of: state.registry)
        let apps = resolution.namespace.flatMap { items?.apps[$0.id] } ?? []
        let own = apps.filter { resolution.route.map($0.opens) ?? false }
        return .open(OpenPage(resolution, apps: own))
    }

    // MARK: Files

    private static let robotsPath = "/robots.txt"

    private static func isFile(_ head: HTTPRequest) -> Bool {
        let path = RequestTarget.path(of: head.path ?? "/")
        return ServedAppLinks.platform(ofPath: path) != nil || path == robotsPath
    }

    /// Returns a file that the host serves for devices and crawlers, if the path is that of one.
    private func file(_ head: HTTPRequest) async throws -> WholeAnswer? {
        guard Self.isFile(head) else { return nil }
        let path = RequestTarget.path(of: head.path ?? "/")
        guard let platform = ServedAppLinks.platform(ofPath: path) else {
            let host = head.authority ?? ""
            guard !state.registry.table.resolve("http://\(host)\(path)").hasRoute else {
                return nil
            }
            return .text("User-agent: *\nAllow: /\n")
        }
        let host = head.authority.map(HostRule.name) ?? ""
        guard let file = ServedAppLinks.file(of: host, platform, in: state.registry.table)?.file,
            let content = try await files.content(
                of: file, in: try await state.newestSnapshot(), at: clock(), on: state.work)
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
