#if Server
import HTTPTypes
import RouteDB
import RouteDBPages
import RouteDBTraffic

/// The replays that callers have asked for, by the API or in a form of the console: they take longer
/// than a request should.
///
/// Two run at once; the last twenty that have ended are kept. One ends with the token that asked for
/// it, or whose session did; what it found until then is kept.
package actor ReplayJobs {
    private static let mostRunning = 2
    private static let mostKept = 20
    /// How long a replay stands for what a form asks again.
    private static let freshness: Duration = .seconds(600)

    /// A request for a replay.
    struct Request: Sendable {
        let base: RegistrySnapshot
        let head: RegistrySnapshot
        /// The names of both states.
        let names: (base: String, head: String)
        let source: ReplaySource
        let options: ReplayOptions
        let gate: ReplayGate
        let accepted: AcceptedChanges?
        /// The caller who asks for the replay.
        let caller: Caller
    }

    private final class Job: Sendable {
        struct State {
            var hits = 0
            var total: Int64?
            var isStopped = false
            var report: (facts: ReplayReport, object: JSONObject)?
            var problem: Problem?
        }

        let id: Int
        let created: Timestamp
        /// The edit in the form that asked for the replay; `nil` for callers of the API.
        let edit: String?
        let state = Locked(State())

        init(id: Int, created: Timestamp, edit: String?) {
            self.id = id
            self.created = created
            self.edit = edit
        }
    }

    private let tokens: TokenStore
    private let clock: @Sendable () -> Timestamp
    private let hiddenPaths: PathRedactor
    private var jobs: [Job] = []
    private var tasks: [Int: Task<Void, Never>] = [:]
    private var count = 0

    init(
        tokens: TokenStore, clock: @escaping @Sendable () -> Timestamp, hiddenPaths: PathRedactor
    ) {
        self.tokens = tokens
        self.clock = clock
        self.hiddenPaths = hiddenPaths
    }

    /// Starts a replay.
    func start(_ request: Request) throws(Problem) -> JSONObject {
        object(try add(request, edit: nil))
    }

    /// Starts the replay of an edit, unless it runs already or has just ended.
    func begin(_ request: Request, edit: String) throws(Problem) -> ReplayJobState {
        let known = jobs.last { job in
            job.edit == edit && clock() - job.created < Self.freshness
                && job.state.withLock { $0.problem == nil && !$0.isStopped }
        }
        if let known { return Self.state(known) }
        return Self.state(try add(request, edit: edit))
    }

    private func add(_ request: Request, edit: String?) throws(Problem) -> Job {
        guard tasks.count < Self.mostRunning else {
            throw Problem(
                .serviceUnavailable, "busy",
                "\(Self.mostRunning) replays are running.",
                hint: "Wait until one ends, or cancel it.", fields: [.retryAfter: "5"])
        }
        count += 1
        let job = Job(id: count, created: clock(), edit: edit)
        jobs.append(job)
        let ended = jobs.filter { tasks[$0.id] == nil && $0.id != job.id }
        if ended.count > Self.mostKept {
            let oldest = Set(ended.prefix(ended.count - Self.mostKept).map(\.id))
            jobs.removeAll { oldest.contains($0.id) }
        }
        tasks[job.id] = Task {
            await run(job, request)
            end(job)
        }
        return job
    }

    /// The replays, newest first.
    func list() -> [JSONObject] {
        jobs.reversed().map { job in
            var object = object(job)
            object["report"] = nil
            return object
        }
    }

    /// Describes a replay; `nil` if it is not known.
    func get(_ id: Int) -> JSONObject? { jobs.first { $0.id == id }.map(object) }

    /// How far a replay is; `nil` if it is not known.
    func progress(_ id: Int) -> ReplayJobState? { jobs.first { $0.id == id }.map(Self.state) }

    /// Ends a replay that runs; what it found until then is kept.
    func stop(_ id: Int) async {
        guard let job = jobs.first(where: { $0.id == id }), let task = tasks[id] else { return }
        job.state.withLock { $0.isStopped = true }
        await task.value
    }

    /// The problem of a replay that is not known.
    static func missing(_ id: String) -> Problem {
        Problem(
            .notFound, "replayNotFound", "There is no replay \(id.excerpt).",
            hint: "The last twenty are kept; see /api/v1/replays.")
    }

    /// Cancels a replay that runs, and forgets one that has ended.
    func cancel(_ id: Int) async -> JSONObject? {
        guard let job = jobs.first(where: { $0.id == id }) else { return nil }
        await stop(id)
        defer { jobs.removeAll { $0.id == id } }
        return object(job)
    }

    /// Cancels the replays that run.
    func shutDown() async {
        for job in jobs { job.state.withLock { $0.isStopped = true } }
        for task in Array(tasks.values) { await task.value }
    }

    private func end(_ job: Job) { tasks[job.id] = nil }

    private func run(_ job: Job, _ request: Request) async {
        let replay = Replay(from: request.base, to: request.head, options: request.options)
        do {
            var report = try await replay.run(
                request.source,
                observing: { [tokens] progress in
                    let isAccepted = tokens.accepts(request.caller)
                    return job.state.withLock { state in
                        state.hits = progress.hitCount
                        state.total = progress.total
                        if !isAccepted { state.isStopped = true }
                        return !state.isStopped
                    }
                })
            if let accepted = request.accepted { report = report.accepting(accepted) }
            let facts = report
            let object = report.object(
                base: Self.name(request.names.base, request.base),
                head: Self.name(request.names.head, request.head), sample: request.options.sample,
                notes: ReplayNotes.lines(request.base, request.head),
                failures: request.gate.failures(of: report))
            let shortage = request.gate.shortage(of: report).map { text in
                Problem(
                    .unprocessableContent, ReplayGate.shortageCode, text,
                    hint: "Choose another window, or give 0 as 'minHits'.")
            }
            job.state.withLock { state in
                state.report = (facts, object)
                state.problem = shortage
            }
        } catch {
            let problem = hiddenPaths.hidden(in: Problem(error))
            job.state.withLock { $0.problem = problem }
        }
    }

    private static func name(_ name: String, _ snapshot: RegistrySnapshot) -> JSONValue {
        ["name": .string(name), "revision": .int(snapshot.revision)]
    }

    private func object(_ job: Job) -> JSONObject {
        job.state.withLock { state in
            let word =
                if state.problem != nil {
                    "failed"
                } else if state.report == nil {
                    "running"
                } else {
                    state.isStopped ? "cancelled" : "finished"
                }
            return [
                "schema": 1, "id": .int(Int64(job.id)), "state": .string(word),
                "created": .string(job.created.description),
                "hits": .int(Int64(state.hits)), "total": state.total.map(JSONValue.int) ?? .null,
                "error": state.problem.map { .object($0.object) } ?? .null,
                "report": state.report.map { .object($0.object) } ?? .null,
            ]
        }
    }

    /// A replay as the console shows it.
    private static func state(_ job: Job) -> ReplayJobState {
        job.state.withLock { state in
            ReplayJobState(
                id: job.id, hits: state.hits, total: state.total, isCancelled: state.isStopped,
                report: state.report?.facts,
                problem: state.problem.map { FormProblem($0.message, hint: $0.hint) })
        }
    }
}
#endif
