#if Server
import HTTPTypes
import Hummingbird
import RouteDB

/// Answers everybody who opens a link, and can do nothing else.
///
/// Each answer but files is recorded as a hit, if the registry records.
struct LinkResponder: ListenerResponder {
    /// The name of all answers in metrics.
    private static let name = "link"

    let links: LinkAnswerer
    let visits: VisitLog
    var clock: @Sendable () -> Timestamp { links.clock }
    private var metrics: ServiceMetrics { visits.metrics }

    func respond(to request: Request, context: ConnectionContext) async throws -> Response {
        var visit = visits.begin(request.head, context)
        visit.endpoint = Self.name
        let answer = await whole(visit)
        visits.end(visit, status: answer.status, bytes: answer.body.readableBytes)
        let response = answer.response
        return request.method == .head ? response.createHeadResponse() : response
    }

    func answerAtOnce(_ head: HTTPRequest, _ context: ConnectionContext) -> WholeAnswer? {
        guard !LinkAnswerer.isFile(head) else { return nil }
        let start = clock()
        let (answer, hit) = links.answer(to: head, from: context.addressText, at: start)
        if answer.opensApp { return nil }
        var visit = visits.begin(head, context)
        visit.endpoint = Self.name
        record(hit, answer)
        let whole = links.whole(answer)
        visits.end(visit, status: whole.status, bytes: whole.body.readableBytes)
        return whole
    }

    func refusal(for problem: Problem, isCounted: Bool) -> WholeAnswer {
        let answer = links.whole(LinkAnswer(to: problem))
        if isCounted { visits.count(refusedWith: answer.status) }
        return answer
    }

    private func whole(_ visit: Visit) async -> WholeAnswer {
        if let file = await links.file(visit.head) { return file }
        let (found, hit) = links.answer(
            to: visit.head, from: visit.context.addressText, at: visit.start)
        let answer = await links.completed(found, hit)
        record(hit, answer)
        return links.whole(answer)
    }

    /// Counts the outcome of a request, and records its hit.
    private func record(_ hit: LinkAnswerer.Hit?, _ answer: LinkAnswer) {
        guard let hit else { return }
        metrics.count(hit.resolution.outcome)
        links.record(hit, answer.status)
    }
}
#endif
