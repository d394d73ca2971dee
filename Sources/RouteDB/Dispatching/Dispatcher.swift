import RouteDBDatabase
import RouteDBRouting
import Synchronization

/// Calls the code that an app or server binds to the targets of a registry's routes.
///
/// A registry stores only the names of targets; bind code to them here. A dispatch resolves a
/// request, asks guards, and calls the handlers of the matches by rank until one takes the request.
/// It returns exactly one report and never throws. See `Docs/dispatch.md`.
///
/// Use a dispatcher from any thread. A dispatch uses the bindings and the routing table that were
/// in place when it began, and calls your code with no lock held.
///
/// ```swift
/// let dispatcher = Dispatcher(registry)
/// dispatcher.handle("user.profile") { invocation in
///     .handled(try await page(of: invocation["id"]))
/// }
/// let report = await dispatcher.dispatch(DispatchRequest("myapp://user/42"))
/// ```
public final class Dispatcher: Sendable {
    /// The dispatcher's options.
    public let options: Dispatcher.Options

    private let source: @Sendable () -> RoutingTable
    /// The clock for access rules with time conditions.
    private let clock: @Sendable () -> Timestamp
    package let recorder: HitRecorder?
    private let observers: RegistryObservers
    private let bound = Locked(Bindings.Shared(Bindings()))
    private let counters = DispatchCounters()

    /// Creates a dispatcher with nothing bound.
    ///
    /// - Parameters:
    ///   - registry: The registry to resolve against. The dispatcher retains it.
    ///   - options: The dispatcher's options.
    public convenience init(_ registry: RouteRegistry, options: Dispatcher.Options = .init()) {
        self.init(
            options: options, clock: registry.options.now,
            recorder: registry.recorder, observers: registry.options.observers
        ) { registry.table }
    }

    /// Creates a dispatcher that gets its routing tables from a closure.
    package init(
        options: Dispatcher.Options = .init(),
        clock: @escaping @Sendable () -> Timestamp = SystemClock.now,
        recorder: HitRecorder? = nil, observers: RegistryObservers = RegistryObservers(),
        table: @escaping @Sendable () -> RoutingTable
    ) {
        self.options = options
        self.clock = clock
        self.recorder = recorder
        self.observers = observers
        source = table
    }

    /// The current routing table.
    var table: RoutingTable { source() }

    /// The current bindings.
    var bindings: Bindings { shared.values }

    private var shared: Bindings.Shared { bound.withLock { $0 } }

    /// Changes the bindings, for the dispatches that begin afterwards.
    func change<Old: Sendable>(_ body: @Sendable (inout Bindings) -> Old) {
        _ = bound.withLock { shared in
            var values = shared.values
            let replaced = body(&values)
            // The old bindings are released after the lock too.
            let old = shared
            shared = Bindings.Shared(values)
            return Changed(replaced: replaced, old: old)
        }
    }

    // MARK: Dispatching

    /// Resolves a request and calls the handler of its target.
    ///
    /// Access rules decide first: a denial is final, and a challenge calls the handler of its
    /// target, as a guard's challenge does. Matches are then tried by rank. For each, required
    /// values are checked, guards are asked, and the handler is called. If a match has no handler,
    /// or its handler declines, the next match is tried, provided that the namespace's policy
    /// `refusal` is `next`. A redirect whose target has no handler ends the dispatch as `redirected`,
    /// after the guards. If no handler takes the request, the handler of the namespace's
    /// fallback target is called, or else the nearest unmatched handler.
    ///
    /// If the registry records, the dispatch is recorded as one hit: the first resolution, with the
    /// duration of the whole dispatch. A resumed dispatch is not recorded again.
    ///
    /// Your code runs in the caller's task, or in a new task if there is a timeout. Cancelling the
    /// caller's task cancels it, and nothing more is called; code that ignores the cancellation is
    /// awaited until it returns or the timeout expires.
    ///
    /// - Parameter request: The request.
    /// - Returns: The report. Errors are in the report; the method throws nothing.
    public func dispatch(_ request: DispatchRequest) async -> Dispatcher.Report {
        await run(request, isResumed: false, Self.takeByHandler)
    }

    /// Does what ``dispatch(_:)`` does, but leaves it to the caller to record the request: one that
    /// answers it knows more, such as the status of the answer.
    ///
    /// The report of a request that the handler of the first match took has no
    /// ``Dispatcher/Report/completion``.
    package func dispatchWithoutRecording(_ request: DispatchRequest) async -> Dispatcher.Report {
        await run(request, isResumed: false, isRecorded: false, Self.takeByHandler)
    }

    /// Dispatches a challenged request again, after the challenge is met.
    ///
    /// Access rules and guards are evaluated again. If one challenges the request once more, the
    /// outcome is `denied` with the error `challengeLoop`.
    ///
    /// - Parameters:
    ///   - resumption: The resumption from the report of the challenged dispatch, or from the
    ///     invocation of the challenge's handler.
    ///   - principal: The new principal, such as the user who has logged in, or `nil` to keep that
    ///     of the request.
    /// - Returns: The report.
    public func resume(
        _ resumption: Dispatcher.Resumption, as principal: RequestPrincipal? = nil
    ) async -> Dispatcher.Report {
        await run(resumption.request(as: principal), isResumed: true, Self.takeByHandler)
    }

    /// Returns whether a dispatch of a request would call a handler for a match, guards aside.
    ///
    /// That is the case if the request has a match that access rules permit, with a handler and all
    /// required values. No handler, guard or provider is called, only converter functions, as in
    /// any resolution.
    ///
    /// - Parameter request: The request.
    /// - Returns: Whether a handler would be called.
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

    /// Returns whether ``navigate(_:on:)`` would ask the host to show a match, guards aside.
    ///
    /// That is the case if the request has a match that access rules permit, with all required values,
    /// and its navigation plan can be made; or if redirects lead to such a request, or to a URL
    /// elsewhere. Nothing is called but converter functions; the host may still refuse.
    ///
    /// - Parameter request: The request. Its ``DispatchRequest/stack`` counts as empty if there is
    ///   none.
    /// - Returns: Whether the host would be asked.
    public func canNavigate(_ request: DispatchRequest) -> Bool {
        let table = table
        var resolution = table.resolve(request.request, clock: clock)
        switch resolution.destination?.end {
        case .answered(let last)?: resolution = last
        case .elsewhere?: return true
        case .gone?, .loop?: return false
        case nil: break
        }
        guard resolution.route != nil, resolution.unmetRequirements.isEmpty else { return false }
        let presentation = request.presentation ?? RoutePresentation()
        do throws(PlanError) {
            return try resolution.plan(covering: presentation, over: request.stack ?? []) != nil
        } catch {
            return false
        }
    }

    /// The number of dispatches whose code answered after the timeout; these answers are ignored.
    public var lateAnswers: Int { counters.lateAnswers.load(ordering: .relaxed) }

    /// The number of calls to completions that had been called before; these calls are ignored.
    public var lateCompletions: Int { counters.lateCompletions.load(ordering: .relaxed) }

    // MARK: Running

    func run(
        _ request: DispatchRequest, isResumed: Bool, isRecorded: Bool = true, _ taker: MatchHandler
    ) async -> Dispatcher.Report {
        let start = isRecorded && recorder != nil ? ContinuousClock.now : nil
        let view =
            isResumed
            ? self.view(of: request)
            : observers.observe(resolving: { self.view(of: request) }) { $0.resolution }
        defer {
            // One request is one hit: the first match, not those that are tried after it.
            if let start, !isResumed {
                recorder?.record(view.resolution, duration: start.duration(to: .now))
            }
        }
        let completion = Dispatcher.Completion(counters: counters)
        let limit = options.limit(request.timeout)
        var declined: Dispatcher.Attempt?
        if limit == nil, taker.callsHandlers, !Task.isCancelled,
            let handler = view.onlyHandler(for: request)
        {
            let called = await Self.call(handler, for: request, view.resolution, completion)
            if let ending = called.ending {
                if let error = ending.completionError { completion.settle(.failed(error)) }
                return Dispatcher.Report(
                    outcome: ending.outcome, resolution: view.resolution, result: ending.result,
                    attempts: [called.attempt], warnings: [], fallback: .none,
                    completion: isRecorded ? completion.pending : nil, resumption: nil,
                    navigation: nil)
            }
            declined = called.attempt
        }
        let run = DispatchRun(
            request: request, taker: taker,
            record: DispatchRecord(
                resolution: view.resolution, attempts: declined.map { [$0] } ?? [],
                completion: completion.pending),
            completion: completion, newView: { [self] in self.view(of: $0) })
        guard let limit else {
            return await run.report(view, isResumed: isResumed, isDeclined: declined != nil).report
        }
        return await race(run, view, isResumed: isResumed, against: limit)
    }

    private func view(of request: DispatchRequest) -> DispatchRun.View {
        let table = table
        return DispatchRun.View(
            bindings: shared, table: table,
            resolution: table.resolve(request.request, clock: clock))
    }

    /// Calls the handler of the first match, where nothing else could end the dispatch.
    private static func call(
        _ handler: Handler, for request: DispatchRequest, _ resolution: Resolution,
        _ completion: Dispatcher.Completion
    ) async -> (attempt: Dispatcher.Attempt, ending: DispatchEnding?) {
        let target = resolution.target
        func attempt(_ outcome: Dispatcher.Attempt.Outcome) -> Dispatcher.Attempt {
            Dispatcher.Attempt(route: resolution.foundID, target: target, outcome: outcome)
        }
        do {
            let answer = try await handler(
                DispatchInvocation(
                    request: request, resolution: resolution, target: target, resumption: nil,
                    completion: completion))
            guard answer.isHandled else { return (attempt(.declined), nil) }
            return (attempt(.handled), DispatchEnding(outcome: .handled, result: answer.result))
        } catch {
            let ended = DispatchRun.end(error)
            return (attempt(ended.attempt), ended.ending)
        }
    }

    /// Runs a dispatch in a new task, and stops waiting for it when the timeout expires.
    private func race(
        _ run: DispatchRun, _ view: DispatchRun.View, isResumed: Bool, against limit: Duration
    ) async -> Dispatcher.Report {
        let promise = Promise<Dispatcher.Report>()
        let work = Task { [counters] in
            let (report, isInTime) = await run.report(view, isResumed: isResumed)
            if isInTime {
                promise.settle(report)
            } else {
                counters.lateAnswers.add(1, ordering: .relaxed)
            }
        }
        let timer = Task { [clock = options.clock] in
            guard (try? await clock.sleep(for: limit)) != nil else { return }
            let (report, isInTime) = run.finish(DispatchEnding(outcome: .timedOut))
            guard isInTime else { return }
            // Cancel first: once the caller has the report, nothing more may begin.
            work.cancel()
            promise.settle(report)
        }
        defer { timer.cancel() }
        return await withTaskCancellationHandler {
            await promise.value()
        } onCancel: {
            work.cancel()
        }
    }

    private static let takeByHandler = MatchHandler(callsHandlers: true) { bindings, resolution in
        guard let handler = bindings.handler(for: resolution) else { return nil }
        return { invocation in HandlerResult(answer: try await handler(invocation)) }
    }

    /// The values that a change of the bindings leaves to release.
    private struct Changed<Old: Sendable>: Sendable {
        let replaced: Old
        let old: Bindings.Shared
    }
}

extension DispatchRun.View {
    /// The handler of the first match, if nothing but it decides what comes of the request: most
    /// requests to a server meet no guard and require no values.
    fileprivate func onlyHandler(for request: DispatchRequest) -> Dispatcher.Handler? {
        guard request.replacingGuard == nil, !bindings.values.hasGuards, resolution.requiresNothing
        else { return nil }
        return bindings.values.handler(for: resolution)
    }
}
