import RouteDBRouting
import Synchronization

/// Calls the code that is bound to the targets of a registry's routes.
///
/// A registry stores names of targets; an app or server binds code to them here. A dispatch
/// resolves a request, asks guards, and calls the handlers of the matches by rank until one takes
/// it. It ends with exactly one report and never throws. See `Docs/dispatch.md`.
///
/// Safe from any number of threads: a dispatch works with the bindings and the routing table that
/// were there when it began, and code is called with no lock held.
///
/// ```swift
/// let dispatcher = Dispatcher(registry)
/// dispatcher.handle("user.profile") { invocation in
///     .handled(try await page(of: invocation["id"]))
/// }
/// let report = await dispatcher.dispatch(DispatchRequest("myapp://user/42"))
/// ```
public final class Dispatcher: Sendable {
    /// How the dispatcher works.
    public let options: DispatchOptions

    private let source: @Sendable () -> RoutingTable
    /// The time, for access rules that ask for it.
    private let clock: @Sendable () -> Int64
    private let recorder: HitRecorder?
    private let bound = Guarded(Bindings())
    private let counters = DispatchCounters()

    /// Makes a dispatcher with nothing bound.
    ///
    /// - Parameters:
    ///   - registry: The registry, whose newest table each dispatch uses; it is kept alive.
    ///   - options: How the dispatcher works.
    public convenience init(_ registry: RouteRegistry, options: DispatchOptions = .init()) {
        self.init(
            options: options, clock: registry.options.currentTimeMicroseconds,
            recorder: registry.recorder
        ) { registry.table }
    }

    /// Makes a dispatcher over anything that gives routing tables.
    package init(
        options: DispatchOptions = .init(),
        clock: @escaping @Sendable () -> Int64 = SystemClock.microseconds,
        recorder: HitRecorder? = nil, table: @escaping @Sendable () -> RoutingTable
    ) {
        self.options = options
        self.clock = clock
        self.recorder = recorder
        source = table
    }

    /// The newest routing table.
    var table: RoutingTable { source() }

    /// All that is bound now.
    var bindings: Bindings { bound.withLock { $0 } }

    /// Changes what is bound, for the dispatches that begin afterwards.
    ///
    /// - Parameter body: Makes the change and returns what it took out, which is released only when
    ///   the lock is free again: a closure of the app may own anything.
    func change<Old: Sendable>(_ body: @Sendable (inout Bindings) -> Old) {
        _ = bound.withLock { body(&$0) }
    }

    // MARK: Dispatching

    /// Resolves a request and has it taken by the code behind its target.
    ///
    /// Access rules decide first: a denial is final, and a challenge has the handler of its target
    /// called, as a guard's challenge does. Matches are tried by rank: one without a handler, or
    /// whose handler declines, is followed by the next one, where the policy `refusal` of its
    /// namespace says so. What a route requires is checked first, then its guards are asked, then
    /// the handler is called. If nobody took any match, the handler of the namespace's fallback
    /// target is called, or else the nearest unmatched handler.
    ///
    /// If the registry records, the first match is, or what else the URL resolved to, with the time
    /// that the dispatch took. A dispatch that is resumed is not recorded again.
    ///
    /// The code runs in the caller's task, or with a timeout in one of its own. If the caller is
    /// cancelled, that is passed on, and nothing more is called; code that goes on regardless is
    /// waited for, as long as the timeout allows.
    ///
    /// - Parameter request: The request.
    /// - Returns: The report; nothing is thrown.
    public func dispatch(_ request: DispatchRequest) async -> DispatchReport {
        await run(request, isResumed: false, Self.takeByHandler)
    }

    /// Dispatches a request again that a challenge held up, when the challenge was met.
    ///
    /// Access is decided and the guards are asked again; if one challenges once more, the outcome is
    /// denied, with `challengeLoop`.
    ///
    /// - Parameters:
    ///   - resumption: What the report of the challenged dispatch, or the invocation of the
    ///     challenge's handler, carried.
    ///   - principal: Who asks by now; `nil`: who asked before.
    /// - Returns: The report.
    public func resume(
        _ resumption: Resumption, as principal: Principal? = nil
    ) async -> DispatchReport {
        await run(resumption.request(as: principal), isResumed: true, Self.takeByHandler)
    }

    /// Whether a request has a match that it may reach, with a handler and all that it requires.
    ///
    /// It calls no handler, guard or provider; only the code of converters is, as in resolving.
    ///
    /// - Parameter request: The request.
    /// - Returns: Whether a dispatch would call a handler for a match, guards aside.
    public func canDispatch(_ request: DispatchRequest) -> Bool {
        let (bindings, table) = (bindings, table)
        var resolution = table.resolve(request.request, clock: clock)
        while resolution.route != nil {
            if bindings.handler(for: resolution) != nil {
                return resolution.unmetRequirements.isEmpty
            }
            resolution = table.resolve(resolution.request, declining: resolution)
        }
        return false
    }

    /// How many handlers answered after their time was up; such answers do not count.
    public var lateAnswers: Int { counters.lateAnswers.load(ordering: .relaxed) }

    /// How many words were said to completions that had ended before; they do not count.
    public var lateCompletions: Int { counters.lateCompletions.load(ordering: .relaxed) }

    // MARK: Running

    func run(
        _ request: DispatchRequest, isResumed: Bool, _ taker: MatchTaker
    ) async -> DispatchReport {
        let newView: @Sendable (DispatchRequest) -> DispatchRun.View = { [self] request in
            let table = table
            return DispatchRun.View(
                bindings: bindings, table: table,
                resolution: table.resolve(request.request, clock: clock))
        }
        let view = newView(request)
        let start = recorder.map { _ in ContinuousClock.now }
        defer {
            // One request is one hit: the match that was found first, not those tried behind it.
            if let start, !isResumed {
                recorder?.record(view.resolution, duration: start.duration(to: .now))
            }
        }
        let completion = Completion(counters: counters)
        let run = DispatchRun(
            request: request, taker: taker,
            record: DispatchRecord(resolution: view.resolution, completion: completion.pending),
            completion: completion, newView: newView)
        guard let limit = options.limit(request.timeout) else {
            return await run.report(view, isResumed: isResumed).report
        }
        return await race(run, view, isResumed: isResumed, against: limit)
    }

    /// Runs a dispatch in a task of its own, which is left to itself when the time is up.
    private func race(
        _ run: DispatchRun, _ view: DispatchRun.View, isResumed: Bool, against limit: Duration
    ) async -> DispatchReport {
        let settled = Settled<DispatchReport>()
        let work = Task { [counters] in
            let (report, isInTime) = await run.report(view, isResumed: isResumed)
            if isInTime {
                settled.settle(report)
            } else {
                counters.lateAnswers.add(1, ordering: .relaxed)
            }
        }
        let timer = Task { [clock = options.clock] in
            guard (try? await clock.sleep(for: limit)) != nil else { return }
            let (report, isInTime) = run.finish(DispatchEnding(outcome: .timedOut))
            guard isInTime else { return }
            // First, so that who has the report sees that nothing more begins.
            work.cancel()
            settled.settle(report)
        }
        defer { timer.cancel() }
        return await withTaskCancellationHandler {
            await settled.value()
        } onCancel: {
            work.cancel()
        }
    }

    private static let takeByHandler = MatchTaker { bindings, resolution in
        guard let handler = bindings.handler(for: resolution) else { return nil }
        return { invocation in Taken(answer: try await handler(invocation)) }
    }
}
