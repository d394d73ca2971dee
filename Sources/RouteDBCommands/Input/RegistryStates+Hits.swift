import RouteDB
import RouteDBTerminal
import RouteDBTraffic

extension RegistryStates {
    /// The most bytes of URLs for which only some routes are read.
    private static let bytesHeld = 1 << 20

    /// Two states that hits are replayed against, with these hits.
    struct Replayed {
        let old: RegistryState
        let new: RegistryState
        let source: ReplaySource
    }

    /// Reads two states and the hits that are replayed against them: of large registries and few hits, only the
    /// routes that decide how these are answered.
    func states(
        _ old: RegistryArgument, _ new: RegistryArgument, for source: ReplaySource,
        _ options: ReplayOptions
    ) async throws -> Replayed {
        guard let count = try await storedRoutes(of: [old, new]),
            count > RegistrySnapshot.wholeReadLimit, let held = try await hold(source, options)
        else {
            return Replayed(
                old: try await state(old), new: try await state(new), source: source)
        }
        var (routes, step) = (ReplayRoutes(matching: held.urls), ReplayRoutes.Step.more)
        while true {
            let sieve = step == .all ? nil : RouteSieve.requests(routes.requested)
            let states = Replayed(
                old: try await state(old, keptBy: sieve), new: try await state(new, keptBy: sieve),
                source: held.source)
            if sieve != nil { step = routes.add(states.old.snapshot, states.new.snapshot) }
            if sieve == nil || step == .enough { return states }
        }
    }

    private func hold(
        _ source: ReplaySource, _ options: ReplayOptions
    ) async throws -> HeldHits? {
        context.interruption.watch()
        let interruption = context.interruption
        return try await source.held(options, upTo: Self.bytesHeld) { _ in
            !interruption.isInterrupted
        }
    }

    /// The number of routes of states that are all stored in registries of this machine; `nil` of others.
    private func storedRoutes(of arguments: [RegistryArgument]) async throws -> Int? {
        var count = 0
        for argument in arguments {
            var path: String?
            switch argument {
            case .live, .revision: break
            case .address: return nil
            case .file(let file):
                guard DatabaseFile.isThere(at: file) else { return nil }
                path = file
            }
            let registry = try await global.openForReading(at: path, in: context)
            count += try await registry.count(at: argument.revision)
            await registry.close()
        }
        return count
    }
}
