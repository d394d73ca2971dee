#if Server || Hub
package import RouteDB

/// How a registry follows another one.
package struct FollowOptions: Sendable {
    /// The path of the file that is kept equal to it.
    package var path: String
    /// The path of a registry, or of a saved feed, to begin with if there is no file yet.
    package var snapshot: String?
    /// How often the source is asked without a hint that there is something new.
    package var interval = Duration.seconds(5)
    /// The limits on what the source may send.
    package var limits = SourceLimits()
    /// How long to wait for other processes' locks on the file.
    package var busyTimeout: Duration = .seconds(5)
    /// The clock.
    package var now: @Sendable () -> Timestamp = SystemClock.now
    /// Told what the source has to say about this follower, and not the same twice in succession.
    package var warn: @Sendable (RouteDBError) -> Void = { _ in }

    package init(path: String) { self.path = path }
}

/// The outcome of a follower's look at its source or its snapshot.
package enum FollowEvent: Sendable {
    /// The file is equal to the source.
    case unchanged(FeedPosition)
    /// The file has changed, or a revision was refused.
    case took(FeedStep)
    /// Nothing could be taken; the file is as before.
    case failed(RouteDBError)

    /// Why something was not taken.
    package var error: RouteDBError? {
        switch self {
        case .unchanged: nil
        case .took(let step): step.refusal
        case .failed(let error): error
        }
    }
}

/// Keeps a registry's file equal to the registry of a source.
///
/// The source is asked for what is new every few seconds, and at once when it hints at it. The file
/// only changes by whole feeds, each in one transaction, so it is good at any time, also if this
/// process is killed. It can be read meanwhile like any other registry.
package actor RegistryFollower {
    private let options: FollowOptions
    private let source: any RegistrySource
    private let file: ReplicaFile
    private let mutex = AsyncMutex()
    /// The answer that was dealt with last.
    private var known: KnownAnswer?
    /// True if the source has hinted at something new since it was asked last.
    private let isHinted = Locked(false)
    /// The last warning of the source about this follower.
    private var warning: String?
    private var phase = Phase.idle

    /// The activity of ``run(pausing:_:)``.
    private enum Phase: Equatable {
        case idle, asking
        /// The follower waits before it asks again after a failure; each wait has a number.
        case waiting(Int)
    }

    /// Creates a follower, which must be shut down, and then shuts down its source.
    package init(_ source: any RegistrySource, _ options: FollowOptions) {
        self.source = source
        self.options = options
        file = ReplicaFile(
            path: options.path, source: source.name, limits: options.limits,
            busyTimeout: options.busyTimeout,
            clock: options.now)
    }

    /// Closes the connections and the file.
    package func shutDown() async {
        await source.shutDown()
        await file.close()
    }

    /// The revision that the file has.
    package func position() async throws(RouteDBError) -> FeedPosition { try await file.position() }

    /// Checks that the file can follow, and begins with the snapshot if there is no file yet.
    package func prepare() async throws(RouteDBError) -> FeedStep? {
        let position = try await file.position()
        guard position == .start, let snapshot = options.snapshot else { return nil }
        let step = try await file.take(snapshot: snapshot)
        if let refusal = step.refusal { throw refusal }
        return step
    }

    /// Asks the source once, and takes what is new.
    ///
    /// It may also be called while ``run(pausing:_:)`` runs: who has called it finds in the file what
    /// the source had then.
    package func step() async throws(CancellationError) -> FollowEvent {
        // The parts of two answers would be mixed up.
        await mutex.begin()
        defer { mutex.end() }
        let event: FollowEvent
        do {
            event = try await ask()
        } catch let error as CancellationError {
            throw error
        } catch {
            event = .failed(RouteDBError(error, path: options.path))
        }
        let (position, refusal): (FeedPosition, RouteDBError?)
        switch event {
        case .unchanged(let found): (position, refusal) = (found, known?.refusal)
        case .took(let step): (position, refusal) = (step.new, step.refusal)
        case .failed(let error):
            let last = ReplicaStatus(besideRegistry: options.path)?.time ?? .epoch
            note(ReplicaStatus(time: last, error: error.code.description))
            // What cannot be read is refused too, and the source is told.
            guard error.code == .invalidInput, let found = try? await file.position() else {
                return event
            }
            await tell(found, error)
            return event
        }
        note(ReplicaStatus(time: options.now(), error: refusal?.code.description))
        await tell(position, refusal)
        return event
    }

    /// Tells the source what the file has, and passes on its answer.
    private func tell(_ position: FeedPosition, _ refusal: RouteDBError?) async {
        guard let said = await source.report(at: position, refusing: refusal),
            said.message != warning
        else { return }
        warning = said.message
        options.warn(said)
    }

    /// Leaves word beside the file of when the source last answered, for those who use the file.
    private func note(_ contact: ReplicaStatus) {
        guard FileAccess(path: options.path).hasBytes else { return }
        contact.write(besideRegistry: options.path)
    }

    private func ask() async throws -> FollowEvent {
        let position = try await file.position()
        try await file.beginReceiving()
        let now = options.now()
        let last = known?.position == position ? known : nil
        let isHinted = isHinted.withLock { isHinted in
            defer { isHinted = false }
            return isHinted
        }
        let isDue = last?.isDue(at: now) ?? true || isHinted && last?.refusal != nil
        let tag = isDue ? nil : last?.tag
        let answer = try await source.fetchFeed(after: position, unless: tag) { [file] bytes in
            try await file.receive(bytes)
        }
        guard let answer else { return .unchanged(position) }
        let step = try await take(at: position)
        known = KnownAnswer(answer, step, at: now, after: last)
        let isUnchanged = step.refusal == nil && step.old == step.new
        return isUnchanged ? .unchanged(step.new) : .took(step)
    }

    /// Takes what was received; what is no feed is refused as a revision may be.
    private func take(at position: FeedPosition) async throws(RouteDBError) -> FeedStep {
        do throws(RouteDBError) {
            return try await file.takeReceived()
        } catch  where error.code == .invalidInput {
            return FeedStep(refusing: error, at: position)
        }
    }

    /// Follows until the task is cancelled.
    package func run(
        pausing pause: @escaping @Sendable (Duration) async throws -> Void = {
            try await Task.sleep(for: $0)
        },
        _ report: @escaping @Sendable (FollowEvent) async throws -> Void
    ) async throws {
        let (hints, hint) = AsyncStream<Void>.makeStream(bufferingPolicy: .bufferingNewest(1))
        let (source, interval) = (source, options.interval)
        try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask {
                var backoff = Backoff()
                while true {
                    do {
                        try await source.listen {
                            backoff.reset()
                            self.isHinted.withLock { $0 = true }
                            hint.yield()
                        }
                    } catch let error as CancellationError {
                        throw error
                    } catch {
                        // The source is asked all the same; what is wrong is said there.
                    }
                    try await pause(backoff.next())
                }
            }
            group.addTask {
                while true {
                    try await pause(interval)
                    if await self.phase == .idle { hint.yield() }
                }
            }
            group.addTask {
                hint.yield()
                try await self.ask(at: hints, yielding: hint, pausing: pause, report)
                throw CancellationError()
            }
            defer { group.cancelAll() }
            try await group.next()
        }
    }

    /// Asks at each hint.
    ///
    /// After a failure it asks again by itself, each time later. A hint of the source is heeded
    /// meanwhile, since what was wrong may be mended by then.
    private func ask(
        at hints: AsyncStream<Void>, yielding hint: AsyncStream<Void>.Continuation,
        pausing pause: @escaping @Sendable (Duration) async throws -> Void,
        _ report: @escaping @Sendable (FollowEvent) async throws -> Void
    ) async throws {
        try await withThrowingDiscardingTaskGroup { group in
            var backoff = Backoff()
            var waits = 0
            for await _ in hints {
                phase = .asking
                let event = try await step()
                try await report(event)
                guard case .failed = event else {
                    backoff.reset()
                    phase = .idle
                    continue
                }
                let delay = backoff.next()
                waits += 1
                let wait = Phase.waiting(waits)
                phase = wait
                group.addTask {
                    try await pause(delay)
                    // A hint may have ended the wait before.
                    if await self.phase == wait { hint.yield() }
                }
            }
        }
    }
}
#endif
