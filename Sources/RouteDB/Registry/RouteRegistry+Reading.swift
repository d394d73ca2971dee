public import RouteDBDatabase
public import RouteDBRouting
public import RouteDBStorage

extension ResolutionRequest {
    /// Returns the request with the given time, unless it has a time already.
    package func at(_ time: Timestamp?) -> ResolutionRequest {
        guard self.time == nil, let time else { return self }
        var request = self
        request.time = time
        return request
    }
}

extension RoutingTable {
    /// Resolves a request, reading the clock only if access rules need the time and the request has
    /// none.
    @inline(__always)
    func resolve(_ request: consuming ResolutionRequest, clock: () -> Timestamp) -> Resolution {
        if asksForTime && request.time == nil { request.time = clock() }
        return resolve(request)
    }

    /// Resolves a request, tells the observers who want to know, and records the resolution.
    @inline(__always)
    func resolve(
        _ request: consuming ResolutionRequest, clock: () -> Timestamp,
        _ observers: RegistryObservers, _ recorder: HitRecorder?
    ) -> Resolution {
        let resolution: Resolution
        if observers.observeResolutions {
            // A closure cannot consume the request, and copying it takes a tenth of a resolution.
            let copy = request
            resolution = observers.observe(resolving: { resolve(copy, clock: clock) }) { $0 }
        } else {
            resolution = resolve(request, clock: clock)
        }
        recorder?.record(resolution)
        return resolution
    }
}

extension RouteRegistry {
    /// Reads the complete contents of the registry at a revision.
    ///
    /// To resolve against a past revision, make a `RoutingTable(snapshot, functions:)` with the
    /// functions of your converters.
    ///
    /// - Parameter revision: The revision to read, or `nil` for the newest.
    /// - Returns: The snapshot.
    /// - Throws: ``RouteDBError`` with `revisionNotFound`, `busy`, `corrupt`, `closed`.
    public func snapshot(at revision: Int64? = nil) async throws(RouteDBError) -> RegistrySnapshot {
        try await core.read { store throws(RouteDBError) in try store.snapshot(at: revision) }
    }

    /// Returns the syntax of each route whose pattern is not written in the native syntax.
    ///
    /// - Parameter revision: The revision to read, or `nil` for the newest.
    /// - Returns: The syntaxes, by route.
    /// - Throws: ``RouteDBError`` with `revisionNotFound`, `busy`, `corrupt`, `closed`.
    public func syntaxes(
        at revision: Int64? = nil
    ) async throws(RouteDBError) -> [RouteID: PatternSyntax] {
        try await core.read { store throws(RouteDBError) in try store.syntaxes(at: revision) }
    }

    /// Lists revisions, newest first.
    ///
    /// - Parameters:
    ///   - bound: List only revisions with lower numbers, or `nil` to list all.
    ///   - limit: The maximum number of revisions, or 0 for all.
    /// - Returns: The revisions.
    /// - Throws: ``RouteDBError`` with `busy`, `corrupt`, `closed`.
    public func revisions(
        below bound: Int64? = nil, limit: Int = 0
    ) async throws(RouteDBError) -> [RegistryRevision] {
        try await core.read { store throws(RouteDBError) in
            try store.revisions(below: bound, limit: limit)
        }
    }

    /// Checks the file, its schema and its contents for damage.
    ///
    /// - Returns: The problems found; empty if there are none.
    /// - Throws: ``RouteDBError`` with `busy`, `closed`, or `corrupt` if nothing can be read.
    /// - Complexity: Reads the whole file.
    public func check() async throws(RouteDBError) -> [RegistryFinding] {
        try await core.read { store throws(RouteDBError) in try store.check() }
    }

    /// Lists the views, indexes and tables that other programs have added to the file.
    ///
    /// RouteDB leaves them alone. Only a unique index can do harm: it may refuse what is written.
    package func schemaAdditions() async throws(RouteDBError) -> [SchemaAddition] {
        try await core.read { store throws(RouteDBError) in
            try store.schemaAdditions().map(\.addition)
        }
    }

    /// Copies the registry to a new file; writers wait until the copy is complete.
    ///
    /// - Parameter path: The path of the copy. No file may exist there.
    /// - Throws: ``RouteDBError`` with `fileExists`, `full`, `busy`, `storageFailure`, `closed`.
    public func backUp(to path: String) async throws(RouteDBError) {
        try await core.read { store throws(RouteDBError) in try store.backUp(to: path) }
    }

    /// Removes a registry's file if the registry has never been changed since its creation.
    package static func removeIfUntouched(_ path: String) -> Bool {
        let store = try? RegistryStore.open(
            path: path, mode: .writing(time: .epoch), busyTimeout: .zero)
        return (try? store?.removeIfUntouched()) ?? false
    }
}
