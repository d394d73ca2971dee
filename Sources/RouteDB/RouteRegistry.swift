public import RouteDBRouting
public import RouteDBStorage

/// A registry of routes in a file: opened once, resolved against from any thread, edited by one
/// revision at a time.
///
/// Resolving is synchronous, never touches the file, and never waits for an edit: it answers from
/// an immutable ``RoutingTable`` that is rebuilt, off the readers' path, whenever the registry
/// changes. An edit of this process is visible when ``edit(_:author:source:expecting:dryRun:_:)``
/// returns; one of another process within ``RegistryOptions/refreshInterval``.
///
/// ```swift
/// let registry = try await RouteRegistry.open("routes.db", options: .init(access: .creating))
/// try await registry.edit("Add the user's page") { editor in
///     try editor.add(RouteDraft(pattern: "myapp://user/{id:int}", target: "user.profile"))
/// }
/// let resolution = registry.resolve("myapp://user/42")
/// resolution["id"]      // 42
/// await registry.close()
/// ```
public final class RouteRegistry: Sendable {
    let core: RegistryCore
    let options: RegistryOptions
    private let published: PublishedTable
    private let polling: Task<Void, Never>?

    /// The path of the file.
    public let path: String

    /// What records the resolutions of this registry, if its options say so: every first match
    /// that ``resolve(_:after:)``, a ``RouteReader`` or a ``Dispatcher`` finds for a URL.
    ///
    /// It is shut down when the registry is closed. A history that cannot be written keeps no
    /// registry from opening or resolving; ``HitRecorder/health`` tells.
    public let recorder: HitRecorder?

    /// Opens a registry and compiles its routing table.
    ///
    /// - Parameters:
    ///   - path: The path of the file.
    ///   - options: What it is opened for, and how changes are followed.
    /// - Returns: The registry, ready to resolve.
    /// - Throws: ``RouteDBError`` with a code: `databaseMissing`, `notARegistry`,
    ///   `schemaTooNew`, `schemaMismatch`, `permissionDenied`, `readOnly`, `busy`, `full`,
    ///   `corrupt`, `storageFailure`.
    public static func open(
        _ path: String, options: RegistryOptions = RegistryOptions()
    ) async throws(RouteDBError) -> RouteRegistry {
        let core = RegistryCore(path: path, options: options)
        try await core.open()
        return RouteRegistry(path: path, core: core, options: options)
    }

    private init(path: String, core: RegistryCore, options: RegistryOptions) {
        self.path = path
        self.core = core
        self.options = options
        published = core.published
        recorder = options.recording.map {
            HitRecorder(
                history: $0.history ?? HitHistory.path(besideRegistry: path), registry: path,
                options: $0)
        }
        // The task must not keep an abandoned registry alive.
        polling = options.refreshInterval.map { interval in
            Task.detached { [weak core] in
                while true {
                    guard (try? await Task.sleep(for: interval)) != nil else { return }
                    guard let core else { return }
                    await core.poll()
                }
            }
        }
    }

    deinit { polling?.cancel() }

    /// Closes the file.
    ///
    /// Resolving goes on to answer from the last table, and is not recorded any more; everything
    /// else throws `closed`.
    public func close() async {
        polling?.cancel()
        await core.close()
        await recorder?.shutdown()
    }

    // MARK: Resolving

    /// Resolves a URL.
    ///
    /// It never blocks on the file or on an edit, and is safe from any thread.
    ///
    /// - Parameter url: The URL as written.
    /// - Returns: The resolution; "no match" and "not a URL" are outcomes, not errors.
    /// - Complexity: See ``RoutingTable/match(_:in:into:)``.
    public func resolve(_ url: String) -> Resolution { resolve(ResolutionRequest(url)) }

    /// Resolves a request, or finds its next match.
    ///
    /// A request that does not tell the time gets that of
    /// ``RegistryOptions/currentTimeMicroseconds`` if an access rule asks for it.
    ///
    /// - Parameters:
    ///   - request: The request.
    ///   - previous: A resolution of the same request that matched; the search goes on behind it,
    ///     in the table that made it.
    /// - Returns: The resolution.
    public func resolve(
        _ request: ResolutionRequest, after previous: Resolution? = nil
    ) -> Resolution {
        guard let previous else {
            let resolution = table.resolve(request, clock: options.currentTimeMicroseconds)
            recorder?.record(resolution)
            return resolution
        }
        return previous.next(request.at(previous.request.time))
    }

    /// Finds what comes after a match that a handler would not take.
    ///
    /// - Parameters:
    ///   - request: The request.
    ///   - previous: The resolution of that match; the search goes on in the table that made it.
    /// - Returns: The next match, if the policy `refusal` of the match's namespace is `next`;
    ///   otherwise, and behind the last match, a resolution that is unmatched.
    public func resolve(
        _ request: ResolutionRequest, declining previous: Resolution
    ) -> Resolution {
        previous.declined(request.at(previous.request.time))
    }

    /// The routing table of the newest revision that is known: for many URLs against one revision.
    public var table: RoutingTable { published.table }

    /// Makes a view for one thread that resolves in a loop.
    ///
    /// - Returns: The reader.
    public func makeReader() -> RouteReader {
        RouteReader(
            published, clock: options.currentTimeMicroseconds, recorder: recorder)
    }

    // MARK: Following changes

    /// Looks for commits of other processes now.
    ///
    /// - Throws: ``RouteDBError`` if the file cannot be read; resolving goes on from the last table.
    public func refresh() async throws(RouteDBError) { try await core.refresh() }

    /// Whether the registry sees what its file holds.
    public var health: RegistryHealth {
        get async {
            let table = table
            return RegistryHealth(
                revision: table.revision, refreshError: await core.healthError,
                missingZones: table.missingZones)
        }
    }
}
